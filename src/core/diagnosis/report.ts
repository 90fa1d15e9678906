import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { StorageStatus } from '../../contract/storage.ts'
import type { Database } from '../database/database.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { SharedFolder } from '../ports/data-folder.ts'
import { logLines, timingLines, type LogLine } from './log-facts.ts'
import { connectionFacts, countFacts, settingFacts, type Fact } from './stored-facts.ts'
import { versions } from './versions.ts'

export interface ReportParts {
  readonly host: 'electron' | 'browser'
  readonly version: string
  readonly dataFolder: string
  readonly sharedFolder?: SharedFolder | null
  readonly clock: Clock
  /** The newest lines of the log file, the newest last. Absent: the host has no log to read. */
  readonly readLog?: () => readonly LogLine[]
  /** Null until storage is open. */
  readonly database: () => Database | null
  readonly storage: () => Promise<StorageStatus>
}

const mostErrors = 60

/**
 * The report for support as text. Everything in it is a number, a version, a word of the program or the host of a service: texts of the
 * user are never read into it, so nothing has to be found and removed.
 */
export async function makeReport(parts: ReportParts): Promise<string> {
  const database = parts.database()
  const log = parts.readLog?.() ?? []
  const status = await parts.storage()
  const sizes = ['forecourt.db', 'forecourt.db-wal', 'practice.db'].map((name): Fact => [
    `${name} (KB)`,
    Math.round((statSync(join(parts.dataFolder, name), { throwIfNoEntry: false })?.size ?? 0) / 1_024),
  ])
  /** A damaged database is a reason to make a report. */
  const stored = async (read: (from: Database) => Fact[] | Promise<Fact[]>): Promise<string[]> => {
    if (!database) return []
    try {
      return factLines(await read(database))
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return [`can't be read: ${error.failure.kind}`]
    }
  }
  const { rss, heapUsed } = process.memoryUsage()
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Versions', factLines([['Forecourt', parts.version], ['host', parts.host], ...Object.entries(versions())])],
    [
      'Data',
      factLines([
        ['state', status.state],
        ['protection', status.state === 'open' ? status.protection : 'closed'],
        ['folder', parts.sharedFolder ?? 'on this PC'],
        ...sizes,
      ]),
    ],
    ['Connections', await stored(connectionFacts)],
    ['Settings', await stored(settingFacts)],
    ['Counts', await stored(countFacts)],
    [
      'Timings',
      [
        ...factLines([
          ['running since (minutes)', Math.round(process.uptime() / 60)],
          ['memory (MB)', Math.round(rss / 1_048_576)],
          ['memory of objects (MB)', Math.round(heapUsed / 1_048_576)],
        ]),
        ...timingLines(log),
      ],
    ],
    ['Last warnings and errors', await logLines(log, mostErrors)],
  ]
  const head = `Forecourt report, ${parts.clock.now().toISOString()}`
  return `${[head, ...sections.map(([title, lines]) => [title, ...(lines.length > 0 ? lines : ['none'])].join('\n  '))].join('\n\n')}\n`
}

const factLines = (facts: readonly Fact[]): string[] => facts.map(([name, value]) => `${name}: ${String(value)}`)
