import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ColumnDef } from 'hucre/xlsx'
import { dateParts, formatDate, isRealDay } from '../../contract/calendar-date.ts'
import { csvLines, csvStart, type CsvCell } from './csv-text.ts'
import { cellStyles, loadWorkbookWriter, longestCell } from './workbook-writer.ts'

export interface TableColumn {
  readonly title: string
  /** In characters. */
  readonly width?: number
  /** Its values are calendar days, YYYY-MM-DD. */
  readonly isDay?: boolean
}

/** The rows of a table. Batches are short, so that other calls run in between. */
export type Batches = AsyncGenerator<readonly (readonly CsvCell[])[]>

/** UTF-8 with a byte order mark, CRLF, days as d/mm/yyyy; no cell runs as a formula. */
export async function* csvPieces(columns: readonly TableColumn[], batches: Batches): AsyncGenerator<string> {
  yield csvStart + csvLines([columns.map(({ title }) => title)])
  for await (const batch of batches)
    yield csvLines(batch.map((row) => row.map((cell, at) => (columns[at]?.isDay ? dayText(cell) : cell))))
}

const dayText = (cell: CsvCell): CsvCell => (isDay(cell) ? formatDate(cell) : cell)

const isDay = (cell: CsvCell): cell is string =>
  typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) && isRealDay(dateParts(cell))

const usualWidth = 20

/**
 * Text as text, days as days, a bold header that stays in view; more than a million rows go on in further sheets. Memory does not grow
 * with the rows.
 */
export async function* workbookPieces(
  sheet: string,
  columns: readonly TableColumn[],
  batches: Batches,
  coloured?: (row: number) => ReadonlyMap<number, keyof typeof cellStyles>,
): AsyncGenerator<Uint8Array> {
  const written = columns.map(({ title, width = usualWidth, isDay: hasDays }): ColumnDef => ({
    header: title,
    width,
    style: { font: { bold: true } },
    ...(hasDays ? { numFmt: 'd/mm/yyyy' } : {}),
  }))
  const rows = async function* (): AsyncGenerator<(string | number | Date | null)[]> {
    let number = 0
    for await (const batch of batches) {
      for (const row of batch) {
        // A row is written before the next one is asked for, in the styles that the columns have then.
        const colours = coloured?.(number)
        for (const [at, column] of written.entries()) {
          const colour = colours?.get(at)
          if (colour) column.style = cellStyles[colour]
          else delete column.style
        }
        number += 1
        // An empty cell is written where it is coloured.
        yield row.map((cell, at) => (cell === '' && colours?.has(at) ? '' : workbookCell(cell, columns[at])))
      }
    }
  }
  const writeXlsxStream = await loadWorkbookWriter()
  await yieldToEventLoop()
  yield* writeXlsxStream(rows(), { name: sheet, columns: written, freezePane: { rows: 1 } })
}

/** Workbooks count days from 1900 and treat it as a leap year, so earlier days are written as text. */
const firstWorkbookDay = '1900-03-01'
const tooLong = '(too long for a workbook; export as CSV)'

function workbookCell(cell: CsvCell, column: TableColumn | undefined): string | number | Date | null {
  if (typeof cell !== 'string') return cell
  if (column?.isDay && isDay(cell)) {
    return cell < firstWorkbookDay ? formatDate(cell) : new Date(`${cell}T00:00:00.000Z`)
  }
  if (cell === '') return null
  return cell.length > longestCell ? tooLong : cell
}
