import { dateParts, localDate, parseDate } from '../../../contract/calendar-date.ts'
import { plural } from '../../ui/format.ts'
import { callText } from './call-text.ts'

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
