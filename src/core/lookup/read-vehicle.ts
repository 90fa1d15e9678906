import type { OptionPack, Vehicle } from '../../contract/lookup.ts'
import { FacetName, type FacetChoice } from '../../contract/facets.ts'
import { lowConfidenceWords } from '../service/assumptions.ts'
import { detailsOf } from '../details/details.ts'
import { amountOf } from '../details/value-text.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { asLine, bareName, fieldOf, recordOf, textOf } from './fields.ts'
import { lookupTitles } from './lookup-text.ts'

/**
 * The interface (part 2) mentions title, ID and confidence of a vehicle without their field names: these names are in
 * use.
 */
const idNames = ['vehicle_id', 'vehicleId', 'id', 'uuid', '_id'] as const
const titleNames = ['title', 'name', 'vehicle_title', 'display_name', 'vehicle', 'label', 'description'] as const
const confidenceNames = [
  'confidence',
  'confidence_score',
  'match_confidence',
  'match_quality',
  'quality',
  'score',
  'match_score',
] as const
/** Names of the vehicle within an envelope that has its score. */
const innerNames = ['vehicle', 'match', 'item', '_source', 'record'] as const

const namesOfTitle = ['year', 'make', 'model', 'badge', 'series'] as const

export function looksLikeVehicle(record: RawRecord): boolean {
  return idOf(record) !== null || fieldOf(record, ['title', 'vehicle_title', 'make', 'model']) !== null
}

function idOf(record: RawRecord): string | null {
  return textOf(record, idNames)
}

function titleOf(record: RawRecord): string | null {
  const given = textOf(record, titleNames)
  if (given !== null) return given
  const parts = namesOfTitle.map((name) => textOf(record, [name])).filter((part) => part !== null)
  return parts.length > 1 ? parts.join(' ') : null
}

/** Reads a vehicle, with every field of its record. */
export function readVehicle(given: RawRecord): Vehicle {
  const inner = titleOf(given) === null ? recordOf(given, innerNames) : null
  const record = inner && looksLikeVehicle(inner) ? { ...given, ...inner } : given
  const vehicleId = idOf(record)
  return {
    vehicleId,
    title: titleOf(record) ?? (vehicleId === null ? lookupTitles.withoutTitle : lookupTitles.vehicle(vehicleId)),
    confidence: readConfidence(record),
    facets: facetFields(record),
    details: detailsOf(given),
  }
}

/** The facets that a record has as fields. */
export function facetFields(record: RawRecord): FacetChoice {
  const facets: FacetChoice = {}
  for (const name of FacetName.options) {
    const text = textOf(record, [name])
    if (text !== null && text.length <= 200) facets[name] = text
  }
  return facets
}

/**
 * A fraction or percentage as a fraction, or a word (design, part 10: a number in a search, "standard" for a plate).
 */
function readConfidence(record: RawRecord): Vehicle['confidence'] {
  const field = fieldOf(record, confidenceNames, (value) => typeof value === 'string' || typeof value === 'number')
  if (!field) return null
  const percent = typeof field.value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(field.value)?.[1] : undefined
  const amount = percent === undefined ? amountOf(field.value) : Number(percent)
  if (amount === null) {
    const words = asLine(field.value)
    return words === '' ? null : { part: null, words }
  }
  const part = percent === undefined && amount <= 1 ? amount : amount / 100
  if (part < 0 || part > 1) return { part: null, words: String(amount) }
  return { part, words: `${Math.round(part * 100)}%` }
}

/** Whether the service reports low confidence, by a number below a percentage, a word or a flag. */
export function isLowConfidence(record: RawRecord, confidence: Vehicle['confidence'], belowPercent: number): boolean {
  if (confidence && confidence.part !== null) return confidence.part * 100 < belowPercent
  if (confidence && lowConfidenceWords.has(confidence.words.toLowerCase().replaceAll(/[_-]+/g, ' '))) return true
  return fieldOf(record, ['low_quality', 'low_match_quality', 'low_confidence'], (value) => value === true) !== null
}

/** Reads option packs from a list of records or names, or a map by ID. */
export function readOptionPacks(value: unknown): OptionPack[] {
  const items: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item, at): [string, unknown] => [String(at + 1), item])
    : isRecord(value)
      ? Object.entries(value)
      : []
  return items.flatMap(([key, item]): OptionPack[] => {
    if (isRecord(item)) {
      const name = textOf(item, ['name', 'title', 'label', 'description', 'pack'])
      const price = amountOf(fieldOf(item, ['price', 'cost', 'rrp', 'amount'])?.value)
      const id = textOf(item, ['id', 'option_pack_id', 'pack_id', 'code', 'uuid']) ?? key
      return [
        { id, name: name ?? (Array.isArray(value) ? `Pack ${key}` : asLine(key)), price, details: detailsOf(item) },
      ]
    }
    if (Array.isArray(item) || item === null || asLine(item) === '') return []
    // A map of names to prices, or a bare list of names.
    return Array.isArray(value)
      ? [{ id: asLine(item), name: asLine(item), price: null, details: detailsOf({ name: item }) }]
      : [{ id: key, name: asLine(key), price: amountOf(item), details: detailsOf({ [key]: item }) }]
  })
}

/** The texts of warnings in any shape. */
export function readWarnings(value: unknown): string[] {
  if (typeof value === 'string') return asLine(value) === '' ? [] : [asLine(value)]
  if (Array.isArray(value)) return value.flatMap(readWarnings)
  if (!isRecord(value)) return []
  const text = textOf(value, ['message', 'text', 'description', 'title', 'detail', 'warning'])
  if (text !== null) return [text]
  return Object.entries(value).flatMap(([name, each]) =>
    each === true ? [asLine(name).replaceAll('_', ' ')] : readWarnings(each),
  )
}

export const hasBareName = (name: string, names: readonly string[]): boolean =>
  names.some((each) => bareName(each) === bareName(name))
