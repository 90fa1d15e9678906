import { monthNames, dateParts, weekdayName } from '../../../../contract/calendar-date.ts'
import type { CallReport, ReportPeriod } from '../../../../contract/sightings.ts'
import { formatDate } from '../../../ui/format.ts'

type Period = ReportPeriod['period']

/** The texts of the report in numbers. */
export const reportText = {
  title: 'Calls in numbers',
  subtitle: 'Days are those of this PC. A car counts once as reached, booked and bought.',
  back: 'Back to the call list',
  period: 'Period',
  periods: { week: 'Week', month: 'Month' } satisfies Record<Period, string>,
  earlier: (period: Period): string => `Previous ${period}`,
  later: (period: Period): string => `Next ${period}`,
  current: (period: Period): string => `This ${period}`,
  totals: 'Totals',
  none: '–',
  percent: (value: number | null): string => (value === null ? '–' : `${value}%`),
  chart: 'By day',
  day: 'Day',
  people: 'By person',
  person: 'Person',
  peopleNote: 'A car that two people reached counts for both, and once in the total.',
  notRecorded: 'Not recorded',
  empty: (period: Period): string => `Nothing in this ${period}`,
  emptyText: (period: Period): string =>
    `No car was seen for the first time, and no call was recorded. Try the previous ${period}.`,
  export: 'Export',
  exportText: 'The total, a row for each person and one for each day.',
  excelNote: 'for further calculation',
  saved: 'Report saved.',
}

/** "16 to 22 November 2026", "30 November to 6 December 2026", "November 2026". */
export function periodName(period: Period, { from, to }: Pick<CallReport, 'from' | 'to'>): string {
  const [first, last] = [dateParts(from), dateParts(to)]
  const monthOf = (month: number): string => monthNames[month - 1] ?? ''
  if (period === 'month') return `${monthOf(first.month)} ${first.year}`
  const start =
    first.year !== last.year
      ? `${first.day} ${monthOf(first.month)} ${first.year}`
      : first.month !== last.month
        ? `${first.day} ${monthOf(first.month)}`
        : String(first.day)
  return `${start} to ${last.day} ${monthOf(last.month)} ${last.year}`
}

/** "Mon 16/11/2026". */
export const dayName = (date: string): string => `${weekdayName(date).slice(0, 3)} ${formatDate(date)}`
