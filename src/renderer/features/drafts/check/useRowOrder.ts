import { computed, onScopeDispose, shallowRef } from 'vue'
import type { MethodInput } from '../../../../contract/methods.ts'
import type { ColumnFilter, RowSort } from '../../../../contract/draft-rows.ts'
import type { RowStatus } from '../../../../contract/drafts.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'

/** Above the number of any row of a single sheet. */
const maxNear = 2_097_152

/** Asks for the rows of a filter in its order. */
export const orderInput = (id: string, { filters, sort, ...query }: RowFilter): MethodInput<'drafts.rowOrder'> => ({
  id,
  ...query,
  ...(filters && filters.length > 0 && { filters: [...filters] }),
  ...(sort && { sort }),
})

/** The numbers of a draft's rows in the order of a filter. */
export function useRowOrder(id: string) {
  const client = useClient()
  /** Null: none yet. */
  const numbers = shallowRef<readonly number[] | null>(null)
  const fetching = useAction((wanted: RowFilter) => client.read('drafts.rowOrder', orderInput(id, wanted)), {
    failed: 'shown',
  })
  /** By row number: its position and 1. */
  let positions = new Uint32Array(0)
  /** The same for rows of several sheets or cars, and for rows added by hand: their numbers are far apart. */
  const farPositions = new Map<number, number>()
  let largest = 0
  onScopeDispose(() => fetching.cancel())

  function add(added: readonly number[], before: readonly number[]): void {
    for (const number of added) if (number > largest) largest = number
    const near = added.reduce((most, number) => (number < maxNear && number > most ? number : most), 0)
    if (near >= positions.length) {
      const larger = new Uint32Array(Math.min(maxNear, 2 * near + 1))
      larger.set(positions)
      positions = larger
    }
    for (const [at, number] of added.entries()) {
      if (number < maxNear) positions[number] = before.length + at + 1
      else farPositions.set(number, before.length + at + 1)
    }
    numbers.value = before.length === 0 ? added : before.concat(added)
  }

  return {
    numbers,
    total: computed(() => numbers.value?.length ?? 0),
    /** False: it failed or is outdated. */
    async fetch(filter: RowFilter): Promise<boolean> {
      fetching.cancel()
      const answer = await fetching.run(filter)
      if (!answer) return false
      positions.fill(0)
      farPositions.clear()
      add(answer.rows, [])
      return true
    },
    /** Adds rows at the end. */
    append: (rows: readonly number[]): void => add(rows, numbers.value ?? []),
    running: fetching.busy,
    failure: fetching.failure,
    /** The largest row number so far, so that a filter does not change the width of its column. */
    largest: computed(() => (void numbers.value, largest)),
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
