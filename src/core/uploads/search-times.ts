import type { OpenStorage } from '../open-storage.ts'
import type { UploadTiming } from './timing.ts'

/** How often rows have been searched for at the service, and when they are searched for next (monotonic ms). */
export interface Search {
  readonly searches: number
  readonly firstAtMs: number
  readonly nextAtMs: number
  /** Why the list may lack rows that are searched for; null: it seemed whole. */
  readonly problem: string | null
}

/**
 * The uploads of an earlier run, by id, until they were searched for at the service. The data folder may have been put back: then the
 * service has rows that the journal counts as not sent.
 */
export type UncheckedUploads = Map<string, UncheckedUpload>

interface UncheckedUpload {
  /** The next search, after one that found rows; null: nothing was found so far. */
  readonly search: Search | null
  readonly nextAtMs: number
  /** Rows that the user was asked about. */
  readonly asked: ReadonlySet<number>
}

export const newUnchecked = (): UncheckedUpload => ({ search: null, nextAtMs: 0, asked: new Set() })

/** Schedules the search after one that found nothing; null when the rows count as not received: in a list without a problem. */
export function nextSearch(
  { storage, timing }: { readonly storage: Pick<OpenStorage, 'clock'>; readonly timing: UploadTiming },
  before: Search | null,
  problem: string | null,
): Search | null {
  const nowMs = storage.clock.monotonicMs()
  const { searches: searchesBefore, firstAtMs } = before ?? { searches: 0, firstAtMs: nowMs }
  const count = searchesBefore + 1
  const gapMs = timing.firstSearchGapMs * 2 ** searchesBefore
  const search = { searches: count, firstAtMs, problem }
  if (problem !== null) return { ...search, nextAtMs: nowMs + Math.min(gapMs, timing.longestListGapMs) }
  if (count >= timing.leastSearches && nowMs - firstAtMs >= timing.searchWindowMs) return null
  const windowEndMs = firstAtMs + timing.searchWindowMs
  const nextAtMs = nowMs < windowEndMs ? Math.min(nowMs + gapMs, windowEndMs) : nowMs + timing.firstSearchGapMs
  return { ...search, nextAtMs }
}
