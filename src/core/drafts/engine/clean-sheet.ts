import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { rowCell } from '../../../contract/row-id.ts'
import type { CsvCell } from '../../export/csv-text.ts'
import type { ExportTable } from '../../export/table-file.ts'
import { customerFields } from '../checking/check-row.ts'
import { cellText } from '../../fields/source-cell.ts'
import { reasonHeader, rowHeader } from '../mapping/reimport.ts'
import { shownText } from './cell-changes.ts'
import type { DraftState } from './draft-state.ts'
import { cleanSheetName, sheetHeaders } from './draft-text.ts'

/** Which rows of a draft are exported: all, those that would be sent, or those with errors. */
export type SheetRows = 'all' | 'ready' | 'error'

type Marks = ReadonlyMap<number, 'error' | 'warning'>
const noMarks: Marks = new Map()

/**
 * A draft as a table to save: the values as they would be sent, then the extra fields. The number of the row and the
 * issues have the headers of Forecourt's own exports, so both are left out when the file is opened again. A workbook colours the cells
 * that have issues.
 */
export function cleanSheet(state: DraftState, name: string, which: SheetRows): ExportTable {
  const { plan, context } = state
  const fields = customerFields.filter((field) => field !== 'state' || context.region === 'au')
  const columns = [
    rowHeader,
    ...fields.map((field) => sheetHeaders[field]),
    ...plan.keptColumns.map((column) => plan.headers[column] ?? ''),
    reasonHeader,
  ]
  const marks: Marks[] = []
  return {
    name: cleanSheetName(name),
    columns,
    rows: { [Symbol.iterator]: () => sheetRows(state, which, fields, marks) },
    coloured: (at) => marks[at] ?? noMarks,
  }
}

function* sheetRows(
  state: DraftState,
  which: SheetRows,
  fields: readonly CustomerField[],
  marks: Marks[],
): Generator<CsvCell[]> {
  const { plan, context, comparison, rows } = state
  for (let position = 0; position < rows.length; position += 1) {
    const status = state.issues.statusAt(position)
    if (!isWanted(status, which)) continue
    const row = rows.at(position)
    const issues = state.issues.of(position, row).filter(({ severity }) => severity !== 'info')
    const excluded = comparison.exclusionOf(position)?.reason
    const reasons = [...(excluded ? [excluded] : []), ...issues.map(({ message }) => message)]
    marks.push(marksOf(issues, fields))
    yield [
      rowCell(row.row),
      ...fields.map((field) => shownText(row, field, { region: context.region, dateFormat: 'region' })),
      ...plan.keptColumns.map((column) => cellText(row.source.cells[column]).trim()),
      reasons.join(' '),
    ]
  }
}

const isWanted = (status: RowStatus, which: SheetRows): boolean =>
  which === 'all' || (which === 'error' ? status === 'error' : status === 'ready' || status === 'warning')

/** The worst issue of each column that has one; those of no field are the row's. */
function marksOf(issues: readonly Issue[], fields: readonly CustomerField[]): Marks {
  if (issues.length === 0) return noMarks
  const marks = new Map<number, 'error' | 'warning'>()
  for (const { field, severity } of issues) {
    const column = field === null ? 0 : fields.indexOf(field) + 1
    if (severity !== 'info' && marks.get(column) !== 'error') marks.set(column, severity)
  }
  return marks
}
