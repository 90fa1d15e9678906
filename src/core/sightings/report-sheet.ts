import { type DateFormat, formatDate } from '../../contract/calendar-date.ts'
import { callFigures, conversionPercent, goalsOfDays, hasGoal, type CallFigures } from '../../contract/call-figures.ts'
import type { CallReport } from '../../contract/sightings.ts'
import type { ExportTable } from '../export/table-file.ts'
import { reportText as text } from './sightings-text.ts'

/** The report as a table: the total, the goal, then a row for each person, then one for each day. Sightings belong to nobody. */
export function reportSheet({ from, to, total, people, days, goal }: CallReport, dateFormat: DateFormat): ExportTable {
  const fileDate = (date: string): string => formatDate(date).replaceAll('/', '-')
  const cells = (figures: Partial<Record<keyof CallFigures, number | null>>, percent: number | null) =>
    callFigures.map(({ key }) => (key === 'conversion' ? percent : (figures[key] ?? null)))
  const row = (kind: string, name: string, figures: Omit<CallFigures, 'spotted'> & { spotted?: number }) => [
    kind,
    name,
    ...cells(figures, conversionPercent(figures)),
  ]
  return {
    name: text.name(fileDate(from), fileDate(to)),
    columns: [
      text.columns.kind,
      text.columns.name,
      ...callFigures.map(({ key, label }) => (key === 'conversion' ? text.columns.percent : label)),
    ],
    rows: [
      row(text.total, '', total),
      ...(hasGoal(goal) ? [[text.goal, text.per[goal.per], ...cells(goalsOfDays(goal, days.length), null)]] : []),
      ...people.map(({ person, ...figures }) => row(text.person, person?.name ?? text.nobody, figures)),
      ...days.map(({ date, ...figures }) => row(text.day, formatDate(date, dateFormat), figures)),
    ],
  }
}
