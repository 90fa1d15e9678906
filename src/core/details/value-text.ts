import { formatDate, localDate } from '../../contract/calendar-date.ts'
import { wordsOfName } from './field-label.ts'

/** At most this much of one text is shown. */
const longestText = 5_000

/** Control characters but the line feed, marks that turn the direction of what follows, and what is not seen at all. */
const unseen = /[\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]|(?!\n)\p{Cc}/gu
/** Nothing to clean: visible ASCII, with single or more blanks between. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/
/** What programs write where they have nothing. */
const nothing: ReadonlySet<string> = new Set(['null', 'undefined', 'nan', '[object object]'])

/** A text of the service as it may be shown: no control characters, no ends of blanks, bounded. */
export function cleanText(text: string): string {
  if (text.length <= longestText && plain.test(text)) return text
  const clean = text
    .toWellFormed()
    .replaceAll(/\r\n?|\t/g, (mark) => (mark === '\t' ? ' ' : '\n'))
    .replaceAll(unseen, '')
    .trim()
  if (clean.length <= longestText) return clean
  const cut = clean.slice(0, longestText).toWellFormed()
  return `${cut}… (${numbers.format(clean.length - longestText)} more characters)`
}

const numbers = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 20 })

/** Names of numbers that count nothing. */
const countsNothing: ReadonlySet<string> = new Set(
  'id ids code codes year years plate rego vin nvic chassis serial phone mobile postcode key reference ref uuid model series badge status version'.split(
    ' ',
  ),
)

/** Whether numbers under this name are counted or measured: not so years, ids, codes and plates. */
export function countsSomething(name: string): boolean {
  return !wordsOfName(name).some((word) => countsNothing.has(word))
}

/** A number in words: "1,610"; what counts nothing as it is written. */
export function numberText(value: number, unit: string | null, isCount: boolean): string {
  if (!Number.isFinite(value)) return 'a number too large to show'
  if (value === 0) return '0'
  if (unit === null) {
    const mayBeYear = Number.isInteger(value) && value >= 1_900 && value <= 2_100
    if (mayBeYear || !isCount) return plainNumber(value)
  }
  return Math.abs(value) < 1e-15 ? String(value) : numbers.format(value)
}

/** All digits, without marks between them, also where JavaScript would write 1e+21. */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

const date = /^(\d{4})-(\d{2})-(\d{2})$/
/** Midnight stands for the calendar date, whatever zone is behind it (design, part 10). */
const midnight = /^(\d{4})-(\d{2})-(\d{2})[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/
const moment = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/**
 * A text in words: a calendar date as written ("3/11/2027"), a moment on this PC's clock, else itself; null where it says that there is
 * nothing.
 */
export function textInWords(text: string): string | null {
  const clean = cleanText(text)
  if (clean === '' || nothing.has(clean.toLowerCase())) return null
  if (!/^\d{4}-/.test(clean)) return clean
  const day = date.exec(clean) ?? midnight.exec(clean)
  if (day) return dayWords(Number(day[1]), Number(day[2]), Number(day[3])) ?? clean
  const parts = moment.exec(clean)
  if (!parts) return clean
  if (parts[6] === undefined) {
    const words = dayWords(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    return words === null ? clean : `${words}, ${clockWords(Number(parts[4]), Number(parts[5]))}`
  }
  const at = new Date(clean.replace(' ', 'T').replace(',', '.'))
  return Number.isNaN(at.getTime()) ? clean : momentText(at)
}

/** "3/11/2027, 2:05 pm" on this PC's clock. */
export function momentText(at: Date): string {
  return `${formatDate(localDate(at))}, ${clockWords(at.getHours(), at.getMinutes())}`
}

function dayWords(year: number, month: number, day: number): string | null {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `${day}/${month}/${String(year).padStart(4, '0')}` : null
}

function clockWords(hours: number, minutes: number): string {
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
}

/** The number that a value is or writes; null where it is none. "24,990", "$24,990" and " 24990.0 " alike. */
export function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const digits = value.trim().replace(/^(?:AUD|NZD|MYR|RM|A\$|NZ\$|\$)\s*/i, '')
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(digits)) return null
  const number = Number(digits.replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}
