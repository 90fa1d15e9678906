import { cellText, type SourceRow } from '../../fields/source-cell.ts'
import type { MergedRange } from '../model/draft-source.ts'
import type { RowList } from '../columns/row-list.ts'
import { ColumnTable } from '../columns/column-table.ts'
import { RowSelection } from '../columns/row-selection.ts'
import { skipReasons } from './file-messages.ts'
import { headerRows, headerText } from './header-rows.ts'
import { skipReasonOf, tidyCell, type HeaderKind } from './skipped-rows.ts'

/** A row that is not a customer row. */
export interface SkippedRow {
  readonly row: number
  readonly reason: string
  readonly text: string
}

/** The table inside a sheet. Every row of the sheet that holds anything is the header, a record or a skipped row. */
export interface Table {
  /** Null: the table has no header. */
  readonly headerRow: number | null
  /** As written, by position; an empty text where the header is blank. As wide as the widest row. */
  readonly header: readonly string[]
  readonly records: RowSelection
  readonly skippedRows: readonly SkippedRow[]
  /** Records with filled cells beyond the header's last column: a value may have slipped to the right. */
  readonly overlong: ReadonlySet<number>
  /** How many records have fewer cells than the header. In a workbook, empty cells at the end of a row are absent. */
  readonly shortRows: number
  /** Only the last row of the sheet has fewer cells than the header: a text file was probably cut off there. */
  readonly isLastShort: boolean
}

/** The most title rows above a header (domain, part 7.3). */
const maxTitleRows = 30

/** With fewer records, a short last row says nothing about the file. */
const fewestToCompare = 5

/** What the user decided about a table, and what is known about names of columns. */
export interface TableRules {
  /** The header row that the user chose, null for none, undefined to decide here. */
  readonly headerRow?: number | null | undefined
  /** Rows below it are skipped; null: the last row of the sheet. */
  readonly lastRow?: number | null
  /** By row number: the rows that the user took back as customers (true) or skipped (false). */
  readonly records?: ReadonlyMap<number, boolean> | undefined
  /** From 0 to 1: how much of a row reads like names of columns. */
  readonly headerScore: (cells: readonly string[]) => number
  readonly headerKind: (header: string) => HeaderKind
}

/** Finds header and records. Every row is the header, a record or skipped, and the user's choices come first. */
export function findTable(
  sheet: { readonly rows: RowList; readonly merges: readonly MergedRange[] },
  rules: TableRules,
): Table {
  const { headerRow: choice, lastRow = null, headerScore, records: choices } = rules
  const rows = ColumnTable.of(fillMerged(sheet.rows, sheet.merges))
  const foundRow = choice === undefined ? chooseHeader(rows, headerScore) : choice
  const foundAt = foundRow === null ? -1 : positionOfRow(rows, foundRow)
  const joined = foundAt < 0 ? null : headerRows(rows, foundAt, sheet.merges, headerScore, choice !== undefined)
  const { first: firstHeader, last: headerAt, names } = joined ?? { first: -1, last: -1, names: [] }
  const headerCells = headerAt < 0 ? undefined : rows.at(headerAt)
  const headerRow = foundRow === null ? null : (headerCells?.row ?? foundRow)
  const headerTexts = headerCells?.cells.map(headerText) ?? []
  const headerEnd = names.findLastIndex((text) => text !== '') + 1

  const records = new Uint32Array(rows.length)
  let recordCount = 0
  const skippedRows: SkippedRow[] = []
  const overlong = new Set<number>()
  let width = headerEnd
  const shape = { texts: headerTexts, kinds: names.map(rules.headerKind), end: headerEnd }
  let shortRows = 0
  let lastCells = 0
  let at = -1
  for (const row of rows) {
    at += 1
    const { row: number, cells } = row
    lastCells = cells.length
    if (headerRow !== null && number === headerRow) continue
    const isAbove = headerRow !== null && number < headerRow
    const isBelow = lastRow !== null && number > lastRow
    const chosen = choices?.get(number)
    if (chosen !== true) {
      const reason = isBelow
        ? skipReasons.belowLast
        : isAbove
          ? at >= firstHeader && firstHeader >= 0
            ? skipReasons.upperHeader
            : skipReasons.aboveHeader
          : (skipReasonOf(row, shape, at === headerAt + 1) ?? (chosen === false ? skipReasons.byUser : null))
      if (reason) {
        skippedRows.push({ row: number, reason, text: rowText(row) })
        continue
      }
    }
    const filledEnd = cells.findLastIndex((cell) => tidyCell(cell) !== '') + 1
    if (headerRow !== null && cells.length < headerEnd) shortRows += 1
    if (headerRow !== null && filledEnd > headerEnd) overlong.add(number)
    width = Math.max(width, filledEnd)
    records[recordCount] = at
    recordCount += 1
  }
  const isLastShort =
    shortRows === 1 && recordCount >= fewestToCompare && records[recordCount - 1] === at && lastCells < headerEnd
  const header = Array.from({ length: width }, (_, column) => names[column] ?? '')
  return {
    headerRow: headerAt < 0 ? null : headerRow,
    header,
    records: new RowSelection(rows, records.slice(0, recordCount)),
    skippedRows,
    // Where most rows have a value there, the column has no name, and nothing slipped.
    overlong: overlong.size > recordCount / 2 ? new Set() : overlong,
    shortRows,
    isLastShort,
  }
}

const filled = (row: SourceRow): string[] => row.cells.map(tidyCell).filter((text) => text !== '')

const rowText = (row: SourceRow): string => filled(row).join(' · ').slice(0, 300)

/** The position of the row with this number, or -1. */
function positionOfRow(rows: RowList, number: number): number {
  let at = 0
  for (const { row } of rows) {
    if (row === number) return at
    at += 1
  }
  return -1
}

function chooseHeader(rows: RowList, headerScore: (cells: readonly string[]) => number): number | null {
  const looked = rows.slice(0, maxTitleRows)
  const usualWidth = Math.max(1, median(rows.slice(0, 200).map((row) => filled(row).length)))
  let best: { row: number; score: number } | null = null
  for (const [at, row] of looked.entries()) {
    const texts = filled(row)
    if (texts.length === 0) continue
    const known = headerScore(row.cells.map(headerText))
    const words = texts.filter((text) => /\p{L}/u.test(text) && !/\d{3,}/.test(text)).length / texts.length
    const distinct = new Set(texts.map((text) => text.toLowerCase())).size / texts.length
    const width = Math.min(1, texts.length / usualWidth)
    const change = changeBelow(row, rows.slice(at + 1, at + 9))
    if (known < 0.2 && (words < 0.8 || change < 0.25)) continue
    if (width < 0.4 && texts.length < 3 && usualWidth > 2) continue
    const score = known * 3 + words * 0.5 + distinct * 0.3 + width + change * 0.7 - at * 0.01
    if (!best || score > best.score) best = { row: row.row, score }
  }
  const found = looked.find(({ row }) => row === best?.row)
  const text = found && filled(found).join('\n')
  // Of a header that is repeated on each page, the first: the rows below it are customers.
  return looked.find((row) => filled(row).join('\n') === text)?.row ?? null
}

/** The share of the row's filled columns under which other kinds of values stand: digits below a word without any. */
function changeBelow(row: SourceRow, below: readonly SourceRow[]): number {
  let columns = 0
  let changed = 0
  for (const [column, cell] of row.cells.entries()) {
    const text = tidyCell(cell)
    if (text === '') continue
    columns += 1
    if (/\d/.test(text)) continue
    const values = below.map((other) => tidyCell(other.cells[column])).filter((value) => value !== '')
    if (values.length > 0 && values.filter((value) => /\d/.test(value)).length >= values.length / 2) changed += 1
  }
  return columns === 0 ? 0 : changed / columns
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/**
 * A cell that is merged over several rows belongs to each of them (one customer, two vehicles); filled inside the merge
 * only.
 */
function fillMerged(rows: RowList, merges: readonly MergedRange[]): RowList {
  const tall = merges.filter((merge) => merge.lastRow > merge.firstRow)
  if (tall.length === 0) return rows
  const filledRows = Array.from(rows, (row) => ({ row: row.row, cells: [...row.cells] }))
  /** By column: the position after the last row that a range was filled into. Ranges of a sound file never overlap. */
  const filledUpTo = new Map<number, number>()
  for (const merge of tall.toSorted((a, b) => a.firstRow - b.firstRow)) {
    const column = merge.firstColumn
    const first = positionOf(filledRows, merge.firstRow)
    const value = filledRows[first]?.row === merge.firstRow ? (filledRows[first].cells[column] ?? null) : null
    if (value === null) continue
    let at = Math.max(first + 1, filledUpTo.get(column) ?? 0)
    for (; at < filledRows.length; at += 1) {
      const row = filledRows[at]
      if (!row || row.row > merge.lastRow) break
      while (row.cells.length <= column) row.cells.push(null)
      if (cellText(row.cells[column]) === '') row.cells[column] = value
    }
    filledUpTo.set(column, at)
  }
  return filledRows
}

/** The position of the first row with this number or a higher one; rows are in the order of their numbers. */
function positionOf(rows: readonly { readonly row: number }[], number: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.row ?? number) < number) low = middle + 1
    else high = middle
  }
  return low
}
