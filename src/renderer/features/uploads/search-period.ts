import { addDays, addMonths, type CalendarDate } from '../../../contract/calendar-date.ts'

/** `dates`: the user chooses the first and the last day. */
export type SearchPeriod = 'any' | 'week' | 'month' | 'year' | 'dates'

export interface SearchDays {
  /** YYYY-MM-DD; null: no limit. */
  readonly from: CalendarDate | null
  readonly until: CalendarDate | null
}

/** The first and the last day of a period that ends today. `entered`: the days of `dates`, empty while they are missing. */
export function daysOfPeriod(
  period: SearchPeriod,
  entered: { readonly from: string; readonly until: string },
  today: CalendarDate,
): SearchDays {
  switch (period) {
    case 'any':
      return { from: null, until: null }
    case 'week':
      return { from: addDays(today, -6), until: null }
    case 'month':
      return { from: addDays(today, -29), until: null }
    case 'year':
      return { from: addDays(addMonths(today, -12), 1), until: null }
    case 'dates':
      return { from: entered.from || null, until: entered.until || null }
    default:
      return period satisfies never
  }
}
