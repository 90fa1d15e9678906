import { writeXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import type { ExportedFile } from '../../contract/exported-file.ts'
import { safeCell } from '../../contract/csv-injection.ts'

/** A table to hand over. Texts stay texts: a phone number keeps its zero, and nothing is run as a formula. */
export interface ExportTable {
  /** Of the file, without its ending; also the name of the sheet. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly (string | number | null)[]>
}

export type TableFormat = 'csv' | 'xlsx'

const mimeTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * A table as a file for Excel. CSV: UTF-8 with a byte order mark, CRLF, cells that would be formulas made harmless (`safeCell`). Workbook: texts
 * as texts and numbers as numbers, the header in bold and in view.
 */
export async function tableFile(table: ExportTable, format: TableFormat): Promise<ExportedFile> {
  const rows = [...table.rows]
  const file = { fileName: `${fileNameOf(table.name)}.${format}`, mimeType: mimeTypes[format], rows: rows.length }
  return format === 'csv'
    ? { ...file, encoding: 'utf8', content: csvOf(table.columns, rows) }
    : { ...file, encoding: 'base64', content: Buffer.from(await workbookOf(table, rows)).toString('base64') }
}

function csvOf(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = [columns, ...rows].map((cells) =>
    cells.map((cell) => (typeof cell === 'string' ? safeCell(cell) : (cell ?? ''))),
  )
  return `\ufeff${Papa.unparse(lines, { newline: '\r\n' })}\r\n`
}

const narrowest = 8
const widest = 60
/** Rows that a column's width is taken from: enough to see what it holds. */
const measuredRows = 200

function workbookOf(
  { name, columns }: ExportTable,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<Uint8Array> {
  const measured = rows.slice(0, measuredRows)
  const widthOf = (column: number): number =>
    measured.reduce((width, row) => Math.max(width, String(row[column] ?? '').length), columns[column]?.length ?? 0)
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

/** Without what a file name cannot hold on Windows. */
function fileNameOf(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\.+$/, '')
  return plain.slice(0, 120) || 'Forecourt'
}

/** A sheet's name: at most 31 letters, and none of these. */
function sheetNameOf(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}[\]:*?/\\']/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.slice(0, 31).trim() || 'Sheet1'
}
