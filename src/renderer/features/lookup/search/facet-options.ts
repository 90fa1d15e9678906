import type { Facets } from '../../../../contract/lookup.ts'
import type { FacetChoice, FacetName } from '../../../../contract/facets.ts'

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
export const selectedFacets = (facets: Facets['facets'], selected: FacetChoice) =>
  facets.flatMap(({ name, label }) => {
    const value = selected[name]
    return value ? [{ name, label, value }] : []
  })
