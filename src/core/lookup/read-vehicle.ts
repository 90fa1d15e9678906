import type { OptionPack, Vehicle } from '../../contract/lookup.ts'
import { FacetName, type FacetChoice } from '../../contract/facets.ts'
import { detailsOf } from '../details/details.ts'
import { amountOf } from '../details/value-text.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { fieldOf } from '../service/record-fields.ts'
import { asLine, recordOf, textOf } from './fields.ts'
import { lookupTitles } from './lookup-text.ts'
import { confidenceIn, readConfidence, scaleOf } from './match-signs.ts'

/**
 * The interface (part 2) mentions title, ID and confidence of a vehicle without their field names: these names are in
 * use.
 */
const idNames = ['vehicle_id', 'vehicleId', 'id', 'uuid', '_id'] as const
const titleNames = ['title', 'name', 'vehicle_title', 'display_name', 'vehicle', 'label', 'description'] as const
/** Names of the vehicle within an envelope that has its score. */
const innerNames = ['vehicle', 'match', 'item', '_source', 'record', 'node', 'attributes'] as const

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

/** Whether a record is a vehicle, or an envelope around one. */
export const holdsVehicle = (record: RawRecord): boolean => isOrHolds(record, looksLikeVehicle)

/** Likewise, by what only a vehicle has: an ID alone is not enough. */
export const describesVehicle = (record: RawRecord): boolean =>
  isOrHolds(
    record,
    (each) =>
      fieldOf(each, ['vehicle_id', 'title', 'vehicle_title', 'make', 'model']) !== null ||
      (idOf(each) !== null && textOf(each, ['name']) !== null),
  )

function isOrHolds(record: RawRecord, isVehicle: (record: RawRecord) => boolean): boolean {
  if (isVehicle(record)) return true
  const inner = recordOf(record, innerNames)
  return inner !== null && isVehicle(inner)
}

/** Reads the vehicles of a list, with every field of their records. */
export function readVehicles(list: readonly RawRecord[]): Vehicle[] {
  const records = list.map(withInner)
  const scores = records.map(confidenceIn)
  const scale = scaleOf(scores)
  return records.map((record, at): Vehicle => {
    const vehicleId = idOf(record)
    return {
      vehicleId,
      title: titleOf(record) ?? (vehicleId === null ? lookupTitles.withoutTitle : lookupTitles.vehicle(vehicleId)),
      confidence: readConfidence(scores[at], scale),
      facets: facetFields(record),
      details: detailsOf(list[at] ?? {}),
    }
  })
}

/** A vehicle with the score that stands beside it. */
function withInner(given: RawRecord): RawRecord {
  const inner = titleOf(given) === null ? recordOf(given, innerNames) : null
  return inner && looksLikeVehicle(inner) ? { ...given, ...inner } : given
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
    if (Array.isArray(item)) {
      const [name, price] = item
      const isNamed = typeof name === 'string' && asLine(name) !== ''
      return [
        {
          id: key,
          name: isNamed ? asLine(name) : `Pack ${key}`,
          price: isNamed ? amountOf(price) : null,
          details: detailsOf({ pack: item }),
        },
      ]
    }
    if (item === null || asLine(item) === '') return []
    // A map of names to prices, or a bare list of names.
    return Array.isArray(value)
      ? [{ id: asLine(item), name: asLine(item), price: null, details: detailsOf({ name: item }) }]
      : [{ id: key, name: asLine(key), price: amountOf(item), details: detailsOf({ [key]: item }) }]
  })
}
