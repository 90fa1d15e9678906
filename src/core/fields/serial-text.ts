import { dateFromParts, formatDate, monthNames, type DateParts } from '../../contract/calendar-date.ts'
import { fromSerial } from './excel-serial.ts'

/** What a number format shows of a serial (ECMA-376, part 1, 18.8.31). */
export interface SerialForm {
  /** A year, a month or a day. */
  readonly date: boolean
  /** The smallest part of a date that is shown. */
  readonly part: 'day' | 'month' | 'year'
  /** The letter of what is counted on beyond its usual limit: 36:00 hours. */
  readonly elapsed: 'h' | 'm' | 's' | null
  /** Digits of the hour: 9:30 or 09:30. */
  readonly hours: 0 | 1 | 2
  readonly minutes: boolean
  readonly seconds: boolean
  /** Digits of the second behind the point. */
  readonly fraction: number
  /** AM or PM. */
  readonly halfDays: boolean
}

const secondsPerDay = 86_400

/** What a format shows of a date or a time; null for any other format. Texts, colours and conditions do not count. */
export function serialForm(format: string): SerialForm | null {
  const [first = ''] = format.replace(/"[^"]*"|\\.|_.|\*./g, ' ').split(';')
  if (/general/i.test(first)) return null
  // "mmAM/PM" has no sign between the two.
  const words = first.match(/\[(?:h+|m+|s+)\]|am\/pm|a\/p|\[[^\]]*\]|[a-z]+?(?=am\/pm|a\/p|[^a-z]|$)/gi) ?? []
  // "USD 0" is no date.
  const tokens = words.flatMap((word) => (/^[dmyhs]+$/i.test(word) ? (word.match(/(.)\1*/gi) ?? []) : [word]))
  const letters = tokens.map((token) => token.replace('[', '').charAt(0).toLowerCase())
  const elapsedAt = tokens.findIndex((token) => /^\[[hms]+\]$/i.test(token))
  const isShown = (letter: string): boolean => tokens.some((token, at) => letters[at] === letter && isPart(token))
  const isMinute = (at: number): boolean =>
    letters[at] === 'm' && (tokens[at]?.length ?? 0) < 3 && (letters[at - 1] === 'h' || letters[at + 1] === 's')
  const monthAt = tokens.findIndex((token, at) => letters[at] === 'm' && isPart(token) && !isMinute(at))
  const elapsed = elapsedAt < 0 ? null : (letters[elapsedAt] as 'h' | 'm' | 's')
  const date = isShown('y') || isShown('d') || (monthAt >= 0 && elapsed === null)
  const hour = tokens.find((_, at) => letters[at] === 'h')?.replace(/\[|\]/g, '')
  const seconds = isShown('s')
  if (!date && !elapsed && !hour && !seconds) return null
  return {
    date,
    part: isShown('d') || !isShown('y') ? 'day' : monthAt >= 0 ? 'month' : 'year',
    elapsed,
    hours: hour ? (hour.length > 1 ? 2 : 1) : 0,
    minutes: tokens.some((_, at) => isMinute(at)),
    seconds,
    fraction: Math.min(3, /s\]?\.(0+)/i.exec(first)?.[1]?.length ?? 0),
    halfDays: tokens.some((token) => /^a(?:m\/pm|\/p)$/i.test(token)),
  }
}

const isPart = (token: string): boolean => /^[dmyhs]+$/i.test(token)

/**
 * A serial (1900 system) as its format shows it: days as d/m/yyyy, a month as Apr 2024 on its first day, times as 9:30 AM or 15:30,
 * durations as 36:00. A time is rounded to what is shown of a second and never to minutes, as Excel does.
 */
export function serialText(serial: number, format: string): string {
  const form = serialForm(format) ?? unstated(serial)
  const unit = 10 ** form.fraction
  const seconds = Math.round(Math.abs(serial) * secondsPerDay * unit) / unit
  if (form.elapsed) return (serial < 0 ? '-' : '') + elapsedText(seconds, form)
  const clock = clockText(seconds % secondsPerDay, form)
  if (!form.date) return clock
  const date = seconds < secondsPerDay ? '0/01/1900' : dateText(fromSerial(seconds / secondsPerDay), form)
  return clock === '' ? date : `${date} ${clock}`
}

/** A format without a day hides none of the first day of a month. Any other day is kept. */
function dateText(parts: DateParts, { part }: SerialForm): string {
  const { year, month, day } = parts
  if (part === 'year' && month === 1 && day === 1) return String(year)
  if (part === 'day' || day !== 1) return formatDate(dateFromParts(parts))
  return `${monthNames[month - 1]?.slice(0, 3)} ${year}`
}

/** The form of a date whose file does not say how it is shown. */
function unstated(serial: number): SerialForm {
  const hours = Math.round(serial * secondsPerDay) % secondsPerDay === 0 ? 0 : 1
  const date = serial >= 1 || hours === 0
  return { date, part: 'day', elapsed: null, hours, minutes: hours > 0, seconds: false, fraction: 0, halfDays: false }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const secondText = (seconds: number, { fraction }: SerialForm): string =>
  (seconds % 60).toFixed(fraction).padStart(fraction > 0 ? fraction + 3 : 2, '0')

function elapsedText(seconds: number, form: SerialForm): string {
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60)
  const parts = [
    ...(form.elapsed === 'h' ? [String(hours).padStart(form.hours, '0')] : []),
    ...(form.elapsed === 'm' ? [String(minutes)] : form.minutes ? [twoDigits(minutes % 60)] : []),
    ...(form.elapsed === 's' ? [seconds.toFixed(form.fraction)] : form.seconds ? [secondText(seconds, form)] : []),
  ]
  return parts.join(':')
}

function clockText(seconds: number, form: SerialForm): string {
  const hour = Math.floor(seconds / 3_600)
  const shownHour = form.halfDays ? hour % 12 || 12 : hour
  const parts = [
    ...(form.hours > 0 ? [String(shownHour).padStart(form.hours, '0')] : []),
    ...(form.minutes ? [twoDigits(Math.floor(seconds / 60) % 60)] : []),
    ...(form.seconds ? [secondText(seconds, form)] : []),
  ]
  return parts.join(':') + (form.halfDays && form.hours > 0 ? (hour < 12 ? ' AM' : ' PM') : '')
}
