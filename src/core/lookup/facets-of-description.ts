import type { FacetChoice, FacetName } from '../../contract/facets.ts'
import type { FacetOptions } from './read-facets.ts'

/** How the road transport authority describes a car. */
export interface AuthorityDescription {
  readonly description: string | null
  /** Facets that the record has as separate fields. */
  readonly fields: FacetChoice
}

/** Facets of the catalogue within a choice; null when the service can't be reached. */
export type OptionsWithin = (chosen: FacetChoice) => Promise<FacetOptions | null>

/** Chosen after make, year and model: descriptions often contain them. */
const restNames: readonly FacetName[] = ['badge', 'series', 'body', 'fuel', 'transmission', 'body_style', 'wheelbase']

/**
 * Finds facets of the catalogue in the authority's description: make and year, then the model among those of the make,
 * then the others. Only values of the catalogue are chosen. Without a connection the result is the authority's own
 * fields.
 */
export async function facetsOfDescription(
  described: AuthorityDescription,
  optionsWithin: OptionsWithin,
): Promise<FacetChoice> {
  const all = await optionsWithin({})
  if (all === null) return described.fields
  const chosen: FacetChoice = {}
  const choose = (name: FacetName, options: FacetOptions): boolean => {
    const value = matching(name, options, described)
    if (value !== null) chosen[name] = value
    return value !== null
  }
  choose('make', all)
  choose('year', all)
  if (chosen.make === undefined) return chosen

  const ofMake = (await optionsWithin(chosen)) ?? {}
  if (!choose('model', ofMake) && chosen.year !== undefined) {
    // The catalogue may have the model in other years only. The model narrows the search more than the year.
    const { year: _year, ...withoutYear } = chosen
    const anyYear = (await optionsWithin(withoutYear)) ?? {}
    if (matching('model', anyYear, described) !== null) {
      delete chosen.year
      choose('model', anyYear)
    }
  }
  if (chosen.model === undefined) return chosen

  const ofModel = (await optionsWithin(chosen)) ?? {}
  for (const name of restNames) {
    if ((ofModel[name]?.length ?? 0) === 0) continue
    const before = chosen[name]
    if (!choose(name, ofModel) || before !== undefined) continue
    // Each value fits the model, but together they may match no car.
    const left = await optionsWithin(chosen)
    if (left !== null && (left.model?.length ?? 0) === 0) delete chosen[name]
  }
  return chosen
}

const normalisedWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const joinedWords = (text: string): string => normalisedWords(text).replaceAll(' ', '')

/** The option that the authority's field names, otherwise the longest one that its description contains. */
function matching(
  name: FacetName,
  options: FacetOptions,
  { description, fields }: AuthorityDescription,
): string | null {
  const list = options[name] ?? []
  const field = fields[name]
  if (field !== undefined) {
    const named = list.find(({ value }) => joinedWords(value) === joinedWords(field))
    if (named) return named.value
  }
  const source = [description, field].filter((text) => text !== null && text !== undefined).join(' ')
  if (source === '') return null
  const found = list.filter(
    ({ value }) => normalisedWords(value).trim() !== '' && isMentioned(normalisedWords(source), value),
  )
  return found.toSorted((a, b) => b.value.length - a.value.length)[0]?.value ?? null
}

/** Whether the source has the value's words in order, or as one word ("HILUX" for "Hi-Lux") if it is not too short. */
function isMentioned(source: string, value: string): boolean {
  if (source.includes(normalisedWords(value))) return true
  const whole = joinedWords(value)
  return whole.length >= 4 && source.split(' ').includes(whole)
}
