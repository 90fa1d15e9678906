import { computed, shallowRef, watch } from 'vue'
import { activeFilter, filterParts, type CustomerFilter } from '../../../contract/customer-filter.ts'
import type { SavedView } from '../../../contract/customer-views.ts'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { filterOf, sameFilter } from './customer-filter.ts'
import type { CustomerPages } from './useCustomerPages.ts'

const changes = ['customers.changed', 'sightings.changed'] as const
/** The counts of the views matter less than the rows. */
const viewsGapMs = 3_000
const shownGapMs = 600
/** The program counts no more at once. */
const mostFilters = 60

/** A part of the filter, and how many customers there are without it. `part` null: the search. */
export interface WithoutPart {
  readonly part: string | null
  readonly count: number
}

/** Counts of the filter on the screen and of the views. */
export function useFilterCounts(pages: CustomerPages, views: () => readonly Pick<SavedView, 'id' | 'filter'>[]) {
  /** The filter whose rows are there: its counts are asked for after them. */
  const asked = shallowRef<CustomerFilter | null>(null)
  watch(
    pages.version,
    () => {
      const filter = filterOf(pages.query.value)
      if (asked.value === null || !sameFilter(asked.value, filter)) asked.value = filter
    },
    { immediate: true },
  )
  const shown = useQuery('customers.counts', {
    input: () => (asked.value === null ? null : { filters: [asked.value] }),
    lazy: true,
    refreshOn: changes,
    minGapMs: shownGapMs,
    adaptiveGap: true,
  })
  const counted = computed(() => views().slice(0, mostFilters))
  const ofViews = useQuery('customers.counts', {
    input: () => ({ filters: counted.value.map(({ filter }) => filter) }),
    lazy: true,
    refreshOn: changes,
    minGapMs: viewsGapMs,
    adaptiveGap: true,
  })

  const parts = computed<readonly (string | null)[]>(() => {
    const filter = asked.value
    if (filter === null || pages.total.value !== 0) return []
    return [...(filter.search.trim() === '' ? [] : [null]), ...filterParts(activeFilter(filter))]
  })
  const ofParts = useQuery('customers.counts', {
    input: () => {
      const filter = asked.value
      if (filter === null || parts.value.length === 0) return null
      const without = parts.value.map((part) =>
        part === null ? { ...filter, search: '' } : { ...filter, off: [...filter.off, part] },
      )
      return { filters: without.slice(0, mostFilters) }
    },
    lazy: true,
    clearOnInputChange: true,
  })

  return {
    /** Of the filter on the screen. */
    shown: computed(() => shown.data.value?.counts[0] ?? null),
    /** How many customers a view has; null: not known yet. */
    countOf({ id }: Pick<SavedView, 'id'>): number | null {
      const at = counted.value.findIndex((view) => view.id === id)
      return at < 0 ? null : (ofViews.data.value?.counts[at]?.found ?? null)
    },
    /** When no customer matches: what could be switched off, with what is then found. */
    withoutParts: computed<readonly WithoutPart[]>(() =>
      (ofParts.data.value?.counts ?? [])
        .map(({ found }, at) => ({ part: parts.value[at] ?? null, count: found }))
        .filter(({ count }) => count > 0),
    ),
    async refresh(): Promise<void> {
      await Promise.all([shown.refresh(), ofViews.refresh()])
    },
  }
}

type Makes = CustomerFacts['makes']

/** All values that the list can be filtered by, each with its count in `counted`: what the other filters leave. Null: not known yet. */
export function withCounts(facts: CustomerFacts | null, counted: CustomerFacts | null): CustomerFacts | null {
  if (!facts || !counted) return facts
  const countsOf = <T extends { readonly count: number }>(list: readonly T[], key: (value: T) => string) => {
    const counts = new Map(list.map((value) => [key(value), value.count]))
    return (value: T): T => ({ ...value, count: counts.get(key(value)) ?? 0 })
  }
  const outcomes = new Set(facts.outcomes.map(({ outcome }) => outcome))
  return {
    ...facts,
    states: facts.states.map(countsOf(counted.states, ({ state }) => state)),
    uploads: facts.uploads.map(countsOf(counted.uploads, ({ id }) => id)),
    fields: facts.fields.map(countsOf(counted.fields, ({ name }) => name)),
    missingVin: counted.missingVin,
    missing: counted.missing,
    outcomes: [
      ...facts.outcomes.map(countsOf(counted.outcomes, ({ outcome }) => outcome)),
      ...counted.outcomes.filter(({ outcome }) => !outcomes.has(outcome)),
    ],
    makes: countedMakes(facts.makes, counted.makes),
  }
}

function countedMakes(makes: Makes, counted: Makes): Makes {
  const byMake = new Map(counted.map((make) => [make.make, make]))
  return makes.map((make) => {
    const now = byMake.get(make.make)
    const models = new Map(now?.models.map(({ model, count }) => [model, count]))
    return {
      make: make.make,
      count: now?.count ?? 0,
      models: make.models.map(({ model }) => ({ model, count: models.get(model) ?? 0 })),
    }
  })
}
