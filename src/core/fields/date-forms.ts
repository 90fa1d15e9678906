import type { SourceCell } from './source-cell.ts'
import { isRealDay, type DateParts } from '../../contract/calendar-date.ts'
import { fromSerial } from './excel-serial.ts'
import { serialForm } from './serial-text.ts'
import { plainText, isPlaceholder } from './cell-text.ts'

/** What a cell of a date column holds, before the column's order is known. */
export type DateReading =
  | { readonly kind: 'empty' }
  /** A text for "no date", or the date that a system writes for it (1/01/1900). */
  | { readonly kind: 'placeholder'; readonly text: string }
  /** Unambiguous: year first, month in words, or a real Excel date. */
  | {
      readonly kind: 'certain'
      readonly parts: DateParts
      readonly from: 'text' | 'excel' | 'number'
      /** The format of the Excel date shows no year. */
      readonly yearHidden?: boolean
      /** A time in UTC at which it is midnight or morning of the next day in Australia or New Zealand. */
      readonly isUtcEvening?: boolean
    }
  /** The same with a year of two digits. */
  | { readonly kind: 'certain-short'; readonly shortYear: number; readonly month: number; readonly day: number }
  /** 3/4/2024: two numbers and a year (two digits when `shortYear`). */
  | {
      readonly kind: 'numbers'
      readonly first: number
      readonly second: number
      readonly third: number
      readonly shortYear: boolean
      /** Two digits between dashes, three times: 24-04-03 may have its year first. */
      readonly mayBeYearFirst?: boolean
    }
  | { readonly kind: 'month'; readonly year: number; readonly month: number; readonly shortYear: boolean }
  | { readonly kind: 'unreadable'; readonly text: string }

const forms = {
  yearFirst: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:[T ]|,\s*)(\d{1,2}):(\d{2})(.*))?$/,
  compact: /^(?:19|20)\d{6}$/,
  /** 03042024, and 3042024 where Excel removed the zero. */
  compactYearLast: /^(\d{1,2})(\d{2})((?:19|20)\d{2})$/,
  numbers: /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})(?:[ ,T]+\d{1,2}[:.]\d{2}.*)?$/,
  dayMonthYear: /^(\d{1,2})(?:st|nd|rd|th)?[ \-/.]*([A-Za-z]{3,9})[ \-/.,]*(\d{4}|\d{2})(?: .*)?$/,
  monthDayYear: /^([A-Za-z]{3,9})[ \-/.]*(\d{1,2})(?:st|nd|rd|th)?,?[ \-/.]+(\d{4})(?: .*)?$/,
  weekday: /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +(.+)$/i,
  wordYear: /^([A-Za-z]{3,9})[ \-/.](\d{4}|\d{2})$/,
  monthYear: /^(\d{1,2})[/-](\d{4})$/,
  serial: /^\d{5}(?:\.\d+)?$/,
  epochMs: /^1\d{12}$/,
  epochSeconds: /^1\d{9}$/,
} as const

/** Excel serials taken for a date when the cell is a bare number: 1980 to 2050. */
const serialRange = { from: 29_221, to: 55_153 } as const

const monthWords: ReadonlyMap<string, number> = new Map(
  [
    ['jan', 'january', 'januari'],
    ['feb', 'february', 'februari'],
    ['mar', 'march', 'mac'],
    ['apr', 'april'],
    ['may', 'mei'],
    ['jun', 'june'],
    ['jul', 'july', 'julai'],
    ['aug', 'august', 'ogos', 'ogo'],
    ['sep', 'sept', 'september'],
    ['oct', 'october', 'oktober', 'okt'],
    ['nov', 'november'],
    ['dec', 'december', 'disember', 'dis'],
  ].flatMap((words, index) => words.map((word): [string, number] => [word, index + 1])),
)

/** Zeros and marks alone ("0/00/0000", "  /  /"), Excel's day zero ("00-Jan-00"), and an input mask ("dd/mm/yyyy"). */
const noDate = /^(?:[0_/.:\-\s]+|0?0[- /]jan[- /](?:19)?00|[dmy]{1,4}[/.-][dmy]{1,4}[/.-][dmy]{1,4})$/i

const placeholderDates: ReadonlySet<string> = new Set(
  (
    'nat,0/01/1900,0/1/1900,00/01/1900,1/01/1900,1/1/1900,01/01/1900,0/01/00,0/1/00,00/01/00,' +
    '1900-01-00,1900-01-01,30/12/1899,31/12/1899,1899-12-30,1899-12-31,1/01/1753,1/1/1753,01/01/1753,1753-01-01,' +
    '01/01/0001,1/01/0001,1/1/0001,0001-01-01,31/12/9999,9999-12-31'
  ).split(','),
)

function isPlaceholderDate({ year, month, day }: DateParts): boolean {
  if (year <= 1 || year === 9999) return true
  return (year === 1900 && month === 1 && day <= 1) || (year === 1899 && month === 12) || (year === 1753 && month === 1)
}

function certain(parts: DateParts, text: string, extra: { readonly isUtcEvening?: boolean } = {}): DateReading {
  if (isPlaceholderDate(parts)) return { kind: 'placeholder', text }
  return isRealDay(parts) ? { kind: 'certain', parts, from: 'text', ...extra } : { kind: 'unreadable', text }
}

function wholeYear(
  parts: { readonly year: string; readonly month: number; readonly day: number },
  text: string,
): DateReading {
  const { month, day } = parts
  const year = Number(parts.year)
  if (parts.year.length === 4) return certain({ year, month, day }, text)
  const real = isRealDay({ year: 2000 + (year % 4), month, day })
  return real ? { kind: 'certain-short', shortYear: year, month, day } : { kind: 'unreadable', text }
}

/** "(est)", "approx." and a question mark after a date, and "Sold" or "Delivered on" before it. */
const remarkAfter =
  /(?:\s*[([{][^()[\]{}\d]{1,30}[)\]}]|[\s,]+(?:approx(?:imately)?|est(?:imated|imate)?|about|circa|tbc|unconfirmed)\.?|\s*[?~*.,;]+)$/i
const remarkBefore =
  /^(?:(?:(?:vehicle|car)\s+)?(?:sold|sale|sale date|date sold|delivered|delivery|invoiced?|settled|settlement|purchased|bought|contract|handed over|handover|picked up|dated?|on|approx(?:imately)?|est(?:imated)?|about|circa|ca?)\b\.?\s*[:=-]?\s*|[~*?]+\s*)+/i

/** A text without a remark, as the program and most files write dates. */
const bareDate = /^[\d/-]*$/

/** A text without remarks around its date: "Sold 3/4/2024 (est)" is 3/4/2024. */
export function withoutRemarks(text: string): string {
  // The patterns of remarks take 12 ms to compile.
  if (bareDate.test(text)) return text
  return text.length > 80 ? text : text.replace(remarkBefore, '').replace(remarkAfter, '').trim()
}

/** One way to write the same date: no spaces around separators, no "of" and no apostrophe before the year. */
const evenForm = (text: string): string =>
  text
    .replace(/(\d)\s*([/.\\-])\s*(?=\d)/g, (_, digit: string, mark: string) => digit + (mark === '\\' ? '/' : mark))
    .replace(/(\d(?:st|nd|rd|th)?)\s+(?:day\s+)?of\s+/i, '$1 ')
    .replace(/\s['’](\d{2})$/, ' $1')

/** Years of dates that stand for no date are outside. */
const plainYears = { from: 1910, to: 2100 }
const [digit0, slash, dot, hyphen] = [0x30, 0x2f, 0x2e, 0x2d]

/** Two numbers and a year of four digits, and nothing else, as most dates are written; null for any other text. */
export function plainNumbers(text: string): Extract<DateReading, { kind: 'numbers' }> | null {
  const { length } = text
  if (length < 8 || length > 10) return null
  const numbers = [0, 0, 0]
  let which = 0
  let digits = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    const digit = code - digit0
    if (digit >= 0 && digit <= 9) {
      numbers[which] = (numbers[which] ?? 0) * 10 + digit
      digits += 1
    } else {
      if (which === 2 || digits < 1 || digits > 2 || (code !== slash && code !== hyphen && code !== dot)) return null
      which += 1
      digits = 0
    }
  }
  const [first = 0, second = 0, third = 0] = numbers
  if (which !== 2 || digits !== 4 || third < plainYears.from || third > plainYears.to) return null
  return { kind: 'numbers', first, second, third, shortYear: false }
}

/** Reads one cell of a date column (never through a JavaScript Date, which would shift days by time zone). */
export function readDate(cell: SourceCell): DateReading {
  if (cell === null || cell === '') return { kind: 'empty' }
  const plain = typeof cell === 'string' ? plainNumbers(cell) : null
  if (plain) return plain
  const text = plainText(cell)
  if (typeof cell === 'object' && 'serial' in cell) return readSerial(cell, text)
  if (typeof cell === 'number' && cell < serialRange.from && cell >= 0 && cell < 2) return { kind: 'placeholder', text }
  const reading = readText(text)
  if (reading.kind !== 'unreadable' || !/\d/.test(text)) return reading
  const bare = evenForm(withoutRemarks(text))
  const again = bare === text ? reading : readText(bare)
  return again.kind === 'unreadable' || again.kind === 'placeholder' ? reading : again
}

function readSerial(
  { serial, format }: { readonly serial: number; readonly format: string },
  text: string,
): DateReading {
  const form = serialForm(format)
  // A time or a duration has no day; a day can be hidden behind a time.
  if (form && !form.date && (form.elapsed !== null || serial < 61)) return { kind: 'unreadable', text }
  if (serial < 61) return { kind: 'placeholder', text: '1/01/1900' }
  return {
    kind: 'certain',
    parts: fromSerial(serial),
    from: 'excel',
    yearHidden: format !== '' && /[dm]/i.test(format) && !/[yeg]/i.test(format),
  }
}

function readText(text: string): DateReading {
  if (text === '') return { kind: 'empty' }
  const numbers = forms.numbers.exec(text)
  const bare = text.replace(/[ T]+0{1,2}:00.*$/, '')
  if (isPlaceholder(text) || noDate.test(text) || placeholderDates.has(bare.toLowerCase()))
    return { kind: 'placeholder', text }
  if (numbers) {
    const [first, second, third] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
    const shortYear = numbers[3]?.length === 2
    const mayBeYearFirst = shortYear && /^\d\d-\d\d-\d\d\b/.test(text)
    return { kind: 'numbers', first, second, third, shortYear, ...(mayBeYearFirst && { mayBeYearFirst }) }
  }
  const yearFirst = forms.yearFirst.exec(text)
  if (yearFirst) {
    const parts = { year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) }
    const utc = /^(?::(\d\d(?:\.\d+)?))?(?:Z|[+-]00:?00| ?UTC| ?GMT)$/.exec(yearFirst[6] ?? '')
    const minutes = Number(yearFirst[5]) + Number(utc?.[1] ?? 0) / 60
    return certain(parts, text, utc ? evening(Number(yearFirst[4]) + minutes / 60) : {})
  }
  return readWords(forms.weekday.exec(text)?.[1] ?? text, text) ?? readDigits(text) ?? { kind: 'unreadable', text }
}

function readWords(text: string, original: string): DateReading | null {
  const wordYear = forms.wordYear.exec(text)
  const wordMonth = monthWords.get(wordYear?.[1]?.toLowerCase() ?? '')
  if (wordYear?.[2] && wordMonth) {
    return { kind: 'month', year: Number(wordYear[2]), month: wordMonth, shortYear: wordYear[2].length === 2 }
  }
  const dayFirst = forms.dayMonthYear.exec(text)
  const dayFirstMonth = monthWords.get(dayFirst?.[2]?.toLowerCase() ?? '')
  if (dayFirst?.[3] && dayFirstMonth) {
    return wholeYear({ year: dayFirst[3], month: dayFirstMonth, day: Number(dayFirst[1]) }, original)
  }
  const monthFirst = forms.monthDayYear.exec(text)
  const monthFirstMonth = monthWords.get(monthFirst?.[1]?.toLowerCase() ?? '')
  if (monthFirst?.[3] && monthFirstMonth) {
    return wholeYear({ year: monthFirst[3], month: monthFirstMonth, day: Number(monthFirst[2]) }, original)
  }
  // "Thursday 14/03/2024": the text after the day of the week is a complete date.
  return text === original ? null : readText(text)
}

function readDigits(text: string): DateReading | null {
  if (forms.compact.test(text)) {
    const parts = { year: Number(text.slice(0, 4)), month: Number(text.slice(4, 6)), day: Number(text.slice(6, 8)) }
    if (isRealDay(parts) || !forms.compactYearLast.test(text)) return certain(parts, text)
  }
  const yearLast = forms.compactYearLast.exec(text)
  if (yearLast) {
    const [first, second, third] = [Number(yearLast[1]), Number(yearLast[2]), Number(yearLast[3])]
    return { kind: 'numbers', first, second, third, shortYear: false }
  }
  const monthYear = forms.monthYear.exec(text)
  if (monthYear) {
    const month = Number(monthYear[1])
    return month >= 1 && month <= 12 ? { kind: 'month', year: Number(monthYear[2]), month, shortYear: false } : null
  }
  if (forms.serial.test(text)) {
    const serial = Number(text)
    const inRange = serial >= serialRange.from && serial <= serialRange.to
    return inRange ? { kind: 'certain', parts: fromSerial(serial), from: 'number' } : null
  }
  const seconds = forms.epochMs.test(text) ? Number(text) / 1000 : forms.epochSeconds.test(text) ? Number(text) : null
  if (seconds === null) return null
  const parts = fromSerial(25_569 + seconds / 86_400)
  return { kind: 'certain', parts, from: 'number', ...evening((seconds / 3_600) % 24) }
}

/** `hours`: of UTC. Midnight is at a full or half hour; at later hours nobody buys a car, if they are local; 23:59 is the end of a day. */
const evening = (hours: number): { readonly isUtcEvening?: true } => {
  const isMidnight = hours >= 10 && hours <= 16 && Number.isInteger(hours * 2)
  return isMidnight || (hours >= 20 && hours < 23.9) ? { isUtcEvening: true } : {}
}
