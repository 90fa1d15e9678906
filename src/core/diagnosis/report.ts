import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { StorageStatus } from '../../contract/storage.ts'
import type { Database } from '../database/database.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { SharedFolder } from '../ports/data-folder.ts'
import { connectionFacts, countFacts, settingFacts, type Fact } from './stored-facts.ts'
import { versions } from './versions.ts'
import { allMethods } from '../../contract/methods.ts'
import { FailureKind } from '../../contract/failure.ts'

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

/** A line of the log file, as it was written. */
type LogLine = Readonly<Record<string, unknown>>

/** Which values of a field cannot be texts of the user. Fields without a line here are not shown. */
const shownFields: Readonly<Record<string, (value: unknown) => string | null>> = {
  reference: matching(/^[0-9a-f]{8}$/),
  failureKind: (value) => FailureKind.safeParse(value).data ?? null,
  // Codes of Node, SQLite and the network, such as ENOSPC, SQLITE_FULL, ERR_SOCKET and UND_ERR_SOCKET.
  code: matching(/^(SQLITE_[A-Z_]{3,40}|ERR_[A-Z0-9_]{3,60}|UND_ERR_[A-Z_]{3,40}|E[A-Z]{3,12})$/),
  errorName: matching(/^(Type|Range|Syntax|Reference|Assertion|Failure|Sqlite|Zod|Abort|Timeout)?Error$/),
  status: inRange(100, 599),
  attempt: inRange(0, 10_000),
  attempts: inRange(0, 10_000),
  durationMs: inRange(0, 86_400_000),
  waitMs: inRange(0, 86_400_000),
  exitCode: inRange(-1_000, 1_000),
  stack: (value) => (typeof value === 'string' ? framesOf(value) : null),
}

function matching(pattern: RegExp): (value: unknown) => string | null {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : null)
}

function inRange(least: number, most: number): (value: unknown) => string | null {
  return (value) => (typeof value === 'number' && value >= least && value <= most ? String(Math.round(value)) : null)
}

/** The files and lines of a stack that belong to the built program, without folders, which have the name of the user. */
function framesOf(stack: string): string | null {
  const frames = [
    ...stack.matchAll(
      /(?:^|[\\/])((?:out|src|core|main|web)[\\/](?:[a-z-]+[\\/]){0,5}(?:[a-z-]{1,40}|(?<=out[\\/]main[\\/]chunks[\\/])[\w-]{1,60})\.(?:js|ts)):(\d{1,6}):\d+/g,
    ),
  ]
  return frames.length > 0 ? frames.map(([, file, line]) => `${file?.split(/[\\/]/).at(-1)}:${line}`).join(' < ') : null
}

/** Names of events are constants of the program: an area and what happened. Those of another area are not shown. */
const areas =
  'backups bulk-lookup connections customers dialog drafts file folder host inspector link network pc practice program request service session sightings storage updates uploads window'
const eventName = new RegExp(`^(unexpected|(${areas.replaceAll(' ', '|')})\\.[a-z]+(-[a-z]+|[A-Z][a-z]+)*)$`)

/** The entries of one level or another as lines, the newest last: time, event and the fields that can be shown. */
async function logLines(entries: readonly LogLine[], most: number): Promise<string[]> {
  const methods: ReadonlySet<unknown> = new Set((await allMethods()).keys())
  const method = (value: unknown): string | null => (methods.has(value) ? String(value) : null)
  const shown = { method, ...shownFields }
  return entries
    .filter(({ level }) => level === 'warning' || level === 'error')
    .slice(-most)
    .map((entry) => {
      const fields = Object.entries(shown).flatMap(([name, show]) => {
        const text = name in entry ? show(entry[name]) : null
        return text === null ? [] : [`${name}=${text}`]
      })
      return [momentOf(entry), String(entry['level']), eventOf(entry), ...fields].join(' ')
    })
}

/** How long what the log times took, by event: how often, the average and the longest. */
function timingLines(entries: readonly LogLine[]): string[] {
  const timings = new Map<string, number[]>()
  for (const entry of entries) {
    const { durationMs } = entry
    if (typeof durationMs !== 'number' || durationMs < 0 || durationMs > 86_400_000) continue
    const event = eventOf(entry)
    timings.set(event, [...(timings.get(event) ?? []), durationMs])
  }
  return [...timings].map(([event, all]) => {
    const average = Math.round(all.reduce((sum, each) => sum + each, 0) / all.length)
    return `${event}: ${all.length} times, average ${average} ms, longest ${Math.round(Math.max(...all))} ms`
  })
}

const eventOf = ({ event }: LogLine): string =>
  typeof event === 'string' && event.length < 50 && eventName.test(event) ? event : 'other'

const momentOf = ({ at }: LogLine): string =>
  typeof at === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) ? at : 'unknown time'
