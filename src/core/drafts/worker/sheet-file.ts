import type { Cell } from 'hucre/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { csvLines, csvStart } from '../../export/csv-text.ts'
import { cellStyles, columnWidths } from '../../export/workbook-writer.ts'
import type { CleanSheet, SheetRow } from '../engine/clean-sheet.ts'
import { sheetHeaders, sheetTexts } from '../engine/draft-text.ts'

/** The most issues that are listed: a sheet of Excel has no more rows. */
const maxIssues = 1_000_000
const linesAtOnce = 2_000

/** The clean sheet as a file, and how many rows it has. No text runs as a formula. */
export async function sheetFile(
  sheet: CleanSheet,
  format: 'csv' | 'xlsx',
): Promise<{ bytes: Uint8Array; rows: number }> {
  const rows = [...sheet.rows]
  return { bytes: format === 'csv' ? csvFile(sheet, rows) : await workbook(sheet, rows), rows: rows.length }
}

function csvFile({ columns }: CleanSheet, rows: readonly SheetRow[]): Uint8Array {
  const parts = [csvStart, csvLines([columns])]
  for (let at = 0; at < rows.length; at += linesAtOnce) {
    parts.push(csvLines(rows.slice(at, at + linesAtOnce).map(({ cells }) => cells)))
  }
  return Buffer.from(parts.join(''))
}

/** Two sheets: the rows, in which cells with issues are coloured, and the issues. Texts are marked as texts. */
function workbook(sheet: CleanSheet, rows: readonly SheetRow[]): Promise<Uint8Array> {
  const { columns } = sheet
  const cells = new Map<string, Partial<Cell>>(boldHeader(columns))
  for (const [at, { marks, cells: texts }] of rows.entries()) {
    for (const [column, severity] of marks) {
      if (severity === 'info') continue
      cells.set(`${at + 1},${column}`, { value: texts[column] ?? '', style: cellStyles[severity] })
    }
  }
  const titles = sheetTexts.issueColumns
  const issues = [...issueRows(sheet, rows)]
  const widths = columnWidths(
    columns,
    rows.map((row) => row.cells),
  )
  return writeXlsx({
    sheets: [
      {
        name: sheetTexts.rows,
        columns: widths.map((width) => ({ width })),
        rows: [[...columns], ...rows.map((row) => [rowNumber(row), ...row.cells.slice(1)])],
        cells,
        freezePane: { rows: 1 },
      },
      {
        name: sheetTexts.issues,
        columns: [{ width: 8 }, { width: 12 }, { width: 18 }, { width: 26 }, { width: 80 }],
        rows: [[...titles], ...issues],
        cells: new Map(boldHeader(titles)),
        freezePane: { rows: 1 },
      },
    ],
  })
}

/** A number where the row has one in its file, so that Excel sorts by it. */
const rowNumber = ({ row, cells }: SheetRow): number | string => (cells[0] === String(row) ? row : (cells[0] ?? ''))

const boldHeader = (titles: readonly string[]): [string, Partial<Cell>][] =>
  titles.map((title, at) => [`0,${at}`, { value: title, style: { font: { bold: true } } }])

function* issueRows({ fieldColumns }: CleanSheet, rows: readonly SheetRow[]): Generator<(string | number)[]> {
  let listed = 0
  for (const sheetRow of rows) {
    const { issues, cells } = sheetRow
    for (const { severity, field, message } of issues) {
      if (listed === maxIssues) return
      listed += 1
      const value = field === null ? '' : (cells[fieldColumns.get(field) ?? -1] ?? '')
      yield [
        rowNumber(sheetRow),
        sheetTexts.severity[severity],
        field === null ? '' : sheetHeaders[field],
        value,
        message,
      ]
    }
  }
}
