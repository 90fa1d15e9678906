import {
  isSameId,
  readAmount,
  readDate,
  readPhone,
  readText,
  type DateReading,
  type ReadValue,
} from './field-values.ts'
import { openList, plainRecord } from './open-answer.ts'
import { isRecord, type RawRecord } from './open-body.ts'
import { renamed } from './record-fields.ts'
import type { CustomerField, RemoteCustomer, RemoteSighting } from './service-client.ts'

/** The fields of the interface (part 2). */
const fields: Readonly<Record<CustomerField, string>> = {
  lastUpdated: 'last_updated',
  rego: 'rego',
  state: 'state',
  vin: 'vin',
  clientName: 'client_name',
  mobileNumber: 'mobile_number',
  saleDate: 'sale_date',
  expiryDate: 'expiry_date',
  vehicleTitle: 'vehicle_title',
  sightings: 'sightings',
  additionalFields: 'additional_fields',
}
const known: ReadonlySet<string> = new Set(['id', ...Object.values(fields)])

/** Whether a record has an ID and another field of a customer: other records of an answer have IDs as well. */
export function isCustomer(record: RawRecord): boolean {
  const names = Object.keys(renamed(record, known))
  return Boolean(readText(record['id'])) && names.some((name) => name !== 'id' && known.has(name))
}

/**
 * Reads a customer field by field. Only the id is required; null without one. A field that cannot be read is empty, and is
 * in `other` as it was received, with all fields that the interface does not name. `id`: that of the requested record, for
 * an answer that leaves it out.
 */
export function readCustomer(
  given: unknown,
  id: string | null = null,
  dates: DateReading = 'as-written',
): RemoteCustomer | null {
  if (!isRecord(given)) return null
  const raw = renamed(plainRecord(given), known)
  const answeredId = readText(raw['id'])
  const ownId = id !== null && answeredId && isSameId(answeredId, id) ? id : (answeredId ?? id)
  if (!ownId) return null
  const other: Record<string, unknown> = {}
  for (const name of Object.keys(raw)) if (!known.has(name)) other[name] = raw[name]
  const field = <T>(name: string, read: (value: unknown) => ReadValue<T>): T | null => {
    const value = read(raw[name])
    if (value === undefined) other[name] = raw[name]
    return value ?? null
  }
  const missing = id === null ? [] : missingIn(raw)
  const date = (value: unknown): ReadValue<string> => readDate(value, dates)
  return {
    id: ownId,
    lastUpdated: field('last_updated', readText) ?? '',
    rego: field('rego', readText),
    state: field('state', readText),
    vin: field('vin', readText),
    clientName: field('client_name', readText),
    mobileNumber: field('mobile_number', readPhone),
    saleDate: field('sale_date', date),
    expiryDate: field('expiry_date', date),
    vehicleTitle: field('vehicle_title', readText),
    sightings: readSightings(raw, other),
    additionalFields: field('additional_fields', readFields) ?? {},
    other,
    ...(missing.length > 0 ? { missing } : {}),
  }
}

const missingIn = (raw: RawRecord): CustomerField[] =>
  (Object.keys(fields) as CustomerField[]).filter((field) => raw[fields[field]] === undefined)

/** A map of fields. An empty list is an empty map, as some servers write it. */
function readFields(value: unknown): ReadValue<RawRecord> {
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.length === 0) return null
  return isRecord(value) ? value : undefined
}

const sightingNames: ReadonlySet<string> = new Set(['at', 'lead_id', 'listing_url', 'listing_title', 'listing_price'])

/** The sightings of a record. They are in `other` as received when one has unknown fields or cannot be read. */
function readSightings(raw: RawRecord, other: Record<string, unknown>): RemoteSighting[] {
  const listed = raw['sightings']
  if (listed === undefined || listed === null) return []
  const entries = Array.isArray(listed) ? listed : isRecord(listed) ? sightingsInMap(listed) : null
  const sightings = entries?.flatMap((entry) => readSighting(entry) ?? []) ?? []
  const isComplete =
    entries !== null &&
    sightings.length === entries.length &&
    entries.every((entry) => isRecord(entry) && Object.keys(entry).every((name) => sightingNames.has(name)))
  if (!isComplete) other['sightings'] = listed
  return sightings
}

/** A map where a list is meant: one sighting, or sightings by number. */
function sightingsInMap(map: RawRecord): readonly unknown[] {
  if (isSighting(map)) return [map]
  return openList(map, ['sightings'], isSighting)?.items ?? Object.values(map)
}

const isSighting = (record: RawRecord): boolean =>
  Object.keys(renamed(record, sightingNames)).some((name) => sightingNames.has(name))

/** Null for an entry that says nothing about a listing. */
function readSighting(given: unknown): RemoteSighting | null {
  if (!isRecord(given)) return null
  const raw = renamed(plainRecord(given), sightingNames)
  const text = (name: string): string => readText(raw[name]) ?? ''
  const sighting = {
    at: text('at'),
    listingId: text('lead_id'),
    listingUrl: text('listing_url'),
    listingTitle: text('listing_title'),
    listingPrice: readAmount(raw['listing_price']) ?? null,
  }
  return sighting.at || sighting.listingId || sighting.listingUrl || sighting.listingTitle ? sighting : null
}
