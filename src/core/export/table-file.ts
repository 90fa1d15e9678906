import type { ExportedFile } from '../../contract/exported-file.ts'
import { csvLines, csvStart, type CsvCell } from './csv-text.ts'

/** A table to export. Text stays text: a phone number keeps its leading zero, and nothing runs as a formula. */
export interface ExportTable {
  /** The file name without its extension, and the name of the sheet. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly CsvCell[]>
}

export type TableFormat = 'csv' | 'xlsx'

const mimeTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * A table as a file for Excel. CSV: UTF-8 with a byte order mark, CRLF, no cell runs as a formula (`csvLines`). Workbook: text as
 * text and numbers as numbers, with a bold header that stays in view.
 */
export async function tableFile(table: ExportTable, format: TableFormat): Promise<ExportedFile> {
  const rows = [...table.rows]
  const file = { fileName: `${fileNameOf(table.name)}.${format}`, mimeType: mimeTypes[format], rows: rows.length }
  return format === 'csv'
    ? { ...file, encoding: 'utf8', content: csvStart + csvLines([table.columns, ...rows]) }
    : { ...file, encoding: 'base64', content: Buffer.from(await workbookOf(table, rows)).toString('base64') }
}

const narrowest = 8
const widest = 60
/** Rows that the width of a column is measured from. */
const measuredRows = 200

async function workbookOf({ name, columns }: ExportTable, rows: readonly (readonly CsvCell[])[]): Promise<Uint8Array> {
  const measured = rows.slice(0, measuredRows)
  const widthOf = (column: number): number =>
    measured.reduce((width, row) => Math.max(width, String(row[column] ?? '').length), columns[column]?.length ?? 0)
  // Loaded when a workbook is written: it is a fifth of the program's code.
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: [
      {
        name: sheetNameOf(name),
        columns: columns.map((_, at) => ({ width: Math.min(widest, Math.max(narrowest, widthOf(at)) + 2) })),
        rows: [[...columns], ...rows.map((row) => [...row])],
        cells: new Map(columns.map((header, at) => [`0,${at}`, { value: header, style: { font: { bold: true } } }])),
        freezePane: { rows: 1 },
      },
    ],
  })
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
