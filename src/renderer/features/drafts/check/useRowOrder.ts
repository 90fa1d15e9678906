import { computed, onScopeDispose, shallowRef } from 'vue'
import type { MethodInput } from '../../../../contract/methods.ts'
import type { Failure } from '../../../../contract/result.ts'
import type { ColumnFilter, RowSort } from '../../../../contract/draft-rows.ts'
import type { RowStatus } from '../../../../contract/drafts.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'

/** Row numbers of the first answer, which the user waits for. */
const firstPart = 5_000
/** Row numbers of each later answer: a few milliseconds for the program and for the window. */
const laterPart = 50_000
/** Above the number of any row of a single sheet. */
const maxNear = 2_097_152

/** Asks for the rows of a filter in its order. */
export const orderInput = (id: string, { filters, sort, ...query }: RowFilter): MethodInput<'drafts.rowOrder'> => ({
  id,
  ...query,
  ...(filters && filters.length > 0 && { filters: [...filters] }),
  ...(sort && { sort }),
})

/**
 * The numbers of a draft's rows in the order of a filter, fetched in parts: a million numbers at once would stop the program
 * and the window.
 */
export function useRowOrder(id: string) {
  const client = useClient()
  /** The numbers so far; null: none yet. */
  const numbers = shallowRef<readonly number[] | null>(null)
  const total = shallowRef(0)
  const partFailure = shallowRef<Failure | null>(null)
  const first = useAction(
    (wanted: RowFilter) => client.read('drafts.rowOrder', { ...orderInput(id, wanted), limit: firstPart }),
    { failed: 'shown' },
  )
  /** By row number: its position and 1. */
  let positions = new Uint32Array(0)
  /** The same for rows of several sheets or cars, and for rows added by hand: their numbers are far apart. */
  const farPositions = new Map<number, number>()
  let largest = 0
  let latest = 0
  let rest: Promise<void> = Promise.resolve()
  onScopeDispose(() => {
    latest += 1
    first.cancel()
  })

  function add(part: readonly number[], before: readonly number[]): void {
    for (const number of part) if (number > largest) largest = number
    const near = part.reduce((most, number) => (number < maxNear && number > most ? number : most), 0)
    if (near >= positions.length) {
      const larger = new Uint32Array(Math.min(maxNear, 2 * near + 1))
      larger.set(positions)
      positions = larger
    }
    for (const [at, number] of part.entries()) {
      if (number < maxNear) positions[number] = before.length + at + 1
      else farPositions.set(number, before.length + at + 1)
    }
    numbers.value = before.length === 0 ? part : before.concat(part)
  }

  async function fetchRest(filter: RowFilter, order: string, onPart: () => void): Promise<void> {
    const run = latest
    for (;;) {
      const known = numbers.value ?? []
      if (known.length >= total.value) return
      const answer = await client.read('drafts.rowOrder', {
        ...orderInput(id, filter),
        order,
        offset: known.length,
        limit: laterPart,
      })
      if (run !== latest) return
      if (!answer.ok) return void (partFailure.value = answer.error)
      // The program no longer has the order: its parts would not fit together.
      if (answer.value.order !== order || answer.value.rows.length === 0) return void (await fetch(filter, onPart))
      add(answer.value.rows, known)
      onPart()
    }
  }

  /** Fetches the order. Resolves when its first part is there; `onPart` is called for each later one. False: it failed or is outdated. */
  async function fetch(filter: RowFilter, onPart: () => void): Promise<boolean> {
    latest += 1
    partFailure.value = null
    first.cancel()
    const answer = await first.run(filter)
    if (!answer) return false
    positions.fill(0)
    farPositions.clear()
    total.value = answer.total
    add(answer.rows, [])
    rest = fetchRest(filter, answer.order, onPart)
    return true
  }

  return {
    numbers,
    total,
    fetch,
    /** Adds rows at the end. The parts that are being fetched must be there. */
    append(rows: readonly number[]): void {
      total.value += rows.length
      add(rows, numbers.value ?? [])
    },
    running: first.busy,
    failure: computed(() => first.failure.value ?? partFailure.value),
    /** The largest row number so far, so that a filter does not change the width of its column. */
    largest: computed(() => (void numbers.value, largest)),
    isWhole: computed(() => (numbers.value?.length ?? -1) >= total.value),
    /** Resolves when no more parts are being fetched. */
    async settled(): Promise<void> {
      for (let waited: Promise<void> | null = null; waited !== rest;) {
        waited = rest
        await waited
      }
    },
    /** -1 for a row that is not among the numbers. */
    positionOf: (row: number): number => (void numbers.value, (positions[row] ?? farPositions.get(row) ?? 0) - 1),
  }
}

/** The rows that the grid shows, and their order. */
export interface RowFilter {
  readonly filters?: readonly ColumnFilter[] | undefined
  /** Absent: errors first. */
  readonly sort?: RowSort | undefined
  readonly show: 'all' | RowStatus
  readonly group: string | null
  readonly search: string
}
