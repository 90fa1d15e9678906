import type { ColumnTarget } from '../../contract/column-choices.ts'
import type { RowOutcome } from '../../contract/uploads.ts'
import { rowCell } from '../../contract/row-id.ts'
import type { ExportTable } from '../export/table-file.ts'
import { ownColumns, reasonHeader, rowHeader, uploadHeader, uploadIdentity } from '../drafts/mapping/reimport.ts'
import type { RemainderRow } from './journal-rows.ts'

/** The upload whose rows are exported. */
export interface RemainderOf {
  readonly id: string
  readonly fileName: string
  /** Of the file. */
  readonly header: readonly string[]
  /** What each column of the file was imported as; absent: not known. */
  readonly columns?: readonly { readonly target: ColumnTarget }[] | undefined
  /** Of all rows; null: those that did not become customers, whatever the reason. */
  readonly outcome: RowOutcome | null
}

/**
 * Rows of an upload as a table for Excel: the original columns between row number and reason, and at the end the identity of the
 * upload: a corrected file joins it. A row of several sheets or cars is named as in a sentence, which no spreadsheet program
 * changes. A workbook colours each reason, and the cells that are the reason.
 */
export function remainderTable(upload: RemainderOf, rows: readonly RemainderRow[]): ExportTable {
  const { id, fileName, header, columns = [], outcome } = upload
  // The columns that an earlier file of this kind had name rows of another upload.
  const own = ownColumns(header)
  const width = rows.reduce((widest, { original }) => Math.max(widest, original.length), header.length)
  const shown = Array.from({ length: width }, (_, column) => column).filter((column) => !own.has(column))
  const shownIn = (cells: readonly string[]): string[] => shown.map((column) => cells[column] ?? '')
  const rowCells = function* (): Generator<(string | number)[]> {
    for (const { row, original, reason } of rows) {
      yield [rowCell(row), ...shownIn(original), reason, uploadIdentity(id)]
    }
  }
  return {
    name: remainderName(fileName, outcome),
    columns: [rowHeader, ...shownIn(header), reasonHeader, uploadHeader],
    rows: { [Symbol.iterator]: rowCells },
    coloured(at) {
      const { reason = '', reasonColumns: named = [] } = rows[at] ?? {}
      const reasonColumns = named.length > 0 ? named : columnsNamedIn(reason, columns)
      const colours = new Map(reasonColumns.map((column) => [shown.indexOf(column) + 1, 'error' as const]))
      return reason === '' ? colours : new Map([...colours, [shown.length + 1, 'warning']])
    },
  }
}

/** A field that a refusal of the service names: "mobile_number: is invalid". */
const fieldNamed = /\b(client_name|mobile_number|sale_date|expiry_date)\b|^["'(]?(rego|state|vin)\b(?=["')]*\s*[:=-])/i

/** The columns of the field that a refusal names. */
function columnsNamedIn(reason: string, columns: readonly { readonly target: ColumnTarget }[]): number[] {
  const match = fieldNamed.exec(reason)
  const field = (match?.[1] ?? match?.[2])?.toLowerCase()
  if (field === undefined) return []
  return columns.flatMap(({ target }, column) => {
    const isOfPlate = target === 'rego_and_state' && (field === 'rego' || field === 'state')
    const isOfName = field === 'client_name' && ['first_name', 'middle_name', 'last_name', 'company'].includes(target)
    return target === field || isOfPlate || isOfName ? [column] : []
  })
}

const outcomeLabels: Readonly<Record<RowOutcome, string>> = {
  accepted: 'tracked rows',
  'in-process': 'rows in process',
  pending: 'queued rows',
  failed: 'failed rows',
  'not-processed': 'cancelled rows',
  'not-sent': 'rows not sent',
  'with-errors': 'rows with errors',
  updated: 'rows that updated customers',
  excluded: 'excluded rows',
}

/** "march.xlsx" becomes "march - failed rows", for all outcomes "march - remainder". */
function remainderName(fileName: string, outcome: RowOutcome | null): string {
  const stem = fileName.replace(/\.[^.]{1,5}$/, '').slice(0, longestStem) || 'upload'
  return `${stem} - ${outcome === null ? 'remainder' : outcomeLabels[outcome]}`
}

/** The end of a longer name would be cut off, and with it what the file holds. */
const longestStem = 100
