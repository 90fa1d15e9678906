import { daysBetween, localDate, weekdayName } from '../../../contract/calendar-date.ts'
import type { SightingSummary } from '../../../contract/sightings.ts'
import { sightingsText } from './sightings-text.ts'
import { formatDate, formatTime } from '../../ui/format.ts'

const { digest: text } = sightingsText

export function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour < 12) return text.morning
  return hour < 18 ? text.afternoon : text.evening
}

/** A moment as text: "today at 9:05 am", "yesterday at 4:10 pm", "Monday at 4:10 pm", "3/11/2026". */
export function momentText(iso: string, now: Date): string {
  const then = new Date(iso)
  const days = daysBetween(localDate(then), localDate(now))
  const time = formatTime(iso)
  if (days === 0) return text.today(time)
  if (days === 1) return text.yesterday(time)
  if (days > 1 && days < 7) return text.weekday(weekdayName(localDate(then)), time)
  return formatDate(localDate(then))
}

/** What is new and due: "4 new since yesterday at 4:10 pm, 2 price drops, 3 calls due today, 1 overdue." */
export function digestText({ views, overdue, dueToday, lastVisitAt }: SightingSummary, now: Date): string {
  if (views.all === 0) return text.none
  const parts = [lastVisitAt === null ? text.soFar(views.all) : text.newSince(views.new, momentText(lastVisitAt, now))]
  if (views['price-drops'] > 0) parts.push(text.priceDrops(views['price-drops']))
  if (dueToday > 0) parts.push(text.dueToday(dueToday))
  if (overdue > 0) parts.push(text.overdue(overdue))
  return `${parts.join(', ')}.`
}
