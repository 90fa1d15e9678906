import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { rowText } from '../../../contract/row-id.ts'
import { customerFields } from '../checking/check-row.ts'
import { cellText } from '../../fields/source-cell.ts'
import { reasonHeader, rowHeader } from '../mapping/reimport.ts'
import { shownText } from './cell-changes.ts'
import type { DraftState } from './draft-state.ts'
import { sheetHeaders } from './draft-text.ts'

/** Which rows of a draft are exported: all, those that would be sent, or those with errors. */
export type SheetRows = 'all' | 'ready' | 'error'

/** One row of the clean sheet: its texts by column, and the worst issue of each column that has one. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly marks: ReadonlyMap<number, Issue['severity']>
  readonly issues: readonly Issue[]
}

export interface CleanSheet {
  readonly columns: readonly string[]
  /** How many columns are before the one of a field. */
  readonly fieldColumns: ReadonlyMap<CustomerField, number>
  readonly rows: Iterable<SheetRow>
}

/**
 * A draft as a table to save: the values as they would be sent, then the extra fields. The number of the row and the
 * issues have the headers of Forecourt's own exports, so both are left out when the file is opened again.
 */
export function cleanSheet(state: DraftState, which: SheetRows): CleanSheet {
  const { plan, context } = state
  const fields = customerFields.filter((field) => field !== 'state' || context.region === 'au')
  const columns = [
    rowHeader,
    ...fields.map((field) => sheetHeaders[field]),
    ...plan.keptColumns.map((column) => plan.headers[column] ?? ''),
    reasonHeader,
  ]
  return {
    columns,
    fieldColumns: new Map(fields.map((field, at) => [field, at + 1])),
    rows: { [Symbol.iterator]: () => sheetRows(state, which, fields) },
  }
}

function* sheetRows(state: DraftState, which: SheetRows, fields: readonly CustomerField[]): Generator<SheetRow> {
  const { plan, context, comparison, rows } = state
  for (let position = 0; position < rows.length; position += 1) {
    const status = state.issues.statusAt(position)
    if (!isWanted(status, which)) continue
    const row = rows.at(position)
    const issues = state.issues.of(position, row).filter(({ severity }) => severity !== 'info')
    const excluded = comparison.exclusionOf(position)?.reason
    const reasons = [...(excluded ? [excluded] : []), ...issues.map(({ message }) => message)]
    yield {
      row: row.row,
      cells: [
        rowText(row.row),
        ...fields.map((field) => shownText(row, field, { region: context.region, dateFormat: 'region' })),
        ...plan.keptColumns.map((column) => cellText(row.source.cells[column]).trim()),
        reasons.join(' '),
      ],
      marks: marksOf(issues, fields),
      issues,
    }
  }
}

const isWanted = (status: RowStatus, which: SheetRows): boolean =>
  which === 'all' || (which === 'error' ? status === 'error' : status === 'ready' || status === 'warning')

function marksOf(issues: readonly Issue[], fields: readonly CustomerField[]): Map<number, Issue['severity']> {
  const marks = new Map<number, Issue['severity']>()
  for (const { field, severity } of issues) {
    const column = field === null ? 0 : fields.indexOf(field) + 1
    if (marks.get(column) !== 'error') marks.set(column, severity)
  }
  return marks
}
