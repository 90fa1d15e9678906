import type { Detail } from '../../../../contract/details.ts'
import type { VehicleLookup } from '../../../../contract/lookup.ts'
import { FacetName } from '../../../../contract/facets.ts'
import { lookupText } from '../lookup-text.ts'

/** A field that the road authority and the catalogue may give differently. Null: that side doesn't give it. */
export interface ComparedField {
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

/** The normalised name of a field: "Body-Type", "bodyType" and "body_type" are "body". */
export function fieldName(name: string): string {
  const snakeCase = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  return aliases[snakeCase] ?? snakeCase
}

const wordsIn = (value: string): string[] => value.toLowerCase().match(/[a-z\d]+/g) ?? []
const alphanumericKey = (value: string): string => wordsIn(value).join('')

/** Whether two values can describe one car: all words of the shorter one are in the longer one. */
export function describesSameCar(one: string, other: string): boolean {
  if (alphanumericKey(one) === alphanumericKey(other)) return true
  const [few, many] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.length - b.length)
  if (!few || !many || few.length === 0) return false
  return few.every((word) => many.includes(word))
}

const ofTheRecord = ['id', 'vehicle_id', 'title', 'confidence']

/** All fields: those that describe the car first, those of the record last. */
export const orderedDetails = (details: readonly Detail[]): readonly Detail[] => {
  const isRecordField = (detail: Detail): boolean => ofTheRecord.includes(fieldName(detail.name))
  return [...details.filter((detail) => !isRecordField(detail)), ...details.filter(isRecordField)]
}

const fieldsOf = (details: readonly Detail[]): Map<string, string> =>
  new Map(
    details.flatMap(({ name, text }): [string, string][] => (text && text.trim() ? [[fieldName(name), text]] : [])),
  )

/** A code must be equal as a whole: two codes may differ by one character. */
const isCode = (name: string): boolean => name === 'vin'

function verdictOf(name: string, authority: string | null, catalogue: string | null): ComparedField['verdict'] {
  if (authority === null || catalogue === null) return 'one-sided'
  const same = isCode(name)
    ? alphanumericKey(authority) === alphanumericKey(catalogue)
    : describesSameCar(authority, catalogue)
  return same ? 'same' : 'differs'
}

const comparedNames = [
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

/** The fields of the road authority beside those of the matched vehicle, in the order of an inspection of the car. */
export function compareWithAuthority(lookup: VehicleLookup): readonly ComparedField[] {
  const { vehicle, authority } = lookup
  if (!vehicle) return []
  const authorityFields = fieldsOf(authority?.details ?? [])
  const catalogueFields = fieldsOf(vehicle.details)
  for (const name of FacetName.options) {
    const value = vehicle.facets[name]
    if (value) catalogueFields.set(name, value)
  }
  if (authority?.vin) authorityFields.set('vin', authority.vin)
  // The VIN that was looked up is the car's own.
  if (lookup.kind === 'vin' && !catalogueFields.has('vin')) catalogueFields.set('vin', lookup.query)
  return comparedNames.flatMap((name): ComparedField[] => {
    const authorityValue = authorityFields.get(name) ?? null
    const catalogue = catalogueFields.get(name) ?? null
    if (authorityValue === null) return []
    const verdict = verdictOf(name, authorityValue, catalogue)
    return [{ name, label: labelOf(name), authority: authorityValue, catalogue, verdict }]
  })
}

export interface VehicleTable {
  /** The details of the vehicle, then what only the road authority has. */
  readonly details: readonly Detail[]
  /** What the road authority has in place of a value, by the name of the detail. */
  readonly differences: ReadonlyMap<string, string>
  /** Both give the same for a field at least, and differ in none. */
  readonly agrees: boolean
}

/** The details of the road authority that are neither its description nor in the comparison. */
export function authorityDetails({ authority }: VehicleLookup, compared: readonly ComparedField[] = []): Detail[] {
  const shown = new Set(['description', ...compared.map(({ name }) => name)])
  return (authority?.details ?? []).filter(({ name, children }) => children.length > 0 || !shown.has(fieldName(name)))
}

/**
 * The vehicle of a look-up as one table: the road authority's value only where it differs or where the vehicle has none. Rego, state and
 * VIN are in the head of the answer.
 */
export function vehicleTable(lookup: VehicleLookup): VehicleTable {
  const compared = compareWithAuthority(lookup)
  const own = orderedDetails(lookup.vehicle?.details ?? [])
  const differences = new Map<string, string>()
  const missing: Detail[] = []
  for (const { name, label, authority, catalogue, verdict } of compared) {
    if (verdict === 'same' || authority === null) continue
    const shown = own.find((detail) => detail.text && fieldName(detail.name) === name)?.name
    if (verdict === 'differs') differences.set(shown ?? name, lookupText.authority.differs(authority))
    if (shown === undefined) missing.push({ name, label, text: catalogue ?? authority, children: [] })
  }
  const differing = missing.filter(({ name }) => differences.has(name))
  const inHead = new Set([lookup.query, lookup.state, vinOf(lookup)])
  const onlyThere = [
    ...missing.filter(({ name }) => !differences.has(name)),
    ...authorityDetails(lookup, compared),
  ].filter(({ text, children }) => children.length > 0 || !inHead.has(text))
  const group = { name: 'road_authority', label: lookupText.authority.title, text: null, children: onlyThere }
  return {
    details: [...own, ...differing, ...(onlyThere.length > 0 ? [group] : [])],
    differences,
    agrees: differences.size === 0 && compared.some(({ verdict }) => verdict === 'same'),
  }
}

/** What to check on the car when confidence is low: year, body, colour, VIN and each difference. */
export const fieldsToCheck = (lookup: VehicleLookup): readonly ComparedField[] =>
  compareWithAuthority(lookup).filter(
    ({ name, verdict }) => verdict === 'differs' || ['year', 'body', 'colour', 'vin'].includes(name),
  )

/** The VIN of a look-up: the query, the road authority's, or the vehicle's. */
export function vinOf(lookup: VehicleLookup): string | null {
  if (lookup.kind === 'vin') return lookup.query
  return lookup.authority?.vin ?? fieldsOf(lookup.vehicle?.details ?? []).get('vin') ?? null
}
