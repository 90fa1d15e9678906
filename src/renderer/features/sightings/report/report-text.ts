import { monthNames, dateParts, weekdayName } from '../../../../contract/calendar-date.ts'
import type { CallGoal, GoalKey } from '../../../../contract/call-figures.ts'
import type { CallReport, ReportPeriod } from '../../../../contract/sightings.ts'
import { formatCount, formatDate } from '../../../ui/format.ts'
import type { GoalProgressLine } from './goals.ts'

type Period = ReportPeriod['period']

export const reportText = {
  title: 'Calls in numbers',
  back: 'Back to the call list',
  period: 'Period',
  periods: { week: 'Week', month: 'Month' } satisfies Record<Period, string>,
  earlier: (period: Period): string => `Previous ${period}`,
  later: (period: Period): string => `Next ${period}`,
  current: (period: Period): string => `This ${period}`,
  totals: 'Totals',
  counting: 'How these are counted',
  countingNote:
    'Days are those of this PC. A car counts once as reached, booked, offered and bought; a car that two people reached counts for both, and once in the totals.',
  none: '–',
  percent: (value: number | null): string => (value === null ? '–' : `${value}%`),
  chart: 'By day',
  day: 'Day',
  people: 'By person',
  person: 'Person',
  peopleNote: 'Most bought cars first.',
  nobody: 'Not recorded',
  ofGoal: (count: number, goal: number): string => `${formatCount(count)} of ${formatCount(goal)}`,
  goal: {
    name: 'Goal',
    set: 'Set a goal',
    change: 'Change goal',
    whose: 'Goal for',
    per: { dealership: 'The dealership', person: 'Each person' } satisfies Record<CallGoal['per'], string>,
    fields: { calls: 'Calls a week', appraisals: 'Appraisals booked a week' } satisfies Record<GoalKey, string>,
    hint: 'Leave a field empty for no goal. The goal is for reports on this PC, of earlier weeks too.',
    wrong: 'Enter a whole number, or nothing.',
    save: 'Save goal',
    saved: (isSet: boolean): string => (isSet ? 'Goal saved.' : 'Goal removed.'),
    when: (period: Period, isCurrent: boolean): string => `${isCurrent ? 'this' : 'that'} ${period}`,
    weekly: (perWeek: number): string => `(${formatCount(perWeek)} a week)`,
    /** "34 of 60 calls this week", "1 of 3 people reached 60 calls this week". */
    progress: ({ key, counts, done, wanted, goal }: GoalProgressLine, when: string): string => {
      const unit = key === 'calls' ? 'calls' : 'appraisals'
      return counts === 'figures'
        ? `${reportText.ofGoal(done, wanted)} ${unit} ${when}`
        : `${reportText.ofGoal(done, wanted)} people reached ${formatCount(goal)} ${unit} ${when}`
    },
  },
  empty: (period: Period): string => `Nothing in this ${period}`,
  emptyText: (period: Period): string =>
    `No car was seen for the first time, and no call was recorded. Try the previous ${period}.`,
  export: 'Export',
  print: 'Print',
  printNote: 'The report as it is shown, on paper',
  exportText: 'The total, the goal, a row for each person and one for each day.',
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
