import { localDate } from '../../../../contract/calendar-date.ts'
import { formatDate } from '../../../ui/format.ts'

/** The time of day of a moment, to the second, on this PC's clock: "2:05:09 pm"; with the date when that is not today. */
export function formatClock(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const two = (part: number): string => String(part).padStart(2, '0')
  const hours = moment.getHours()
  const clock = `${hours % 12 || 12}:${two(moment.getMinutes())}:${two(moment.getSeconds())} ${hours < 12 ? 'am' : 'pm'}`
  if (moment.toDateString() === now.toDateString()) return clock
  return `${formatDate(localDate(moment))}, ${clock}`
}
