import { dateFromParts, isRealDay } from '../../contract/calendar-date.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { cleanText, readableText } from '../details/value-text.ts'

/** A field's name in lower case, letters and digits only: `vehicleId`, `vehicle_id` and `Vehicle ID` are the same. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export interface Field {
  readonly name: string
  readonly value: unknown
}

/** A record's fields by bare name, for repeated access. */
export type FieldIndex = ReadonlyMap<string, Field>

export function indexOf(record: RawRecord): FieldIndex {
  return new Map(Object.entries(record).map(([name, value]) => [bareName(name), { name, value }]))
}

const isIndex = (given: RawRecord | FieldIndex): given is FieldIndex => given instanceof Map

/** The field of the first name that the record has, in any spelling, with a value that `fits`. */
export function fieldOf(
  given: RawRecord | FieldIndex,
  names: readonly string[],
  fits: (value: unknown) => boolean = (value) => value !== null && value !== '',
): Field | null {
  const index = isIndex(given) ? given : indexOf(given)
  for (const wanted of names) {
    const field = index.get(bareName(wanted))
    if (field && fits(field.value)) return field
  }
  return null
}

const isText = (value: unknown): boolean =>
  (typeof value === 'string' && readableText(value) !== null) || (typeof value === 'number' && Number.isFinite(value))

/** A text or number under one of the names, as one line of clean text; null when there is none. */
export function textOf(given: RawRecord | FieldIndex, names: readonly string[]): string | null {
  const field = fieldOf(given, names, isText)
  return field === null ? null : asLine(field.value)
}

export function asLine(value: unknown): string {
  return cleanText(String(value)).replaceAll(/\s+/g, ' ')
}

export function recordOf(record: RawRecord, names: readonly string[]): RawRecord | null {
  const value = fieldOf(record, names, isRecord)?.value
  return isRecord(value) ? value : null
}

/** The calendar date of a value as written, YYYY-MM-DD; null when it has none. */
export function dateOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(value)
  const written = iso ? null : /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(value)
  const parts = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : written
      ? [Number(written[3]), Number(written[2]), Number(written[1])]
      : null
  if (!parts) return null
  const [year = 0, month = 0, day = 0] = parts
  return isRealDay({ year, month, day }) ? dateFromParts({ year, month, day }) : null
}

/** Merges two records. A field of `outer` whose name `inner` has too gets a number, so that both are shown. */
export function merged(outer: RawRecord, inner: RawRecord): RawRecord {
  const both = new Map(Object.entries(inner))
  for (const [name, value] of Object.entries(outer)) {
    let free = name
    for (let number = 2; both.has(free); number += 1) free = `${name} ${number}`
    both.set(free, value)
  }
  return Object.fromEntries(both)
}

/** Fields of the envelope, which are not shown. */
export const envelopeNames: readonly string[] = ['success']
