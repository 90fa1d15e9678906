import { daysBetween, localDate, weekdayName } from '../../../contract/calendar-date.ts'
import { countOf } from '../../../contract/call-group.ts'
import type { SightingSummary } from '../../../contract/sightings.ts'
import { sightingsText } from './sightings-text.ts'
import { formatDate, formatTime } from '../../ui/format.ts'

const { digest: text } = sightingsText

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

/** What is new and due, of a list with calls: "4 new since yesterday at 4:10 pm, 2 price drops, 3 calls due today, 1 overdue." */
export function digestText({ groups, lastVisitAt }: SightingSummary, now: Date): string {
  const all = countOf(groups)
  const parts = [lastVisitAt === null ? text.soFar(all) : text.newSince(groups.new, momentText(lastVisitAt, now))]
  if (groups['price-drops'] > 0) parts.push(text.priceDrops(groups['price-drops']))
  if (groups.today > 0) parts.push(text.dueToday(groups.today))
  if (groups.overdue > 0) parts.push(text.overdue(groups.overdue))
  return `${parts.join(', ')}.`
}

/** The last seven days: "Last 7 days: 12 calls, 3 booked, 1 bought." */
export function weekText(week: SightingSummary['week']): string {
  const sum = (key: 'called' | 'booked' | 'bought'): number => week.reduce((total, day) => total + day[key], 0)
  return text.week(sum('called'), sum('booked'), sum('bought'))
}
