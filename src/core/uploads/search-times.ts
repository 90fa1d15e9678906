import type { RunnerContext } from './runner-context.ts'

/** How often rows have been searched for at the service, and when they are searched for next (monotonic ms). */
export interface Search {
  readonly searches: number
  readonly firstAtMs: number
  readonly nextAtMs: number
  /** Why the list may lack rows that are searched for; null: it seemed whole. */
  readonly problem: string | null
}

/** Schedules the search after one that found nothing; null when the rows count as not received: in a list without a problem. */
export function nextSearch(
  { storage, timing }: Pick<RunnerContext, 'storage' | 'timing'>,
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
