import type { Clock } from '../ports/clock.ts'
import type { RemoteUpload } from '../service/service-client.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import type { UploadTiming } from './timing.ts'
import { uploadMessages } from './upload-messages.ts'
import type { Counters } from './upload-record.ts'

/** When a batch's counters are read next, and what the last readings were. */
export interface Polling {
  readonly nextAtMs: number
  readonly gapMs: number
  readonly counters: Counters
  /** False: the last answer's counters could not be read, so it says nothing about progress. */
  readonly isReadable: boolean
  /** Equal readings in a row, and the time of the first. */
  readonly unchangedReadings: number
  readonly unchangedSinceMs: number
  /** How often customers were listed for these rows. */
  readonly matchAttempts: number
}

/** The polling of each batch, by `batchKey`. It is not saved: after a restart polling starts again. */
export interface BatchPollings {
  readonly all: ReadonlyMap<string, Polling>
  get(key: string): Polling | undefined
  /** Records a reading and schedules the next: sooner while the counters change. */
  record(key: string, counters: Counters): Polling
  /** Records an answer without readable counters. `last` are the counters known before it. */
  recordUnreadable(key: string, last: Counters): void
  addMatchAttempt(key: string): void
  delete(key: string): void
  /** What the batches of an upload wait for; null when all their counters are readable. */
  waiting(uploadId: string): Waiting | null
}

export function createBatchPollings(
  clock: Clock,
  { firstPollMs, longestPollMs }: Pick<UploadTiming, 'firstPollMs' | 'longestPollMs'>,
): BatchPollings {
  const pollings = new Map<string, Polling>()
  const longer = (gapMs: number): number => Math.min(Math.ceil(gapMs * 1.5), longestPollMs)

  return {
    all: pollings,
    get: (key) => pollings.get(key),
    record(key, counters) {
      const nowMs = clock.monotonicMs()
      const before = pollings.get(key)
      const isSame = before !== undefined && before.isReadable && isEqual(before.counters, counters)
      const gapMs = isSame ? longer(before.gapMs) : firstPollMs
      const next: Polling = {
        nextAtMs: nowMs + gapMs,
        gapMs,
        counters,
        isReadable: true,
        unchangedReadings: isSame ? before.unchangedReadings + 1 : 0,
        unchangedSinceMs: isSame ? before.unchangedSinceMs : nowMs,
        matchAttempts: before?.matchAttempts ?? 0,
      }
      pollings.set(key, next)
      return next
    },
    recordUnreadable(key, last) {
      const nowMs = clock.monotonicMs()
      const before = pollings.get(key)
      const gapMs = before ? longer(before.gapMs) : firstPollMs
      pollings.set(key, {
        nextAtMs: nowMs + gapMs,
        gapMs,
        counters: last,
        isReadable: false,
        unchangedReadings: 0,
        unchangedSinceMs: nowMs,
        matchAttempts: before?.matchAttempts ?? 0,
      })
    },
    addMatchAttempt(key) {
      const before = pollings.get(key)
      if (before) pollings.set(key, { ...before, matchAttempts: before.matchAttempts + 1 })
    },
    delete: (key) => void pollings.delete(key),
    waiting(uploadId) {
      const unreadable = [...pollings].filter(([key, { isReadable }]) => !isReadable && key.startsWith(`${uploadId}/`))
      if (unreadable.length === 0) return null
      const nextAtMs = Math.min(...unreadable.map(([, polling]) => polling.nextAtMs))
      const leftMs = Math.max(0, nextAtMs - clock.monotonicMs())
      return {
        reason: uploadMessages.waiting.countersUnreadable,
        until: new Date(clock.now().getTime() + leftMs).toISOString(),
      }
    },
  }
}

export function isEqual(one: Counters, other: Counters): boolean {
  return one.uploaded === other.uploaded && one.processed === other.processed && one.errors === other.errors
}

/**
 * The counters of an answer; null when they do not show the progress: one is unreadable, or the uploaded or processed
 * count is absent. An absent error count keeps its last value.
 */
export function countersIn(
  { uploaded, processed, errors }: Pick<RemoteUpload, 'uploaded' | 'processed' | 'errors'>,
  last: Counters,
): Counters | null {
  if (typeof uploaded !== 'number' || typeof processed !== 'number' || errors === 'unreadable') return null
  return { uploaded, processed, errors: errors ?? last.errors }
}
