import { dateFromParts, isRealDay } from '../../contract/calendar-date.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { fieldOf, type FieldIndex } from '../service/record-fields.ts'
import { cleanText, readableText } from '../details/value-text.ts'

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

/**
 * Whether a date can be meant: services write 1/1/1970, 1/1/0001 or 31/12/9999 where there is none. Listing sites and
 * registers on the web are younger than the first year.
 */
export function isPlausibleDate(date: string): boolean {
  const year = Number(date.slice(0, 4))
  return year >= 1990 && year <= 2100
}
