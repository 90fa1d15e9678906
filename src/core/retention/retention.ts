import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RetentionStatus } from '../../contract/retention.ts'
import {
  retentionKinds,
  RetentionCounts,
  RetentionDays,
  type RetentionKind,
  keepEverything,
} from '../../contract/retention-kinds.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Database } from '../database/database.ts'
import { errorFields, type Log } from '../ports/log.ts'
import { backupPaths } from '../storage/backup.ts'
import { retentionRules, type RetentionTime } from './retention-rules.ts'
import { createSavedValues, type SavedValues } from '../database/settings.ts'

export interface RetentionParts {
  /** The folder of the log files. */
  readonly logFolder: string
  /** Rows were deleted that other parts may have in memory. */
  onDeleted(kind: RetentionKind): void
}

export interface RetentionPart {
  readonly handlers: DomainHandlers<'retention', AbortSignal>
  start(): void
  close(): Promise<void>
}

/** The start has more important work. */
const firstRunMs = 60_000
const dayMs = 24 * 60 * 60_000
/** A longer time without a run can also be a clock that was set ahead. */
const longestGapMs = 30 * dayMs
const nothing: RetentionCounts = { lookups: 0, uploads: 0, notes: 0, logs: 0, exports: 0 }

/** Deletes old data at the start and once a day, in small steps. A run that was killed is continued by the next one. */
export function createRetention(
  { database, clock, log, announcer }: Pick<OpenStorage, 'database' | 'clock' | 'log' | 'announcer'>,
  { logFolder, onDeleted }: RetentionParts,
): RetentionPart {
  const saved = savedRetention(database)
  const place = { database, logFolder }
  const closing = new AbortController()
  /** Ends the current run, because the days have changed. */
  let ending = new AbortController()
  let running: Promise<void> | null = null

  const timeOf = (days: number): RetentionTime => {
    const now = clock.now()
    return { before: new Date(now.getTime() - days * dayMs).toISOString(), at: now.toISOString() }
  }
  const status = (): RetentionStatus => {
    const { days, last, waitsUntil } = saved.get()
    return { days, last, waitsUntil, running: running !== null }
  }

  /** Whether the clock has jumped ahead, and nothing may be deleted yet. */
  const mustWait = (): boolean => {
    const now = clock.now().getTime()
    const { lastRunAt, waitsUntil } = saved.get()
    if (waitsUntil !== null) {
      const until = Date.parse(waitsUntil)
      // The clock was set back: it had been wrong.
      if (now < until - dayMs) saved.set({ waitsUntil: null, lastRunAt: clock.now().toISOString() })
      return now >= until - dayMs && now < until
    }
    if (lastRunAt === null || now - Date.parse(lastRunAt) < longestGapMs) return false
    saved.set({ waitsUntil: new Date(now + dayMs).toISOString() })
    return true
  }

  const deleteKind = async (kind: RetentionKind, days: number, signal: AbortSignal): Promise<void> => {
    let hasDeleted = false
    await retentionRules[kind].delete(place, timeOf(days), {
      signal,
      onDeleted(items) {
        hasDeleted = true
        const run = saved.get().run ?? nothing
        saved.set({ run: { ...run, [kind]: run[kind] + items }, compactAtClose: true })
      },
    })
    if (hasDeleted) onDeleted(kind)
  }

  const run = async (signal: AbortSignal): Promise<void> => {
    const { days } = saved.get()
    for (const kind of retentionKinds) {
      const limit = days[kind]
      if (limit !== null && !signal.aborted) await deleteKind(kind, limit, signal)
    }
    if (signal.aborted) return
    const at = clock.now().toISOString()
    const { run: deleted, last } = saved.get()
    saved.set({ run: null, lastRunAt: at, waitsUntil: null, last: deleted === null ? last : { at, deleted } })
    // The log of the database has pages as they were before.
    database.checkpoint()
    if (deleted)
      log.write('info', 'retention.deleted', { count: retentionKinds.reduce((sum, kind) => sum + deleted[kind], 0) })
  }

  /** After the current run, which ends soon. */
  const begin = (): void => {
    ending.abort()
    ending = new AbortController()
    const signal = AbortSignal.any([closing.signal, ending.signal])
    const before = running ?? Promise.resolve()
    const next = before
      .then(() => (signal.aborted ? undefined : run(signal)))
      .catch((error: unknown) => log.write('error', 'retention.failed', errorFields(error)))
      .finally(() => {
        if (running === next) running = null
        if (!closing.signal.aborted) announcer.announce('retention.changed')
      })
    running = next
    announcer.announce('retention.changed')
  }

  const repeat = async (): Promise<void> => {
    await clock.sleep(firstRunMs, closing.signal)
    for (;;) {
      if (hasLimit(saved.get().days) && !mustWait()) begin()
      await clock.sleep(dayMs, closing.signal)
    }
  }

  let repeating: Promise<void> = Promise.resolve()
  return {
    handlers: {
      status: async () => status(),
      async preview({ days }) {
        const counts = { ...nothing }
        for (const kind of retentionKinds) {
          const limit = days[kind]
          if (limit !== null) counts[kind] = await retentionRules[kind].count(place, timeOf(limit))
        }
        return counts
      },
      async setDays({ days }) {
        saved.set({ days, waitsUntil: null })
        // The user has seen what it deletes, whatever the clock says.
        if (hasLimit(days)) begin()
        else announcer.announce('retention.changed')
        return status()
      },
    },
    start() {
      repeating = repeat().catch((error: unknown) => {
        if (!closing.signal.aborted) log.write('error', 'retention.stopped', errorFields(error))
      })
    },
    async close() {
      closing.abort(new Error('Forecourt is closing'))
      await repeating
      await running
    },
  }
}

const hasLimit = (days: RetentionDays): boolean => retentionKinds.some((kind) => days[kind] !== null)

/**
 * Writes the database again without the room of what retention deleted, and removes the program's own backups, which still have it. The
 * next one is made when Forecourt closes. A failure changes nothing.
 */
export function compactAtClose(
  database: Database,
  { dataFolder, log }: { readonly dataFolder: string; readonly log: Log },
): void {
  try {
    const saved = savedRetention(database)
    if (!saved.get().compactAtClose) return
    database.compact()
    for (const backup of backupPaths(join(dataFolder, 'forecourt.db'))) rmSync(backup)
    saved.set({ compactAtClose: false })
  } catch (error) {
    log.write('warning', 'retention.notCompacted', errorFields(error))
  }
}

const RetentionState = z.object({
  days: RetentionDays,
  lastRunAt: z.string().nullable(),
  /** The last run that deleted something. */
  last: z.object({ at: z.string(), deleted: RetentionCounts }).nullable(),
  /** What a run that has not ended has deleted so far; it may have been killed. */
  run: RetentionCounts.nullable(),
  waitsUntil: z.string().nullable(),
  /** Pages of deleted rows can have remains until the file is written again, when the program closes. */
  compactAtClose: z.boolean(),
})
type RetentionState = z.infer<typeof RetentionState>

const settingName = 'retention'

export const savedRetention = (database: Database): SavedValues<RetentionState> =>
  createSavedValues<RetentionState>(database, settingName, {
    schema: RetentionState.partial(),
    defaults: { days: keepEverything, lastRunAt: null, last: null, run: null, waitsUntil: null, compactAtClose: false },
  })
