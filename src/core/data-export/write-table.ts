import { open, rename, rm } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { dateParts, formatDate, isRealDay } from '../../contract/calendar-date.ts'
import { csvLines, csvStart, type CsvCell } from '../export/csv-text.ts'
import { loadWorkbookWriter, longestCell } from '../export/workbook-writer.ts'
import { dataExportText } from './data-export-text.ts'

export interface ExportColumn {
  readonly title: string
  /** Its values are calendar days, YYYY-MM-DD. */
  readonly isDay?: boolean
}

/** A table of an export. Batches are short, so that other calls run in between. */
export interface ExportTable {
  readonly columns: readonly ExportColumn[]
  batches(): Iterable<readonly (readonly CsvCell[])[]>
}

/** Workbooks count days from 1900 and treat it as a leap year, so earlier days are written as text. */
const firstWorkbookDay = '1900-03-01'

/**
 * The bytes of a table as a file. CSV: UTF-8 with a byte order mark, CRLF, days as d/mm/yyyy, no cell runs as a formula. Workbook: text
 * as text, days as days; more than a million rows go on in further sheets. Memory does not grow with the rows. Throws the reason of
 * `signal` when it aborts.
 */
export function tablePieces(
  table: ExportTable,
  { format, sheet, onRows, signal }: TableOptions,
): AsyncIterable<Uint8Array> {
  const counted = async function* (): AsyncGenerator<readonly (readonly CsvCell[])[]> {
    // What begins the file has taken its time.
    await yieldToEventLoop()
    for (const batch of table.batches()) {
      signal.throwIfAborted()
      yield batch
      onRows(batch.length)
      await yieldToEventLoop()
    }
  }
  return format === 'csv' ? csvPieces(table.columns, counted()) : workbookPieces(sheet, table.columns, counted())
}

interface TableOptions {
  readonly format: 'csv' | 'xlsx'
  readonly sheet: string
  /** Called with the number of rows that were written since the last call. */
  readonly onRows: (rows: number) => void
  readonly signal: AbortSignal
}

/**
 * Writes bytes to a file under a temporary name, and gives it its name when they are on the disk. Throws the reason of `signal` when it
 * aborts, and errors of the file system.
 */
export async function writeWhole(path: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const partial = `${path}.part`
  try {
    const file = await open(partial, 'w', 0o600)
    try {
      for await (const piece of pieces) {
        signal.throwIfAborted()
        await file.writeFile(piece)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

type Batches = AsyncIterable<readonly (readonly CsvCell[])[]>

async function* csvPieces(columns: readonly ExportColumn[], batches: Batches): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvStart + csvLines([columns.map(({ title }) => title)]))
  for await (const batch of batches) {
    const cells = batch.map((row) => row.map((cell, at) => (columns[at]?.isDay ? dayText(cell) : cell)))
    yield Buffer.from(csvLines(cells))
  }
}

const dayText = (cell: CsvCell): CsvCell => (isDay(cell) ? formatDate(cell) : cell)

const isDay = (cell: CsvCell): cell is string =>
  typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(cell) && isRealDay(dateParts(cell))

async function* workbookPieces(
  sheet: string,
  columns: readonly ExportColumn[],
  batches: Batches,
): AsyncGenerator<Uint8Array> {
  const rows = async function* (): AsyncGenerator<(string | number | Date | null)[]> {
    for await (const batch of batches) {
      for (const row of batch) yield row.map((cell, at) => workbookCell(cell, columns[at]))
    }
  }
  const writeXlsxStream = await loadWorkbookWriter()
  yield* writeXlsxStream(rows(), {
    name: sheet,
    columns: columns.map(({ title, isDay: hasDays }) => ({
      header: title,
      width: 20,
      ...(hasDays ? { numFmt: 'd/mm/yyyy' } : {}),
    })),
    freezePane: { rows: 1 },
  })
}

function workbookCell(cell: CsvCell, column: ExportColumn | undefined): string | number | Date | null {
  if (typeof cell !== 'string') return cell
  if (column?.isDay && isDay(cell)) {
    return cell < firstWorkbookDay ? formatDate(cell) : new Date(`${cell}T00:00:00.000Z`)
  }
  if (cell === '') return null
  return cell.length > longestCell ? dataExportText.tooLongForWorkbook : cell
}
