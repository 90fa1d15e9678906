import { dayOf, daysBetween, formatDate, localDate, parseDate } from '../../contract/calendar-date.ts'
import type { Region } from '../../contract/region.ts'

const numbers = new Intl.NumberFormat('en-AU')
const oneDecimal = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 })

/** 12345 -> "12,345". */
export const formatCount = (count: number): string => numbers.format(count)

/** `plural(1, 'row')` -> "1 row"; `plural(2300, 'row')` -> "2,300 rows". */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Exported here too, so that the window formats all values with one module. */
export { formatDate }

/** The time of day of a moment (ISO 8601) on this PC's clock: "2:05 pm". Null, invalid values and dates give "". */
export function formatTime(iso: string | null): string {
  const moment = iso && parseDate(iso) === null ? new Date(iso) : null
  if (!moment || Number.isNaN(moment.getTime())) return ''
  const hours = moment.getHours()
  return `${hours % 12 || 12}:${String(moment.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
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
  const shown = rowsPerSecond < 10 ? oneDecimal.format(rowsPerSecond) : formatCount(Math.round(rowsPerSecond))
  return `${shown} ${shown === '1' ? 'row' : 'rows'} a second`
}

/** Whole percent: 100 only when all is done, 0 only when nothing is. */
export function percentOf(done: number, total: number): number {
  if (total <= 0) return 0
  if (done >= total) return 100
  if (done <= 0) return 0
  return Math.min(99, Math.max(1, Math.round((done / total) * 100)))
}

/** A price in the region's own money, without cents: "$24,990", "RM 88,000". Null gives "". */
export function formatMoney(amount: number | null, region: Region = 'au'): string {
  if (amount === null) return ''
  const whole = formatCount(Math.round(amount))
  return region === 'my' ? `RM ${whole}` : `$${whole}`
}

/** A phone number in groups: "0491570006" -> "0491 570 006". Other numbers stay unchanged. */
export function formatMobile(mobile: string | null): string {
  if (!mobile) return ''
  const compact = mobile.replaceAll(' ', '')
  const national = /^(04\d{2})(\d{3})(\d{3})$/.exec(compact)
  if (national) return `${national[1]} ${national[2]} ${national[3]}`
  // New Zealand and Malaysia: the prefix is three digits.
  const shorter = /^(0\d{2})(\d{3})(\d{3,4})$/.exec(compact)
  if (shorter) return `${shorter[1]} ${shorter[2]} ${shorter[3]}`
  const abroad = /^(\+6[0145])(\d{2,3})(\d{3})(\d{3,4})$/.exec(compact)
  return abroad ? `${abroad[1]} ${abroad[2]} ${abroad[3]} ${abroad[4]}` : mobile
}

/** A plate in upper case, without spaces. */
export const formatPlate = (rego: string | null): string => (rego ?? '').replaceAll(' ', '').toUpperCase()

/** 1536 -> "1.5 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return plural(bytes, 'byte')
  if (bytes < 1024 ** 2) return `${oneDecimal.format(bytes / 1024)} KB`
  return `${oneDecimal.format(bytes / 1024 ** 2)} MB`
}
