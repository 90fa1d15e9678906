import type { FacetChoice, FacetName, Facets } from '../../../../contract/lookup.ts'

export type FacetOption = Facets['facets'][number]['options'][number]

/** More than a person looks through: typing narrows the rest. */
export const maxShownOptions = 200

/** "Land Rover", "land-rover" and "LANDROVER" are found by the same letters. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s\-_.]+/g, '')

/** The options that hold what she typed: those that begin with it first, each group in the order in which it came. */
export function filterOptions(options: readonly FacetOption[], typed: string): readonly FacetOption[] {
  const wanted = plain(typed)
  if (wanted === '') return options
  const holding = options.filter(({ value }) => plain(value).includes(wanted))
  const begins = ({ value }: FacetOption): boolean => plain(value).startsWith(wanted)
  return [...holding.filter(begins), ...holding.filter((option) => !begins(option))]
}

/** The choice with one facet set, or cleared by null. */
export function withChoice(chosen: FacetChoice, name: FacetName, value: string | null): FacetChoice {
  const { [name]: _, ...others } = chosen
  return value === null ? others : { ...others, [name]: value }
}

/** Facets that are chosen, in the order of the drop-downs. */
export const chosenFacets = (facets: Facets['facets'], chosen: FacetChoice) =>
  facets.flatMap(({ name, label }) => {
    const value = chosen[name]
    return value ? [{ name, label, value }] : []
  })
