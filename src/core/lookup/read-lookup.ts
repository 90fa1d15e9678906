import type { VehicleLookup } from '../../contract/lookup.ts'
import type { FacetChoice } from '../../contract/facets.ts'
import { detailOf, detailsOf } from '../details/details.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import { openRecord, plainBody } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { bareName, envelopeNames, type Field, fieldOf, hasBareName, without } from '../service/record-fields.ts'
import { asLine, textOf } from './fields.ts'
import { matchWarnings } from './lookup-text.ts'
import { confidenceIn, matchSigns, readConfidence, scaleOf } from './match-signs.ts'
import { describesVehicle, facetFields, holdsVehicle, readOptionPacks, readVehicles } from './read-vehicle.ts'

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
/** Names that may also be those of an envelope. */
const envelopes: readonly string[] = ['result', 'match', 'registration']

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
  const body = answerIn(given)
  const beside = upstreamIn(body)
  const vehicle = vehicleIn(body, beside)
  const record = vehicle?.record ?? null
  const upstream = beside ?? (record && fieldOf(record, upstreamNames.filter(isOwnName), hasContentOrText))
  const packsBeside = fieldOf(body, packNames, hasContent)
  const packs = packsBeside ?? (record ? fieldOf(record, packNames, hasContent) : null)
  const authority = upstream === null ? null : readAuthority(upstream.value)

  const isFlat = record === body
  const shown = [vehicle?.name, beside?.name, packsBeside?.name].filter((name) => name !== undefined)
  const rest = isFlat ? {} : without(body, [...shown, ...envelopeNames])
  const vehicles = record ? readVehicles([record, ...(vehicle?.others.filter(isRecord) ?? [])]) : []
  const read = vehicles[0] ?? null
  const signs = [...(record ? [matchSigns(record, true)] : []), matchSigns(rest, false)]
  const warnings = [...new Set(signs.flatMap((each) => each.warnings))]
  const scoreBeside = confidenceIn(rest)
  const confidences = [read?.confidence ?? null, readConfidence(scoreBeside, scaleOf([scoreBeside]))]
  const isUnsure = confidences.some(
    (each) => each !== null && each.part !== null && each.part * 100 < lowConfidenceBelow,
  )
  const isLow = read !== null && (isUnsure || signs.some((each) => each.isLow))
  return {
    outcome: outcomeOf(read !== null, isLow, authority),
    vehicle: read && { ...read, confidence: confidences.find((each) => each !== null) ?? null },
    optionPacks: readOptionPacks(packs?.value),
    authority,
    warnings: isLow ? [...warnings, ...matchDifferences(read.facets, upstream?.value)] : warnings,
    facets: read ? {} : isRecord(upstream?.value) ? facetFields(upstream.value) : {},
    other: [
      ...otherFields(rest, warnings),
      // The first of several vehicles is the match; the others are shown as fields.
      ...(vehicle?.others.map((each, at) => detailOf(`other match ${at + 1}`, each)) ?? []),
    ],
  }
}

const hasContentOrText = (value: unknown): boolean => hasContent(value) || (typeof value === 'string' && value !== '')

const isOwnName = (name: string): boolean => !envelopes.includes(name)

/** The record of the answer without its envelopes: it names the vehicle or the authority's record, or has a vehicle. */
function answerIn(given: unknown): RawRecord {
  const body = plainBody(given)
  const partNames = [...vehicleNames, ...upstreamNames].filter(isOwnName)
  const namesPart = (record: RawRecord): boolean => fieldOf(record, partNames, () => true) !== null
  const hasVehicle = (record: RawRecord): boolean =>
    Object.values(record).some((value) => {
      const first: unknown = Array.isArray(value) ? value[0] : value
      return isRecord(first) && describesVehicle(first)
    })
  const answer = openRecord(body, namesPart) ?? openRecord(body, hasVehicle)
  return answer ?? (isRecord(body) ? body : Array.isArray(body) ? { vehicles: body } : {})
}

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
    // An ID alone, under a name that says nothing, can be that of a request.
    const isVehicle = hasBareName(field.name, [...vehicleNames, 'data']) ? holdsVehicle : describesVehicle
    if (isRecord(first) && isVehicle(first)) return { name: field.name, record: first, others }
  }
  return describesVehicle(body) ? { name: '', record: body, others: [] } : null
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

/** Empty parts are not shown: the outcome covers them. Neither are warnings that are shown as such. */
function otherFields(rest: RawRecord, warnings: readonly string[]): VehicleLookup['other'] {
  const partNames = [...vehicleNames, ...upstreamNames, ...packNames, ...warningNames]
  const isWarning = (value: unknown): boolean => typeof value === 'string' && warnings.includes(asLine(value))
  return detailsOf(
    rest,
    Object.keys(rest).filter((name) => {
      const value = rest[name]
      const isEmpty = !hasContentOrValue(value) && hasBareName(name, partNames)
      return isEmpty || (hasBareName(name, warningNames) && [value].flat().every(isWarning))
    }),
  )
}

const hasContentOrValue = (value: unknown): boolean =>
  hasContent(value) || (typeof value !== 'object' && value !== undefined && value !== '')
