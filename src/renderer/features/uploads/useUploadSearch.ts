import { computed, reactive, ref, watch } from 'vue'
import { localDate, addDays, addMonths, type CalendarDate } from '../../../contract/calendar-date.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import { type Result, success } from '../../../contract/result.ts'
import type { UploadSearchState } from '../../../contract/upload-search.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

type Found = MethodOutput<'uploads.search'>

export type FoundRow = NonNullable<Found['found'][number]['row']>

const pageLength = 50

/** The search in the uploads and their rows, by text, state and period. */
export function useUploadSearch(today = () => localDate(new Date())) {
  const client = useClient()
  const text = ref('')
  const state = ref<UploadSearchState>('any')
  const period = ref<SearchPeriod>('any')
  const dates = reactive({ from: '', until: '' })
  const pages = ref(1)

  const searched = computed(() => text.value.trim().slice(0, 120))
  const days = computed(() => daysOfPeriod(period.value, dates, today()))
  const isWrongOrder = computed(
    () => days.value.from !== null && days.value.until !== null && days.value.from > days.value.until,
  )
  const filter = computed(() => ({ text: searched.value, state: state.value, ...days.value }))
  const isSearching = computed(
    () =>
      !isWrongOrder.value &&
      (searched.value !== '' || state.value !== 'any' || days.value.from !== null || days.value.until !== null),
  )

  async function fetchPages(input: { filter: typeof filter.value; pages: number }): Promise<Result<Found>> {
    const found: Found['found'][number][] = []
    let after: string | null = null
    for (let page = 0; page < input.pages; page += 1) {
      const result: Result<Found> = await client.read('uploads.search', { ...input.filter, after, limit: pageLength })
      if (!result.ok) return result
      found.push(...result.value.found)
      after = result.value.next
      if (after === null) break
    }
    return success({ found, next: after })
  }
  const query = useQuery(fetchPages, {
    input: () => (isSearching.value ? { filter: filter.value, pages: pages.value } : null),
  })
  watch(filter, () => {
    pages.value = 1
  })

  return {
    text,
    state,
    period,
    dates,
    searched,
    isSearching,
    isWrongOrder,
    /** The found uploads by id, with the row that fits; undefined: the upload itself fits. */
    found: computed(() =>
      isSearching.value
        ? new Map(query.data.value?.found.map(({ id, row }) => [id, row ?? undefined]) ?? [])
        : new Map(),
    ),
    hasMore: computed(() => isSearching.value && (query.data.value?.next ?? null) !== null),
    showMore: () => void (pages.value += 1),
    clear() {
      text.value = ''
      state.value = 'any'
      period.value = 'any'
    },
    failure: query.failure,
    loading: query.loading,
    refresh: query.refresh,
  }
}

/** `dates`: the user chooses the first and the last day. */
export type SearchPeriod = 'any' | 'week' | 'month' | 'year' | 'dates'

/** The first and the last day of a period that ends today; null: no limit. `entered`: those of `dates`, empty while they are missing. */
export function daysOfPeriod(
  period: SearchPeriod,
  entered: { readonly from: string; readonly until: string },
  today: CalendarDate,
): { readonly from: CalendarDate | null; readonly until: CalendarDate | null } {
  switch (period) {
    case 'any':
      return { from: null, until: null }
    case 'week':
      return { from: addDays(today, -6), until: null }
    case 'month':
      return { from: addDays(today, -29), until: null }
    case 'year':
      return { from: addDays(addMonths(today, -12), 1), until: null }
    case 'dates':
      return { from: entered.from || null, until: entered.until || null }
    default:
      return period satisfies never
  }
}
