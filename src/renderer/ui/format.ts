import {
  dayOf,
  daysBetween,
  formatClock,
  formatDate as formatDateAs,
  localDate,
  parseDate,
} from '../../contract/calendar-date.ts'
import {
  formatKms as kilometres,
  formatMoney as money,
  formatNumber,
  formatPhone,
  formatPlate as plateText,
  plural,
} from '../../contract/regional-format.ts'
import type { Region } from '../../contract/region.ts'
import { formatSettings } from './format-settings.ts'

/** Every value that the window shows is formatted here: by the region of the connection and the user's date format. */

/** 12345 -> "12,345". */
export const formatCount = (count: number): string => formatNumber(count)

export { plural }

/** 30 -> "30 minutes", 120 -> "2 hours", 90 -> "90 minutes". */
export const formatMinutes = (minutes: number): string =>
  minutes >= 60 && minutes % 60 === 0 ? plural(minutes / 60, 'hour') : plural(minutes, 'minute')

/** A date or the day of a timestamp: "7/3/2026", or as the user chose. Null gives ""; a text without a day is unchanged. */
export const formatDate = (dateOrTimestamp: string | null): string =>
  formatDateAs(dateOrTimestamp, formatSettings.dateFormat)

const datePlaceholders = {
  region: 'd/m/yyyy',
  'dd/mm/yyyy': 'dd/mm/yyyy',
  'd mmm yyyy': 'd mmm yyyy',
  'yyyy-mm-dd': 'yyyy-mm-dd',
}

const dateWords = {
  region: 'day/month/year',
  'dd/mm/yyyy': 'day/month/year',
  'd mmm yyyy': 'day month year',
  'yyyy-mm-dd': 'year-month-day',
}

/** The same in words, for messages. */
export const dateOrderText = (): string => dateWords[formatSettings.dateFormat]

/** How a date is typed, for empty fields. All other forms are read too. */
export const datePlaceholder = (): string => datePlaceholders[formatSettings.dateFormat]

/** The time of day of a moment (ISO 8601) on this PC's clock: "2:05 pm". Null, invalid values and dates give "". */
export function formatTime(iso: string | null): string {
  const moment = iso && parseDate(iso) === null ? new Date(iso) : null
  if (!moment || Number.isNaN(moment.getTime())) return ''
  return formatClock(moment.getHours(), moment.getMinutes())
}

/** "14:30" as "2:30 pm". Null and invalid times give "". */
export function formatTimeOfDay(time: string | null): string {
  const parts = /^(\d{2}):(\d{2})$/.exec(time ?? '')
  return parts ? formatClock(Number(parts[1]), Number(parts[2])) : ''
}

/** A moment (ISO 8601) on this PC's clock: "7/3/2026, 2:05 pm"; a calendar date without a time. Invalid values give "". */
export function formatMoment(iso: string | null): string {
  const day = iso ? dayOf(iso) : null
  return day === null ? '' : [formatDate(day), formatTime(iso)].filter(Boolean).join(', ')
}

/**
 * How long ago a moment was, as text: "just now", "5 minutes ago", "yesterday", "12 days ago", and "on
 * 3/1/2067" for one that is still to come: the clock was set. Days are those of this
 * PC's calendar.
 */
export function formatAge(iso: string | null, now: Date = new Date()): string {
  if (!iso) return 'never'
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000)
  if (Number.isNaN(minutes)) return ''
  // Saved while the clock of the PC was wrong.
  if (minutes < -60) return `on ${formatDay(iso)}`
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${plural(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${plural(hours, 'hour')} ago`
  // When daylight saving ends, a day has 25 hours.
  const days = Math.max(1, daysBetween(localDate(new Date(iso)), localDate(now)))
  return days === 1 ? 'yesterday' : `${plural(days, 'day')} ago`
}

/** The same after "from": "from 5 minutes ago", "from 3/1/2067". */
export function formatFrom(iso: string | null, now: Date = new Date()): string {
  const isAhead = iso !== null && new Date(iso).getTime() - now.getTime() > 60 * 60_000
  return `from ${isAhead ? formatDay(iso) : formatAge(iso, now)}`
}

const formatDay = (iso: string): string => formatDate(localDate(new Date(iso)))

/** The time left, rounded so that it does not flicker: "a few seconds left", "about 2 minutes left". Null gives "". */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return ''
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return `about ${plural(minutes, 'minute')} left`
  return `about ${plural(Math.round(seconds / 3600), 'hour')} left`
}

/** Rows a second: 0.42 -> "0.4 rows a second". Null gives "". */
export function formatRate(rowsPerSecond: number | null): string {
  if (rowsPerSecond === null) return ''
  const shown = rowsPerSecond < 10 ? formatNumber(rowsPerSecond, 1) : formatCount(Math.round(rowsPerSecond))
  return `${shown} ${shown === '1' ? 'row' : 'rows'} a second`
}

/** Whole percent: 100 only when all is done, 0 only when nothing is. */
export function percentOf(done: number, total: number): number {
  if (total <= 0) return 0
  if (done >= total) return 100
  if (done <= 0) return 0
  return Math.min(99, Math.max(1, Math.round((done / total) * 100)))
}

/** A price without cents: "$24,990", "RM 88,000", "A$24,990" under a connection to New Zealand. Null gives "". */
export function formatMoney(amount: number | null, region: Region = homeRegion()): string {
  return amount === null ? '' : money(amount, region, { home: formatSettings.region ?? region })
}

/** "85,000 km". Null gives "". */
export const formatKms = (kms: number | null): string => (kms === null ? '' : kilometres(kms))

/** A phone number in the groups of its region: "0491 570 006", "021 123 4567", "012-345 6789". Other texts are unchanged. */
export const formatMobile = (mobile: string | null, region: Region = homeRegion()): string =>
  mobile ? formatPhone(mobile, region) : ''

/** A plate as its region writes it: "ABC12D", "WXY 1234". Null gives "". */
export const formatPlate = (rego: string | null, region: Region = homeRegion()): string => plateText(rego ?? '', region)

const homeRegion = (): Region => formatSettings.region ?? 'au'

/** 1536 -> "1.5 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return plural(bytes, 'byte')
  if (bytes < 1024 ** 2) return `${formatNumber(bytes / 1024, 1)} KB`
  return `${formatNumber(bytes / 1024 ** 2, 1)} MB`
}
