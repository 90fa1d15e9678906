import type { VehicleLookup } from '../../contract/lookup.ts'
import type { FacetChoice } from '../../contract/facets.ts'
import { detailOf, detailsOf } from '../details/details.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { bareName, envelopeNames, fieldOf, merged, textOf, type Field } from './fields.ts'
import { matchWarnings } from './lookup-text.ts'
import {
  facetFields,
  hasBareName,
  isLowConfidence,
  looksLikeVehicle,
  readOptionPacks,
  readVehicle,
  readWarnings,
} from './read-vehicle.ts'

/** The result of a plate or VIN search, without its source. */
export type ReadLookup = Pick<
  VehicleLookup,
  'outcome' | 'vehicle' | 'optionPacks' | 'authority' | 'warnings' | 'facets' | 'other'
>

const vehicleNames = [
  'vehicle',
  'match',
  'matched_vehicle',
  'vehicle_match',
  'car',
  'result',
  'vehicles',
  'matches',
] as const
const upstreamNames = [
  'upstream_vehicle',
  'upstream',
  'authority',
  'authority_vehicle',
  'registration',
  'registered_vehicle',
  'source_vehicle',
  'nevdis',
] as const
const packNames = ['option_packs', 'packs', 'options', 'possible_option_packs', 'option_pack'] as const
const warningNames = ['warnings', 'warning', 'alerts', 'notices'] as const
const envelopes = ['data', 'result', 'response', 'body', 'payload'] as const

const vinShape = /^[A-HJ-NPR-Z0-9]{17}$/i
/** Fields that identify a car without describing it. */
const identifierNames: readonly string[] = [
  'vin',
  'vin_number',
  'plate_number',
  'plate',
  'rego',
  'registration',
  'state',
  'id',
]

const hasContent = (value: unknown): boolean =>
  isRecord(value) ? Object.keys(value).length > 0 : Array.isArray(value) ? value.length > 0 : false

/**
 * Reads the answer of a plate or VIN search by the names of its fields, and by their contents where the names are
 * unknown. Every field that is not part of the result is in `other`. `lowConfidenceBelow`: a percentage (advanced
 * settings).
 */
export function readLookup(
  given: unknown,
  lowConfidenceBelow: number = defaultAdvanced.lowConfidenceBelow,
): ReadLookup {
  const body = unwrapped(given)
  const upstream = upstreamIn(body)
  const vehicle = vehicleIn(body, upstream)
  const record = vehicle?.record ?? null
  const packsBeside = fieldOf(body, packNames, hasContent)
  const packs = packsBeside ?? (record ? fieldOf(record, packNames, hasContent) : null)
  const warned = fieldOf(body, warningNames, hasContentOrText)
  const own = [
    ...readWarnings(warned?.value),
    ...readWarnings(record && fieldOf(record, warningNames, hasContentOrText)?.value),
  ]
  const authority = upstream === null ? null : readAuthority(upstream.value)

  const shown = [vehicle?.name, upstream?.name, packsBeside?.name, warned?.name, ...envelopeNames]
  const isFlat = record === body
  const other = isFlat ? [] : otherFields(body, shown)
  // The first of several vehicles is the match; the others are shown as fields.
  const rest = vehicle?.others.map((each, at) => detailOf(`other match ${at + 1}`, each)) ?? []

  const read = record ? readVehicle(record) : null
  const isLow = read !== null && (own.length > 0 || isLowConfidence(record ?? {}, read.confidence, lowConfidenceBelow))
  return {
    outcome: outcomeOf(read !== null, isLow, authority),
    vehicle: read,
    optionPacks: readOptionPacks(packs?.value),
    authority,
    warnings: isLow ? [...own, ...matchDifferences(read.facets, upstream?.value)] : own,
    facets: read ? {} : isRecord(upstream?.value) ? facetFields(upstream.value) : {},
    other: [...other, ...rest],
  }
}

const hasContentOrText = (value: unknown): boolean => hasContent(value) || (typeof value === 'string' && value !== '')

/** The record without its envelope. */
function unwrapped(given: unknown): RawRecord {
  if (Array.isArray(given)) return { vehicles: given }
  if (!isRecord(given)) return {}
  const inner = fieldOf(given, envelopes, isRecord)
  const knows = [...vehicleNames, ...upstreamNames].some(
    (name) => !hasBareName(name, envelopes) && hasField(given, name),
  )
  if (!inner || !isRecord(inner.value) || knows) return given
  const isEnvelope = looksLikeVehicle(inner.value) === false
  if (!isEnvelope) return given
  const { [inner.name]: _inner, ...beside } = given
  return merged(beside, inner.value)
}

const hasField = (record: RawRecord, name: string): boolean => fieldOf(record, [name], () => true) !== null

function upstreamIn(body: RawRecord): Field | null {
  const named = fieldOf(
    body,
    upstreamNames,
    (value) => hasContent(value) || (typeof value === 'string' && value !== ''),
  )
  if (named) return named
  // A record under an unknown name that has a VIN, or has "upstream" in its name.
  const entry = Object.entries(body).find(
    ([name, value]) =>
      isRecord(value) &&
      !hasBareName(name, vehicleNames) &&
      (bareName(name).includes('upstream') ||
        (vinIn(value) !== null && fieldOf(value, ['vehicle_id', 'title']) === null)),
  )
  return entry ? { name: entry[0], value: entry[1] } : null
}

interface FoundVehicle {
  readonly name: string
  readonly record: RawRecord
  readonly others: readonly unknown[]
}

function vehicleIn(body: RawRecord, upstream: Field | null): FoundVehicle | null {
  const candidates = [
    fieldOf(body, vehicleNames, hasContent),
    ...Object.entries(body)
      .filter(
        ([name]) => name !== upstream?.name && !hasBareName(name, [...upstreamNames, ...packNames, ...warningNames]),
      )
      .map(([name, value]): Field => ({ name, value })),
  ]
  for (const field of candidates) {
    if (!field || field.name === upstream?.name) continue
    const [first, ...others] = Array.isArray(field.value) ? field.value : [field.value]
    if (isRecord(first) && isVehicleRecord(first)) return { name: field.name, record: first, others }
  }
  const isFlat = fieldOf(body, ['vehicle_id', 'title', 'make']) !== null
  return isFlat ? { name: '', record: body, others: [] } : null
}

/** A record with an ID or title, or an envelope around one. */
function isVehicleRecord(record: RawRecord): boolean {
  if (looksLikeVehicle(record)) return true
  const inner = fieldOf(record, ['vehicle', 'match', 'item'], isRecord)?.value
  return isRecord(inner) && looksLikeVehicle(inner)
}

/** The road transport authority's description: a record, or a text. */
function readAuthority(upstream: unknown): NonNullable<VehicleLookup['authority']> {
  if (!isRecord(upstream)) {
    const text = typeof upstream === 'string' ? upstream : null
    const isVin = text !== null && vinShape.test(text.trim())
    return {
      description: isVin ? null : text,
      vin: isVin ? text.trim().toUpperCase() : null,
      details: [detailOf('description', upstream)],
    }
  }
  return { description: descriptionIn(upstream), vin: vinIn(upstream), details: detailsOf(upstream) }
}

function vinIn(record: RawRecord): string | null {
  const named = textOf(record, ['vin', 'vin_number', 'vehicle_identification_number', 'vin_no'])
  if (named !== null) return named
  const value = Object.values(record).find(
    (each) => typeof each === 'string' && vinShape.test(each.trim()) && /\d/.test(each),
  )
  return typeof value === 'string' ? value.trim().toUpperCase() : null
}

function descriptionIn(record: RawRecord): string | null {
  const named = textOf(record, ['description', 'vehicle_description', 'desc', 'title', 'vehicle', 'name'])
  if (named !== null) return named
  const parts = ['year', 'make', 'model', 'badge', 'series', 'body']
    .map((name) => textOf(record, [name]))
    .filter((part) => part !== null)
  if (parts.length > 1) return parts.join(' ')
  const sentences = Object.values(record).filter(
    (value): value is string => typeof value === 'string' && value.trim().split(/\s+/).length > 2,
  )
  return sentences.toSorted((a, b) => b.length - a.length)[0]?.trim() ?? null
}

function outcomeOf(
  hasVehicle: boolean,
  isLow: boolean,
  authority: VehicleLookup['authority'],
): VehicleLookup['outcome'] {
  if (hasVehicle) return isLow ? 'low-quality' : 'match'
  if (!authority) return 'nothing'
  if (authority.description !== null) return 'no-match'
  const describes = authority.details.some(
    ({ name, text, children }) => !hasBareName(name, identifierNames) && (text !== null || children.length > 0),
  )
  if (describes && authority.vin === null) return 'no-match'
  return authority.vin === null ? 'nothing' : 'vin-only'
}

const compared = { year: 'year', make: 'make', model: 'model', body: 'body', fuel: 'fuel' } as const

/** Differences between the match and the authority's record, for the user to check. */
function matchDifferences(facets: FacetChoice, upstream: unknown): string[] {
  const authority = isRecord(upstream) ? facetFields(upstream) : {}
  const differences = Object.entries(compared).flatMap(([name, word]) => {
    const [own, theirs] = [facets[name as keyof typeof compared], authority[name as keyof typeof compared]]
    if (own === undefined || theirs === undefined || bareName(own) === bareName(theirs)) return []
    return [matchWarnings.difference(word, theirs, own)]
  })
  if (differences.length > 0) return differences
  return [matchWarnings.compare]
}

function otherFields(body: RawRecord, shown: readonly (string | undefined)[]): VehicleLookup['other'] {
  return detailsOf(
    body,
    // Empty parts are not shown: the outcome covers them.
    Object.keys(body).filter(
      (name) =>
        shown.includes(name) ||
        (!hasContentOrValue(body[name]) &&
          hasBareName(name, [...vehicleNames, ...upstreamNames, ...packNames, ...warningNames])),
    ),
  )
}

const hasContentOrValue = (value: unknown): boolean =>
  hasContent(value) || (typeof value !== 'object' && value !== undefined && value !== '')
