import {
  addDays,
  dateParts,
  dayAfter,
  daysBetween,
  localDate,
  parseDate,
  weekdayOf,
} from '../../../contract/calendar-date.ts'
import { plural } from '../../ui/format.ts'
import { callText } from './call-text.ts'

/** The local date `days` after `now`. */
export function dateIn(days: number, now: Date): string {
  return addDays(localDate(now), days)
}

/** Tomorrow, or Monday when tomorrow is a Sunday, on which customers are not called. */
export function nextCallDay(now: Date): string {
  const tomorrow = dateIn(1, now)
  return weekdayOf(tomorrow) === 0 ? dayAfter(tomorrow) : tomorrow
}

/** The Monday after this day. */
export function nextMonday(now: Date): string {
  return dateIn((8 - now.getDay()) % 7 || 7, now)
}

/** The age of a date in whole years, months or days: "4 years ago", "today". Empty for a future date. */
export function agoText(date: string, now: Date): string {
  const then = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  if (!then) return ''
  const [year, month, day] = [Number(then[1]), Number(then[2]), Number(then[3])]
  let months = (now.getFullYear() - year) * 12 + (now.getMonth() + 1 - month)
  if (now.getDate() < day) months -= 1
  const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`
  if (months >= 24) return ago(Math.floor(months / 12), 'year')
  if (months >= 1) return ago(months, 'month')
  const days = daysBetween(then[0], localDate(now))
  if (days === 0) return 'today'
  return days < 0 ? '' : ago(days, 'day')
}

/**
 * How long the customer has owned the car, from the sale (YYYY-MM-DD) to today: "4 years 8 months". Null without a sale date, and for one
 * in the future.
 */
export function timeOwned(saleDate: string | null, now: Date): string | null {
  if (saleDate === null || parseDate(saleDate) === null) return null
  const [from, to] = [dateParts(saleDate), dateParts(localDate(now))]
  const months = (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0)
  if (months < 0 || saleDate > localDate(now)) return null
  if (months === 0) return callText.car.lessThanAMonth
  const [years, rest] = [Math.floor(months / 12), months % 12]
  return [years > 0 ? plural(years, 'year') : '', rest > 0 ? plural(rest, 'month') : ''].filter(Boolean).join(' ')
}

/**
 * Parses a typed time of day as HH:MM: "2:30 pm", "2.30pm", "14:30", "1430", "5pm", "noon". Without am or pm, 1 to 7 are afternoon, because
 * nobody is called at night. Null when it is not a time.
 */
export function parseTimeOfDay(text: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed === 'noon' || typed === 'midday') return '12:00'
  const parts = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*(?:(am|pm)|(a\.m\.|p\.m\.))?$/.exec(typed)
  if (!parts) return null
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  const half = (parts[3] ?? parts[4] ?? '').charAt(0)
  if (minute > 59) return null
  if (half !== '') {
    if (hour < 1 || hour > 12) return null
    return timeOf((hour % 12) + (half === 'p' ? 12 : 0), minute)
  }
  if (hour > 23) return null
  const isAfternoon = hour >= 1 && hour <= 7 && !typed.startsWith('0')
  return timeOf(isAfternoon ? hour + 12 : hour, minute)
}

const timeOf = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
