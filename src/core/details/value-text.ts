import { formatClock, formatDate, localDate } from '../../contract/calendar-date.ts'
import { formatNumber } from '../../contract/regional-format.ts'
import { wordsOfName } from './field-label.ts'

/** Longer texts are truncated. */
const maxTextLength = 5_000

/** Control characters except the line feed, direction marks and invisible characters. */
const invisible = /[\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]|(?!\n)\p{Cc}/gu
/** Visible ASCII with spaces: nothing to clean. */
const visibleAscii = /^[!-~](?:[ -~]*[!-~])?$/
/** Texts that programs write for a missing value. */
const missingValues: ReadonlySet<string> = new Set(['null', 'undefined', 'nan', '[object object]'])

/** A text of the service that is safe to show: trimmed, truncated, without control characters. */
export function cleanText(text: string): string {
  if (text.length <= maxTextLength && visibleAscii.test(text)) return text
  const clean = text
    .toWellFormed()
    .replaceAll(/\r\n?|\t/g, (mark) => (mark === '\t' ? ' ' : '\n'))
    .replaceAll(invisible, '')
    .trim()
  if (clean.length <= maxTextLength) return clean
  const cut = clean.slice(0, maxTextLength).toWellFormed()
  return `${cut}… (${formatNumber(clean.length - maxTextLength)} more characters)`
}

/** Names of numbers that are not amounts. */
const identifierNames: ReadonlySet<string> = new Set(
  'id ids code codes year years plate rego vin nvic chassis serial phone mobile postcode key reference ref uuid model series badge status version'.split(
    ' ',
  ),
)

/** Whether numbers under this name are amounts, unlike years, IDs, codes and plates. */
export function isAmountName(name: string): boolean {
  return !wordsOfName(name).some((word) => identifierNames.has(word))
}

/** A number as text: "1,610" for an amount, all digits otherwise. */
export function numberText(value: number, unit: string | null, isCount: boolean): string {
  if (!Number.isFinite(value)) return 'a number too large to show'
  if (value === 0) return '0'
  if (unit === null) {
    const mayBeYear = Number.isInteger(value) && value >= 1_900 && value <= 2_100
    if (mayBeYear || !isCount) return allDigits(value)
  }
  return Math.abs(value) < 1e-15 ? String(value) : formatNumber(value, 20)
}

/** All digits without separators, also where JavaScript would write 1e+21. */
function allDigits(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

const date = /^(\d{4})-(\d{2})-(\d{2})$/
/** Midnight means the calendar date, whatever the time zone (design, part 10). */
const midnight = /^(\d{4})-(\d{2})-(\d{2})[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/
const moment = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/**
 * The calendar date, YYYY-MM-DD, of a text that is a date or a midnight timestamp; null for a moment and for other texts.
 */
export function writtenDate(text: string): string | null {
  return (date.exec(text) ?? midnight.exec(text))?.slice(1, 4).join('-') ?? null
}

/**
 * A text for the screen: a date as d/m/yyyy, a time in this PC's time zone, other texts unchanged; null for a missing
 * value.
 */
export function readableText(text: string): string | null {
  const clean = cleanText(text)
  if (clean === '' || missingValues.has(clean.toLowerCase())) return null
  if (!/^\d{4}-/.test(clean)) return clean
  const day = date.exec(clean) ?? midnight.exec(clean)
  if (day) return dateText(Number(day[1]), Number(day[2]), Number(day[3])) ?? clean
  const parts = moment.exec(clean)
  if (!parts) return clean
  if (parts[6] === undefined) {
    const words = dateText(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    return words === null ? clean : `${words}, ${formatClock(Number(parts[4]), Number(parts[5]))}`
  }
  const at = new Date(clean.replace(' ', 'T').replace(',', '.'))
  return Number.isNaN(at.getTime()) ? clean : dateTimeText(at)
}

/** "3/11/2027, 2:05 pm" in this PC's time zone. */
function dateTimeText(at: Date): string {
  return `${formatDate(localDate(at))}, ${formatClock(at.getHours(), at.getMinutes())}`
}

function dateText(year: number, month: number, day: number): string | null {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `${day}/${month}/${String(year).padStart(4, '0')}` : null
}

/** The number of a value or text; null when it has none. "24,990", "$24,990" and " 24990.0 " alike. */
export function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const digits = value.trim().replace(/^(?:AUD|NZD|MYR|RM|A\$|NZ\$|\$)\s*/i, '')
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(digits)) return null
  const number = Number(digits.replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}
