import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { MethodInput } from '../../../../contract/methods.ts'
import type { ColumnFilter, RowSort } from '../../../../contract/draft-rows.ts'
import type { RowStatus } from '../../../../contract/drafts.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'

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
  const positions = computed(() => new Map(numbers.value?.map((number, at) => [number, at])))
  const largest = ref(0)
  onScopeDispose(() => fetching.cancel())

  function show(shown: readonly number[]): void {
    numbers.value = shown
    largest.value = shown.reduce((most, number) => Math.max(most, number), largest.value)
  }

  return {
    numbers,
    total: computed(() => numbers.value?.length ?? 0),
    /** False: it failed or is outdated. */
    async fetch(filter: RowFilter): Promise<boolean> {
      fetching.cancel()
      const answer = await fetching.run(filter)
      if (!answer) return false
      show(answer.rows)
      return true
    },
    /** Adds rows at the end. */
    append: (rows: readonly number[]): void => show([...(numbers.value ?? []), ...rows]),
    running: fetching.busy,
    failure: fetching.failure,
    /** The largest row number so far, so that a filter does not change the width of its column. */
    largest,
    /** -1 for a row that is not among the numbers. */
    positionOf: (row: number): number => positions.value.get(row) ?? -1,
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
