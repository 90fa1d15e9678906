import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ExportedFile } from '../../contract/exported-file.ts'
import { inSlices } from '../scheduling/in-slices.ts'
import type { CsvCell } from './csv-text.ts'
import { csvPieces, workbookPieces, type Batches, type TableColumn } from './table-pieces.ts'
import { columnWidths, type cellStyles } from './workbook-writer.ts'

/** A table to export. Text stays text: a phone number keeps its leading zero, and nothing runs as a formula. */
export interface ExportTable {
  /** The file name without its extension, and the name of the sheet. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly CsvCell[]>
  /** The columns of the cells that a workbook colours. Row 0 is the first below the header. */
  readonly coloured?: (row: number) => ReadonlyMap<number, keyof typeof cellStyles>
}

export type TableFormat = 'csv' | 'xlsx'

export const mimeTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Rows that are written at once: less than a millisecond. */
const rowsPerBatch = 50

/**
 * A table as a file for Excel, written in slices. CSV: UTF-8 with a byte order mark, CRLF, no cell runs as a formula (`csvLines`).
 * Workbook: text as text and numbers as numbers, with a bold header that stays in view.
 */
export async function tableFile(
  { name, columns, rows: given, coloured }: ExportTable,
  format: TableFormat,
): Promise<ExportedFile> {
  const rows: (readonly CsvCell[])[] = []
  for await (const row of inSlices(given)) rows.push(row)
  const widths = columnWidths(columns, rows)
  const written = columns.map((title, at) => ({ title, width: widths[at] }))
  const batches = async function* (): Batches {
    for (let first = 0; first < rows.length; first += rowsPerBatch) {
      await yieldToEventLoop()
      yield rows.slice(first, first + rowsPerBatch)
    }
  }
  const table = { fileName: `${fileNameOf(name)}.${format}`, sheet: sheetNameOf(name), columns: written, coloured }
  return { ...(await fileOfBatches(table, batches(), format)), rows: rows.length }
}

interface BatchedTable {
  readonly fileName: string
  readonly sheet: string
  readonly columns: readonly TableColumn[]
  readonly coloured?: ExportTable['coloured']
}

/** The same for rows that come in batches. */
export async function fileOfBatches(
  { fileName, sheet, columns, coloured }: BatchedTable,
  batches: Batches,
  format: TableFormat,
): Promise<Omit<ExportedFile, 'rows'>> {
  const file = { fileName, mimeType: mimeTypes[format] }
  if (format === 'csv') {
    let content = ''
    for await (const piece of csvPieces(columns, batches)) content += piece
    return { ...file, encoding: 'utf8', content }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of workbookPieces(sheet, columns, batches, coloured)) pieces.push(piece)
  return { ...file, encoding: 'base64', content: Buffer.concat(pieces).toString('base64') }
}

/** Removes the characters that Windows doesn't allow in file names. Without a UTF-8 locale, Chromium on Linux drops a name with a dash. */
function fileNameOf(name: string): string {
  const cleaned = name
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.+$/, '')
  return cleaned.slice(0, 120) || 'Forecourt'
}

/** A sheet name has at most 31 characters, and none of these. */
function sheetNameOf(name: string): string {
  const cleaned = name
    .replaceAll(/[\p{Cc}[\]:*?/\\']/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cleaned.slice(0, 31).trim() || 'Sheet1'
}
