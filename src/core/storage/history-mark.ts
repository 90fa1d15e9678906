import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { errorFields, type Log } from '../ports/log.ts'

/**
 * A number that grows while data is written, saved in the database and in a file beside it. A database whose number is smaller than
 * the file's has lost changes: its log was deleted, or an older file was put in its place.
 */
export type HistoryMark = ReturnType<typeof createHistoryMark>

const markEveryMs = 1_000
const settingName = 'storage.history'

/** Reads both numbers. After lost changes, the first write makes them equal again, above all earlier numbers. */
export function createHistoryMark(
  database: Database,
  path: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
) {
  const saved = Number(readSetting(database, settingName) ?? 0)
  let count = Math.max(saved, readMark(path) ?? 0)
  const isShorter = count > saved
  let markedAtMs = Number.NEGATIVE_INFINITY
  let isMarking = false
  /** Whether the disk has room for it. */
  const mark = (): boolean => {
    isMarking = true
    markedAtMs = clock.monotonicMs()
    try {
      count += 1
      writeSetting(database, settingName, String(count))
      // After the database: a crash in between leaves the file behind, never ahead.
      writeFileSync(path, String(count), { mode: 0o600 })
      return true
    } catch (error) {
      // The write that was counted is already saved: its caller must not see this failure.
      log.write('warning', 'storage.mark-failed', errorFields(error))
      return !(error instanceof FailureError && error.failure.kind === 'disk-full')
    } finally {
      isMarking = false
    }
  }
  return {
    /** Whether the database is older than it was when it was last used. */
    isShorter,
    /** Saves the number at the start, which shows whether anything can be saved. */
    hasRoom: mark,
    /** Call after each write. Counts at most once in `markEveryMs`, so that writing costs the same as without. */
    handleWrite(): void {
      if (isMarking || clock.monotonicMs() - markedAtMs < markEveryMs) return
      mark()
    },
  }
}

/** The number in the file; null when there is none. A damaged file counts as none. */
export function readMark(path: string): number | null {
  if (!existsSync(path)) return null
  const count = Number(readFileSync(path, 'utf8'))
  return Number.isSafeInteger(count) && count > 0 ? count : null
}
