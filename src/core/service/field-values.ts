import { localDate } from '../../contract/calendar-date.ts'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'

/**
 * Single values of the service's records, read tolerantly: an id or a text may be a number, a number may be text. `null`:
 * absent or empty. `undefined`: of a shape that cannot be read, so that the caller keeps it as it is.
 */
export type ReadValue<T> = T | null | undefined

export function readText(value: unknown): ReadValue<string> {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Whether two ids are one: a UUID may be written in capitals. */
export const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** How dates of records are read (`dates` of the advanced settings). */
export type DateReading = AdvancedSettings['dates']

/** Of a date with a time and a zone, as `local-time` reads it. */
const momentPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i

/** The calendar date as written, without its time: by default a time zone must not change it. */
export function readDate(value: unknown, dates: DateReading = 'as-written'): ReadValue<string> {
  if (typeof value === 'number') return undefined
  const text = readText(value)
  if (text && dates === 'local-time' && momentPattern.test(text)) {
    const moment = new Date(text)
    if (!Number.isNaN(moment.getTime())) return localDate(moment)
  }
  if (text?.length === 10) return text
  return text ? (/^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? text) : text
}

/** A phone number. One that was stored as a number has lost its zero, or the plus of its country code. */
export function readPhone(value: unknown): ReadValue<string> {
  if (typeof value !== 'number') return readText(value)
  if (!Number.isSafeInteger(value) || value <= 0) return undefined
  const digits = String(value)
  if (/^(61|64|60)\d{9,}$/.test(digits)) return `+${digits}`
  return /^\d{8,10}$/.test(digits) ? `0${digits}` : digits
}

/** An amount: a number, or a text such as "12000", "$12,000", "AUD 12,000.50" or "$12,000 AUD". */
export function readAmount(value: unknown): ReadValue<number> {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const figures = value
    .trim()
    .replaceAll(/^[A-Za-z]{0,3}\s*[$\u20ac\u00a3]|^[A-Za-z]{2,3}\s*(?=\d)|(?<=\d)\s*[A-Za-z]{3}$/g, '')
    .replaceAll(/[\s,]/g, '')
  if (figures === '') return null
  return /^[+-]?\d+(\.\d+)?$/.test(figures) ? Number(figures) : undefined
}
