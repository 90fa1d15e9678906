import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { FacetChoice, FacetName } from '../../../../contract/facets.ts'
import type { Facets } from '../../../../contract/lookup.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { useLookupSettings } from '../../../vehicle/useLookupSettings.ts'
import { facetsOfRoute, routeOfCatalogue } from '../lookup-routes.ts'
import { lookupText } from '../lookup-text.ts'
import { useRefreshableQuery } from '../useRefreshableQuery.ts'
import { nextResultCount } from './search-results.ts'

export type FacetOption = Facets['facets'][number]['options'][number]

/** A longer list is narrowed by typing. */
export const maxShownOptions = 200

/** "Land Rover", "land-rover" and "LANDROVER" have the same key. */
const searchKey = (text: string): string => text.toLowerCase().replaceAll(/[\s\-_.]+/g, '')

/** The options that contain the typed text: first those that begin with it. Keeps the order within each group. */
export function filterOptions(options: readonly FacetOption[], typed: string): readonly FacetOption[] {
  const typedKey = searchKey(typed)
  if (typedKey === '') return options
  const matching = options.filter(({ value }) => searchKey(value).includes(typedKey))
  const begins = ({ value }: FacetOption): boolean => searchKey(value).startsWith(typedKey)
  return [...matching.filter(begins), ...matching.filter((option) => !begins(option))]
}

/** The selection with one facet set, or cleared by null. */
export function withFacet(selected: FacetChoice, name: FacetName, value: string | null): FacetChoice {
  const { [name]: _, ...others } = selected
  return value === null ? others : { ...others, [name]: value }
}

/** The selected facets in the order of the fields. */
const selectedFacets = (facets: Facets['facets'], selected: FacetChoice) =>
  facets.flatMap(({ name, label }) => {
    const value = selected[name]
    return value ? [{ name, label, value }] : []
  })

/** The catalogue filtered by the facets of the address, so that Back undoes one selection. */
export function useCatalogueSearch() {
  const text = lookupText.catalogue
  const route = useRoute()
  const router = useRouter()
  const settings = useLookupSettings()

  const isOpen = (): boolean => route.name === 'lookup-catalogue'
  const selected = computed(() => facetsOfRoute(route.query))
  const isFiltered = computed(() => Object.keys(selected.value).length > 0)
  const pageLength = computed(() => settings.value.pageLength)

  /** A longer list counts for its filters and page length only. */
  const listKey = computed(() => JSON.stringify([selected.value, pageLength.value]))
  const longerList = shallowRef<{ readonly key: string; readonly count: number } | null>(null)
  const count = computed(() => {
    const longer = longerList.value
    return longer?.key === listKey.value ? longer.count : pageLength.value
  })

  const facets = useQuery('lookup.facets', { input: () => (isOpen() ? { chosen: selected.value } : null) })
  const search = useRefreshableQuery('lookup.search', () =>
    isOpen() && isFiltered.value ? { chosen: selected.value, count: count.value } : null,
  )
  watch(isFiltered, (filtered) => {
    if (!filtered) search.clear()
  })

  const total = computed(() => {
    const known = facets.data.value?.total ?? null
    if (known !== null) return text.vehicles(known)
    return facets.loading.value ? text.counting : text.narrow
  })
  const heading = computed(() => {
    const listed = search.data.value?.vehicles.length ?? 0
    const known = facets.data.value?.total ?? null
    return known !== null && known > listed ? text.someOf(listed, known) : text.vehicles(listed)
  })

  return {
    facets,
    search,
    selected,
    selectedList: computed(() => selectedFacets(facets.data.value?.facets ?? [], selected.value)),
    isFiltered,
    count,
    total,
    heading,
    select: (name: FacetName, value: string | null): void =>
      void router.push(routeOfCatalogue(withFacet(selected.value, name, value))),
    clearAll: (): void => void router.push(routeOfCatalogue({})),
    showMore(): void {
      longerList.value = { key: listKey.value, count: nextResultCount(count.value, pageLength.value) }
    },
  }
}
