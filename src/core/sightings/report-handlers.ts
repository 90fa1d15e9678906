import type { DateFormat } from '../../contract/calendar-date.ts'
import type { Source } from '../../contract/connection-region.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { CallReport, ReportPeriod } from '../../contract/sightings.ts'
import { tableFile } from '../export/table-file.ts'
import type { CallGoals } from './call-goals.ts'
import type { ListFigures } from './list-figures.ts'
import { reportSheet } from './report-sheet.ts'

export interface ReportHandlersParts {
  readonly figures: Pick<ListFigures, 'report'>
  readonly goals: Pick<CallGoals, 'get' | 'set'>
  readonly dateFormat: () => DateFormat
  /** The connections and regions that the report is about, with their arrivals recorded. */
  readonly updatedSources: () => Promise<readonly Source[]>
  readonly announce: (customerId: null) => void
}

/** The report of a week or month, and the goals that it compares with. */
export function createReportHandlers({
  figures,
  goals,
  dateFormat,
  updatedSources,
  announce,
}: ReportHandlersParts): Pick<DomainHandlers<'sightings', AbortSignal>, 'report' | 'setGoal' | 'exportReport'> {
  const reportOf = async (period: ReportPeriod): Promise<CallReport> => {
    const sources = await updatedSources()
    return figures.report(sources, period, goals.get(sources))
  }
  return {
    report: reportOf,
    async setGoal(goal) {
      const before = goals.set(await updatedSources(), goal)
      announce(null)
      return { before }
    },
    exportReport: async ({ format, ...period }) => tableFile(reportSheet(await reportOf(period), dateFormat()), format),
  }
}
