import type { RowOutcome } from '../../contract/uploads.ts'
import { rowText } from '../../contract/row-id.ts'
import type { ExportTable } from '../export/table-file.ts'
import { ownColumns, reasonHeader, rowHeader, uploadHeader, uploadIdentity } from '../drafts/mapping/reimport.ts'
import type { RemainderRow } from './journal-rows.ts'

/** The upload whose rows are exported. */
export interface RemainderOf {
  readonly id: string
  readonly fileName: string
  /** Of the file. */
  readonly header: readonly string[]
  /** Of all rows; null: those that did not become customers, whatever the reason. */
  readonly outcome: RowOutcome | null
}

/**
 * Rows of an upload as a table for Excel: the original columns between row number and reason, and at the end the identity of the
 * upload: a corrected file joins it. A row of several sheets or cars is named as in a sentence, which no spreadsheet program
 * changes. A workbook colours each reason, and the cells that are the reason.
 */
export function remainderTable(upload: RemainderOf, rows: readonly RemainderRow[]): ExportTable {
  const { id, fileName, header, outcome } = upload
  // The columns that an earlier file of this kind had name rows of another upload.
  const own = ownColumns(header)
  const width = rows.reduce((widest, { original }) => Math.max(widest, original.length), header.length)
  const shown = Array.from({ length: width }, (_, column) => column).filter((column) => !own.has(column))
  const shownIn = (cells: readonly string[]): string[] => shown.map((column) => cells[column] ?? '')
  const rowCells = function* (): Generator<(string | number)[]> {
    for (const { row, original, reason } of rows) {
      const name = rowText(row)
      // A number where the row has one in its file, so that Excel sorts by it.
      yield [name === String(row) ? row : name, ...shownIn(original), reason, uploadIdentity(id)]
    }
  }
  return {
    name: remainderName(fileName, outcome),
    columns: [rowHeader, ...shownIn(header), reasonHeader, uploadHeader],
    rows: { [Symbol.iterator]: rowCells },
    coloured(at) {
      const { reason = '', reasonColumns = [] } = rows[at] ?? {}
      const colours = new Map(reasonColumns.map((column) => [shown.indexOf(column) + 1, 'error' as const]))
      return reason === '' ? colours : new Map([...colours, [shown.length + 1, 'warning']])
    },
  }
}

const outcomeLabels: Readonly<Record<RowOutcome, string>> = {
  accepted: 'tracked rows',
  'in-process': 'rows in process',
  pending: 'queued rows',
  failed: 'failed rows',
  'not-processed': 'cancelled rows',
  'not-sent': 'rows not sent',
  excluded: 'excluded rows',
}

/** "march.xlsx" becomes "march - failed rows", for all outcomes "march - remainder". */
function remainderName(fileName: string, outcome: RowOutcome | null): string {
  const stem = fileName.replace(/\.[^.]{1,5}$/, '').slice(0, longestStem) || 'upload'
  return `${stem} - ${outcome === null ? 'remainder' : outcomeLabels[outcome]}`
}

/** The end of a longer name would be cut off, and with it what the file holds. */
const longestStem = 100
