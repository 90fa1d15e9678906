import type { Vehicle } from '../../contract/lookup.ts'
import type { Detail } from '../../contract/details.ts'
import { detailsOf } from '../details/details.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { asLine, envelopeNames, fieldOf, merged } from './fields.ts'
import { looksLikeVehicle, readVehicle } from './read-vehicle.ts'

const listNames = [
  'vehicles',
  'results',
  'matches',
  'items',
  'hits',
  'data',
  'vehicle',
  'result',
  'records',
  'list',
] as const

/** Reads the vehicles of a keyword search, under any name of the list; other fields are in `other`. */
export function readSearch(body: unknown): { readonly vehicles: Vehicle[]; readonly other: Detail[] } {
  const { items, beside } = listOf(body, 0)
  return {
    vehicles: items.flatMap((item): Vehicle[] => {
      if (isRecord(item)) return [readVehicle(item)]
      if (item === null || typeof item === 'object' || asLine(item) === '') return []
      return [readVehicle({ title: item })]
    }),
    other: detailsOf(beside),
  }
}

interface FoundList {
  readonly items: readonly unknown[]
  readonly beside: RawRecord
}

function listOf(body: unknown, depth: number): FoundList {
  if (Array.isArray(body)) return { items: body, beside: {} }
  if (!isRecord(body) || depth > 3) return { items: [], beside: isRecord(body) ? body : {} }
  const without = (name: string): RawRecord =>
    Object.fromEntries(Object.entries(body).filter(([each]) => each !== name && !envelopeNames.includes(each)))
  const named =
    fieldOf(body, listNames, (value) => Array.isArray(value)) ??
    toRecentEntry(body, (value) => Array.isArray(value) && value.some((item) => isRecord(item) && isHit(item)))
  if (named && Array.isArray(named.value)) return { items: named.value, beside: without(named.name) }
  const nested = fieldOf(body, listNames, (value) => isRecord(value))
  if (nested && isRecord(nested.value)) {
    const byId = Object.entries(nested.value)
    // A map of vehicles by ID.
    if (byId.length > 0 && byId.every(([, value]) => isRecord(value) && isHit(value)))
      return {
        items: byId.map(([id, value]) => (isRecord(value) ? merged({ id }, value) : value)),
        beside: without(nested.name),
      }
    if (!looksLikeVehicle(nested.value)) {
      const inner = listOf(nested.value, depth + 1)
      return { items: inner.items, beside: merged(without(nested.name), inner.beside) }
    }
    return { items: [nested.value], beside: without(nested.name) }
  }
  if (looksLikeVehicle(body)) return { items: [body], beside: {} }
  return { items: [], beside: without('') }
}

function isHit(record: RawRecord): boolean {
  if (looksLikeVehicle(record)) return true
  return Object.values(record).some((value) => isRecord(value) && looksLikeVehicle(value))
}

function toRecentEntry(
  body: RawRecord,
  fits: (value: unknown) => boolean,
): { readonly name: string; readonly value: unknown } | null {
  const entry = Object.entries(body).find(([, value]) => fits(value))
  return entry ? { name: entry[0], value: entry[1] } : null
}
