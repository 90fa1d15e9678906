import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ColumnDef } from 'hucre/xlsx'
import type { ExportedFile } from '../../contract/exported-file.ts'
import { inSlices } from '../scheduling/in-slices.ts'
import { csvLines, csvStart, type CsvCell } from './csv-text.ts'
import { base64Parts, textParts } from './file-parts.ts'
import { cellStyles, loadWorkbookWriter } from './workbook-writer.ts'

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

const mimeTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Rows = readonly (readonly CsvCell[])[]

/**
 * A table as a file for Excel, written in slices. CSV: UTF-8 with a byte order mark, CRLF, no cell runs as a formula (`csvLines`).
 * Workbook: text as text and numbers as numbers, with a bold header that stays in view.
 */
export async function tableFile(table: ExportTable, format: TableFormat): Promise<ExportedFile> {
  const { parts, ...file } = await tableParts(table, format)
  return { ...file, content: parts.join('') }
}

/** The same in parts, for files that may be long (`createLongFile`). */
export async function tableParts(
  table: ExportTable,
  format: TableFormat,
): Promise<Omit<ExportedFile, 'content' | 'rest'> & { readonly parts: readonly string[] }> {
  const rows: (readonly CsvCell[])[] = []
  for await (const row of inSlices(table.rows)) rows.push(row)
  const file = { fileName: `${fileNameOf(table.name)}.${format}`, mimeType: mimeTypes[format], rows: rows.length }
  return format === 'csv'
    ? { ...file, encoding: 'utf8', parts: await textParts(csvPieces(table, rows)) }
    : { ...file, encoding: 'base64', parts: await base64Parts(await workbookPieces(table, rows)) }
}

/** Rows of CSV that are written at once: less than a millisecond. */
const rowsPerPiece = 50

async function* csvPieces({ columns }: ExportTable, rows: Rows): AsyncGenerator<string> {
  await yieldToEventLoop()
  yield csvStart + csvLines([columns])
  const starts = Array.from({ length: Math.ceil(rows.length / rowsPerPiece) }, (_, piece) => piece * rowsPerPiece)
  for await (const start of inSlices(starts)) yield csvLines(rows.slice(start, start + rowsPerPiece))
}

const narrowest = 8
const widest = 60
/** Rows that the width of a column is measured from. */
const measuredRows = 200

async function workbookPieces(
  { name, columns, coloured }: ExportTable,
  rows: Rows,
): Promise<AsyncIterable<Uint8Array>> {
  const measured = rows.slice(0, measuredRows)
  const widthOf = (column: number): number =>
    measured.reduce((width, row) => Math.max(width, String(row[column] ?? '').length), columns[column]?.length ?? 0)
  const written = columns.map((header, at): ColumnDef => ({
    header,
    width: Math.min(widest, Math.max(narrowest, widthOf(at)) + 2),
    style: { font: { bold: true } },
  }))
  const cells = async function* (): AsyncGenerator<CsvCell[]> {
    await yieldToEventLoop()
    let number = 0
    for await (const row of inSlices(rows)) {
      // A row is written before the next one is asked for, in the styles that the columns have then.
      const colours = coloured?.(number)
      for (const [at, column] of written.entries()) {
        const colour = colours?.get(at)
        if (colour) column.style = cellStyles[colour]
        else delete column.style
      }
      number += 1
      yield [...row]
    }
  }
  const writeXlsxStream = await loadWorkbookWriter()
  return writeXlsxStream(cells(), { name: sheetNameOf(name), columns: written, freezePane: { rows: 1 } })
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
