import type { Clock } from '../ports/clock.ts'
import type { RemoteUpload } from '../service/service-client.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import type { UploadTiming } from './timing.ts'
import { uploadMessages } from './upload-messages.ts'
import type { Counters } from './upload-record.ts'

/** When a batch's counters are read next, and what the last readings were. */
export interface Polling {
  readonly nextAtMs: number
  readonly gapMs: number
  readonly counters: Counters
  /** The highest sum of the counters so far: only a higher one is progress. */
  readonly highest: number
  /** False: the last answer's counters could not be read, so it says nothing about progress. */
  readonly isReadable: boolean
  /** Equal readings in a row, and the time of the first. */
  readonly unchangedReadings: number
  readonly unchangedSinceMs: number
  /** Listings of the customers that had fewer than the counters; null: none. */
  readonly listing: Listing | null
  /** What it waits for before the rows without a customer get their result, and until when; null: nothing. */
  readonly patience: Patience | null
}

interface Patience {
  readonly reason: string
  /** Null: as long as it takes. */
  readonly untilMs: number | null
}

interface Listing {
  readonly attempts: number
  /** The most customers so far, and since when. */
  readonly found: number
  readonly sinceMs: number
  /** Why the list may lack customers, as the service gave it; null: it seemed whole. */
  readonly problem: string | null
}

/** The polling of each batch, by `batchKey`. It is not saved: after a restart polling starts again. */
export type BatchPollings = ReturnType<typeof createBatchPollings>

/** Short delays of the list are usual and not shown. */
const attemptsBeforeWaiting = 4

export function createBatchPollings(
  clock: Clock,
  timing: Pick<UploadTiming, 'firstPollMs' | 'longestPollMs' | 'listPatienceMs' | 'longestListGapMs'>,
) {
  const { firstPollMs, longestPollMs } = timing
  const wallTime = createWallTime(clock)
  const pollings = new Map<string, Polling>()
  const nextOf = (waiting: readonly Polling[]): string => wallTime(Math.min(...waiting.map(({ nextAtMs }) => nextAtMs)))
  const longer = (gapMs: number): number => Math.min(Math.ceil(gapMs * 1.5), longestPollMs)

  /** Schedules the next reading after one without counters, each time later. */
  const postpone = (key: string, last: Counters, isReadable: boolean): void => {
    const nowMs = clock.monotonicMs()
    const before = pollings.get(key)
    const gapMs = before ? longer(before.gapMs) : firstPollMs
    pollings.set(key, {
      nextAtMs: nowMs + gapMs,
      gapMs,
      counters: last,
      highest: before?.highest ?? 0,
      isReadable,
      unchangedReadings: 0,
      unchangedSinceMs: nowMs,
      listing: before?.listing ?? null,
      patience: null,
    })
  }

  return {
    all: pollings,
    get: (key: string): Polling | undefined => pollings.get(key),
    /** Records a reading and schedules the next: sooner while the counters change. */
    record(key: string, counters: Counters): Polling {
      const nowMs = clock.monotonicMs()
      const before = pollings.get(key)
      const sum = counters.uploaded + counters.processed + counters.errors
      const isSame = before !== undefined && before.isReadable && sum <= before.highest
      const gapMs = isSame ? longer(before.gapMs) : firstPollMs
      const next: Polling = {
        nextAtMs: nowMs + gapMs,
        gapMs,
        counters,
        highest: Math.max(sum, before?.highest ?? 0),
        isReadable: true,
        unchangedReadings: isSame ? before.unchangedReadings + 1 : 0,
        unchangedSinceMs: isSame ? before.unchangedSinceMs : nowMs,
        listing: before?.listing ?? null,
        patience: null,
      }
      pollings.set(key, next)
      return next
    },
    /** Records an answer without readable counters. `last` are the counters known before it. */
    recordUnreadable: (key: string, last: Counters): void => postpone(key, last, false),
    /** Records that the reading stopped the upload: it is still followed, but not asked for again at once. */
    recordStop: (key: string, last: Counters): void => postpone(key, last, pollings.get(key)?.isReadable ?? true),
    /**
     * Records a listing that has fewer customers than the counters, and schedules the next with a longer gap. False: no more
     * have come for `listPatienceMs`. `problem`: why the list itself may lack some.
     */
    recordIncompleteList(key: string, found: number, problem: string | null): boolean {
      const nowMs = clock.monotonicMs()
      const before = pollings.get(key)
      if (!before) return true
      const { attempts, found: most, sinceMs } = before.listing ?? { attempts: 0, found: -1, sinceMs: nowMs }
      const isMore = found > most
      const listing = {
        attempts: attempts + 1,
        found: Math.max(most, found),
        sinceMs: isMore ? nowMs : sinceMs,
        problem,
      }
      if (nowMs - listing.sinceMs >= timing.listPatienceMs) return false
      const gapMs = Math.min(firstPollMs * 2 ** attempts, timing.longestListGapMs)
      pollings.set(key, { ...before, listing, nextAtMs: nowMs + gapMs })
      return true
    },
    /** Records that counters do not move and the list lacks rows: it is read again ever more seldom, as long as it takes. */
    recordStanding(key: string, reason: string): void {
      const before = pollings.get(key)
      if (!before) return
      const nowMs = clock.monotonicMs()
      const gapMs = Math.max(timing.longestListGapMs, (nowMs - before.unchangedSinceMs) / 10)
      const nextAtMs = nowMs + Math.min(gapMs, timing.listPatienceMs)
      pollings.set(key, { ...before, nextAtMs, patience: { reason, untilMs: null } })
    },
    /** Says what the last reading leaves to wait for. */
    recordPatience(key: string, patience: Patience): void {
      const before = pollings.get(key)
      if (before) pollings.set(key, { ...before, patience })
    },
    delete: (key: string): void => void pollings.delete(key),
    /** What the batches of an upload wait for: readable counters, other rows, or a list that includes their customers. Null: nothing. */
    waiting(uploadId: string): Waiting | null {
      const own = [...pollings].filter(([key]) => key.startsWith(`${uploadId}/`)).map(([, polling]) => polling)
      const unreadable = own.filter(({ isReadable }) => !isReadable)
      if (unreadable.length > 0) {
        return { reason: uploadMessages.waiting.countersUnreadable, until: nextOf(unreadable) }
      }
      const isLate = ({ listing }: Polling): boolean =>
        listing !== null && (listing.attempts >= attemptsBeforeWaiting || listing.problem !== null)
      if (own.length === 0 || !own.every((polling) => polling.patience !== null || isLate(polling))) return null
      const endless = Number.POSITIVE_INFINITY
      const [patience] = own
        .flatMap((each) => each.patience ?? [])
        .toSorted((a, b) => (a.untilMs ?? endless) - (b.untilMs ?? endless))
      if (patience?.untilMs === null) return { reason: patience.reason, until: nextOf(own) }
      if (patience) return { reason: patience.reason, until: wallTime(patience.untilMs), atLatest: true }
      const [problem] = own.flatMap(({ listing }) => listing?.problem ?? [])
      return { reason: problem ?? uploadMessages.waiting.listLate, until: nextOf(own) }
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
