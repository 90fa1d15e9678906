import type { FacetChoice, FacetName } from '../../contract/lookup.ts'
import type { FacetOptions } from './read-facets.ts'

/** What the road transport authority says of a car. */
export interface Described {
  readonly description: string | null
  /** Facets that it names in fields of their own. */
  readonly fields: FacetChoice
}

/** Facets of the catalogue within a choice; null when they cannot be had. */
export type OptionsWithin = (chosen: FacetChoice) => Promise<FacetOptions | null>

/** What is chosen once make, year and model are: these are what descriptions carry. */
const restNames: readonly FacetName[] = ['badge', 'series', 'body', 'fuel', 'transmission', 'body_style', 'wheelbase']

/**
 * The authority's description as facets of the catalogue: first make and year, then the model among those of the make, then whatever else
 * fits exactly. Only values that the catalogue offers are chosen; where it cannot be asked, the authority's own fields are.
 */
export async function facetsOfDescription(described: Described, optionsWithin: OptionsWithin): Promise<FacetChoice> {
  const all = await optionsWithin({})
  if (all === null) return described.fields
  const chosen: FacetChoice = {}
  const take = (name: FacetName, options: FacetOptions): boolean => {
    const value = matching(name, options, described)
    if (value !== null) chosen[name] = value
    return value !== null
  }
  take('make', all)
  take('year', all)
  if (chosen.make === undefined) return chosen

  const ofMake = (await optionsWithin(chosen)) ?? {}
  if (!take('model', ofMake) && chosen.year !== undefined) {
    // The catalogue may have the model in other years only: the model tells more than the year.
    const { year: _year, ...withoutYear } = chosen
    const anyYear = (await optionsWithin(withoutYear)) ?? {}
    if (matching('model', anyYear, described) !== null) {
      delete chosen.year
      take('model', anyYear)
    }
  }
  if (chosen.model === undefined) return chosen

  const ofModel = (await optionsWithin(chosen)) ?? {}
  for (const name of restNames) {
    if ((ofModel[name]?.length ?? 0) === 0) continue
    const before = chosen[name]
    if (!take(name, ofModel) || before !== undefined) continue
    // Each fits the model, but two of them may fit no car together.
    const left = await optionsWithin(chosen)
    if (left !== null && (left.model?.length ?? 0) === 0) delete chosen[name]
  }
  return chosen
}

const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const squashed = (text: string): string => words(text).replaceAll(' ', '')

/** The option that the authority's own field names, else the longest whose words stand in its description. */
function matching(name: FacetName, options: FacetOptions, { description, fields }: Described): string | null {
  const list = options[name] ?? []
  const field = fields[name]
  if (field !== undefined) {
    const named = list.find(({ value }) => squashed(value) === squashed(field))
    if (named) return named.value
  }
  const said = [description, field].filter((text) => text !== null && text !== undefined).join(' ')
  if (said === '') return null
  const found = list.filter(({ value }) => words(value).trim() !== '' && isMentioned(words(said), value))
  return found.toSorted((a, b) => b.value.length - a.value.length)[0]?.value ?? null
}

/** The words of a value in their order; "HILUX" says "Hi-Lux" as well. A short value only as a word of its own. */
function isMentioned(said: string, value: string): boolean {
  if (said.includes(words(value))) return true
  const whole = squashed(value)
  return whole.length >= 4 && said.split(' ').includes(whole)
}
