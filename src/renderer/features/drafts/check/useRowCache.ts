import { ref, shallowRef } from 'vue'
import type { DraftRow } from '../../../../contract/drafts.ts'
import type { Failure } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'

const rowsPerCall = 200
const maxCachedRows = 8_000

/**
 * Rows of a draft by their number in the file. `invalidate()` starts a new epoch: cached rows stay available until their newer
 * version arrives, and an answer from an earlier epoch never replaces a row from a later one.
 */
export function useRowCache(
  client: Pick<ProgramClient, 'call'>,
  id: string,
  /** Positions of the columns of the file whose texts the rows have. */
  columns: () => readonly number[] = () => [],
) {
  const failure = shallowRef<Failure | null>(null)
  const arrivals = ref(0)
  const cached = new Map<number, { readonly row: DraftRow; readonly epoch: number }>()
  /** The epoch in which each row was requested last. */
  const requested = new Map<number, number>()
  let epoch = 0

  async function fetchOnce(numbers: readonly number[]): Promise<void> {
    const startedIn = epoch
    for (const number of numbers) requested.set(number, startedIn)
    const answer = await client.call('drafts.rowsByNumber', {
      id,
      rows: [...numbers],
      ...(columns().length > 0 && { columns: [...columns()] }),
    })
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) {
      for (const number of numbers) if (requested.get(number) === startedIn) requested.delete(number)
      return
    }
    for (const row of answer.value.rows) {
      const before = cached.get(row.row)
      if (!before || before.epoch <= startedIn) cached.set(row.row, { row, epoch: startedIn })
    }
    arrivals.value += 1
  }

  /** Fetches these rows, in calls of at most 200. A failure is in `failure`. */
  async function fetch(numbers: readonly number[]): Promise<void> {
    const calls: Promise<void>[] = []
    for (let at = 0; at < numbers.length; at += rowsPerCall) calls.push(fetchOnce(numbers.slice(at, at + rowsPerCall)))
    await Promise.all(calls)
  }

  return {
    failure,
    fetch,
    /** Reactive: changes when rows arrive. */
    get: (number: number): DraftRow | null => (void arrivals.value, cached.get(number)?.row ?? null),
    /** True when the newest version of a row is cached or requested. */
    isFresh: (number: number): boolean => cached.get(number)?.epoch === epoch || requested.get(number) === epoch,
    epoch: (): number => epoch,
    invalidate(): void {
      epoch += 1
    },
    /** Drops all but these rows when the cache is full. */
    trim(near: () => readonly number[]): void {
      if (cached.size <= maxCachedRows) return
      const wanted = new Set(near())
      for (const number of cached.keys()) {
        if (wanted.has(number)) continue
        cached.delete(number)
        requested.delete(number)
      }
    },
  }
}
