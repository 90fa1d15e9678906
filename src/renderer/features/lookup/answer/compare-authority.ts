import type { Detail } from '../../../../contract/details.ts'
import type { VehicleLookup } from '../../../../contract/lookup.ts'
import { FacetName } from '../../../../contract/lookup.ts'

/** One thing that the road authority and the catalogue may say differently. Null: that side says nothing of it. */
export interface ComparedFact {
  readonly name: string
  readonly label: string
  readonly authority: string | null
  readonly catalogue: string | null
  readonly verdict: 'same' | 'differs' | 'one-sided'
}

const labels: Readonly<Record<string, string>> = {
  vin: 'VIN',
  colour: 'Colour',
  color: 'Colour',
  body_style: 'Body style',
}
const labelOf = (name: string): string =>
  labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

const aliases: Readonly<Record<string, string>> = {
  color: 'colour',
  body_type: 'body',
  bodytype: 'body',
  manufacturer: 'make',
  vehicle_make: 'make',
  vehicle_model: 'model',
  model_year: 'year',
  build_year: 'year',
  year_of_manufacture: 'year',
  fuel_type: 'fuel',
  vin_number: 'vin',
  vehicle_identification_number: 'vin',
}

/** A field's name without regard to how it was written: "Body-Type", "bodyType" and "body_type" are one. */
export function factName(name: string): string {
  const plain = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return aliases[plain] ?? plain
}

const wordsIn = (value: string): string[] => value.toLowerCase().match(/[a-z\d]+/g) ?? []
const joined = (value: string): string => wordsIn(value).join('')

/** Whether two descriptions can be of one car: the words of the shorter one are all in the longer one, however they are set. */
export function saysTheSame(one: string, other: string): boolean {
  if (joined(one) === joined(other)) return true
  const [few, many] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.length - b.length)
  if (!few || !many || few.length === 0) return false
  return few.every((word) => many.includes(word))
}

const ofTheRecord = ['id', 'vehicle_id', 'title', 'confidence']

/** Everything that came, what describes the car first and what only names the record last. */
export const vehicleFacts = (details: readonly Detail[]): readonly Detail[] => {
  const isOfRecord = (detail: Detail): boolean => ofTheRecord.includes(factName(detail.name))
  return [...details.filter((detail) => !isOfRecord(detail)), ...details.filter(isOfRecord)]
}

const factsOf = (details: readonly Detail[]): Map<string, string> =>
  new Map(
    details.flatMap(({ name, text }): [string, string][] => (text && text.trim() ? [[factName(name), text]] : [])),
  )

/** Codes differ by a single character: no words of theirs count. */
const isCode = (name: string): boolean => name === 'vin'

function verdictOf(name: string, authority: string | null, catalogue: string | null): ComparedFact['verdict'] {
  if (authority === null || catalogue === null) return 'one-sided'
  const same = isCode(name) ? joined(authority) === joined(catalogue) : saysTheSame(authority, catalogue)
  return same ? 'same' : 'differs'
}

const checked = [
  'year',
  'make',
  'model',
  'badge',
  'series',
  'body',
  'body_style',
  'fuel',
  'transmission',
  'colour',
  'vin',
]

/** What the authority's description and the matched vehicle say of the same things, in the order in which one looks at a car. */
export function compareWithAuthority(lookup: VehicleLookup): readonly ComparedFact[] {
  const { vehicle, authority } = lookup
  if (!vehicle) return []
  const theirs = factsOf(authority?.details ?? [])
  const ours = factsOf(vehicle.details)
  for (const name of FacetName.options) {
    const value = vehicle.facets[name]
    if (value) ours.set(name, value)
  }
  if (authority?.vin) theirs.set('vin', authority.vin)
  // The VIN that was asked for is what the car itself says.
  if (lookup.kind === 'vin' && !ours.has('vin')) ours.set('vin', lookup.query)
  return checked.flatMap((name): ComparedFact[] => {
    const authoritys = theirs.get(name) ?? null
    const catalogue = ours.get(name) ?? null
    if (authoritys === null) return []
    const verdict = verdictOf(name, authoritys, catalogue)
    return [{ name, label: labelOf(name), authority: authoritys, catalogue, verdict }]
  })
}

/** What to look at on the car itself before a doubtful match is relied on: year, body, colour and VIN, and whatever differs. */
export const factsToCheck = (lookup: VehicleLookup): readonly ComparedFact[] =>
  compareWithAuthority(lookup).filter(
    ({ name, verdict }) => verdict === 'differs' || ['year', 'body', 'colour', 'vin'].includes(name),
  )

/** The VIN of a look-up, wherever it stands. */
export function vinOf(lookup: VehicleLookup): string | null {
  if (lookup.kind === 'vin') return lookup.query
  return lookup.authority?.vin ?? factsOf(lookup.vehicle?.details ?? []).get('vin') ?? null
}
