import { cellText, type SourceRow } from '../../fields/source-cell.ts'
import type { MergedRange } from '../model/draft-source.ts'
import { firstPosition, type RowList } from '../columns/row-list.ts'
import { ColumnTable } from '../columns/column-table.ts'
import { RowSelection } from '../columns/row-selection.ts'
import { headerKind, headerScore, type HeaderKind } from '../headers/header-score.ts'
import { skipReasons } from './file-messages.ts'
import { headerRows, headerText } from './header-rows.ts'
import {
  fitsKind,
  headerShape,
  isFooterLine,
  isOtherHeader,
  isOwnValue,
  mayBeRecord,
  RowContents,
  skipReasonOf,
  tidyCell,
  type HeaderShape,
  type RowContent,
} from './skipped-rows.ts'

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
  /** The header has no name for the first column, and its names were moved to the right. */
  readonly isHeaderMoved?: boolean
  /** Only the last row of the sheet has fewer cells than the header: a text file was probably cut off there. */
  readonly isLastShort: boolean
}

/** The most title rows above a header (domain, part 7.3). */
const maxTitleRows = 30

/** With fewer records, a short last row says nothing about the file. */
const fewestToCompare = 5

/** What the user decided about a table. */
export interface TableRules {
  /** The header row that the user chose, null for none, undefined to decide here. */
  readonly headerRow?: number | null | undefined
  /** Rows below it are skipped; null: the last row of the sheet. */
  readonly lastRow?: number | null
  /** By row number: the rows that the user took back as customers (true) or skipped (false). */
  readonly records?: ReadonlyMap<number, boolean> | undefined
}

/** Finds header and records. Every row is the header, a record or skipped, and the user's choices come first. */
export function findTable(
  sheet: { readonly rows: RowList; readonly merges: readonly MergedRange[] },
  rules: TableRules = {},
): Table {
  const { headerRow: choice, lastRow = null, records: choices } = rules
  const rows = ColumnTable.of(fillMerged(sheet.rows, sheet.merges))
  const foundRow = choice === undefined ? chooseHeader(rows) : choice
  const foundAt = foundRow === null ? -1 : rows.positionOf(foundRow)
  const joined = foundAt < 0 ? null : headerRows(rows, foundAt, sheet.merges, choice !== undefined)
  const { first: firstHeader, last: headerAt, names: written } = joined ?? { first: -1, last: -1, names: [] }
  const isHeaderMoved = lacksFirstName(rows, headerAt, written, written.map(headerKind))
  const names = isHeaderMoved ? ['', ...written] : written
  const headerCells = headerAt < 0 ? undefined : rows.at(headerAt)
  const headerRow = foundRow === null ? null : (headerCells?.row ?? foundRow)
  const headerTexts = headerCells?.cells.map(headerText) ?? []
  const shape = headerShape(names, headerTexts)
  const records = new Records(rows.length, headerRow === null ? null : shape.end)
  const skippedRows: SkippedRow[] = []
  const rowAt = (at: number): SourceRow => rows.at(at) as SourceRow
  const skip = (row: SourceRow, reason: string): void =>
    void skippedRows.push({ row: row.row, reason, text: rowText(row) })
  /** Positions of skipped rows that are records when they are many. */
  const doubtful: number[] = []
  const footerAt = footerBegin(rows, headerAt, shape, (row) => choices?.has(row) === true)
  const contents = new RowContents(rows, shape)
  let isOtherTable = false
  for (let at = 0; at < rows.length; at += 1) {
    const number = rows.numberAt(at)
    if (headerRow !== null && number === headerRow) continue
    const isAbove = headerRow !== null && number < headerRow
    const isBelow = lastRow !== null && number > lastRow
    const chosen = choices?.get(number)
    const content = contents.at(at)
    if (chosen !== true) {
      let reason: string | null = null
      if (isBelow) reason = skipReasons.belowLast
      else if (isAbove)
        reason = at >= firstHeader && firstHeader >= 0 ? skipReasons.upperHeader : skipReasons.aboveHeader
      else {
        const isFirst = at === headerAt + 1
        reason = content.isSurelyRecord && !isFirst ? null : skipReasonOf(rowAt(at), shape, isFirst)
        isOtherTable =
          reason !== skipReasons.repeatedHeader &&
          reason !== skipReasons.units &&
          (isOtherTable || (!content.hasValue && isOtherHeader(rowAt(at), shape, () => rows.slice(at + 1, at + 9))))
        if (isOtherTable) reason = skipReasons.otherTable
        else if (at >= footerAt) reason = skipReasons.total
        else if (reason && chosen === undefined && mayBeRecord(rowAt(at), reason)) {
          doubtful.push(at)
          continue
        }
        if (chosen === false) reason ??= skipReasons.byUser
      }
      if (reason) {
        skip(rowAt(at), reason)
        continue
      }
    }
    records.add(at, number, content)
  }
  // Rows like many others are records, whatever they look like.
  const areMany = doubtful.length > (records.count + doubtful.length) * mostDoubtful
  const areRecords = areMany && (records.count === 0 || doubtful.length >= fewestDoubtful)
  for (const at of doubtful) {
    if (areRecords) records.add(at, rows.numberAt(at), contents.at(at))
    else skip(rowAt(at), skipReasonOf(rowAt(at), shape, false) ?? skipReasons.sums)
  }
  skippedRows.sort((one, other) => one.row - other.row)
  return {
    headerRow: headerAt < 0 ? null : headerRow,
    header: Array.from({ length: records.width }, (_, column) => names[column] ?? ''),
    records: new RowSelection(rows, records.positions()),
    skippedRows,
    ...(isHeaderMoved && { isHeaderMoved }),
    ...records.lengths(rows.length - 1),
  }
}

/** A larger share of rows without a name, a car or a phone is no list of sums and headings. */
const mostDoubtful = 0.2
/** Fewer such rows can be the sums and headings of a short list. */
const fewestDoubtful = 3

/** The records of a table, and how long they are. */
class Records {
  readonly #headerEnd: number | null
  readonly #positions: Uint32Array
  readonly #overlong = new Set<number>()
  #shortRows = 0
  #lastAt = -1
  #isLastShort = false
  count = 0
  width: number

  /** `headerEnd`: position after the last named column; null without a header. */
  constructor(rows: number, headerEnd: number | null) {
    this.#positions = new Uint32Array(rows)
    this.#headerEnd = headerEnd
    this.width = headerEnd ?? 0
  }

  add(at: number, row: number, { length, filledEnd }: RowContent): void {
    const end = this.#headerEnd
    const isShort = end !== null && length < end
    if (isShort) this.#shortRows += 1
    if (at > this.#lastAt) [this.#lastAt, this.#isLastShort] = [at, isShort]
    if (end !== null && filledEnd > end) this.#overlong.add(row)
    this.width = Math.max(this.width, filledEnd)
    this.#positions[this.count] = at
    this.count += 1
  }

  positions(): Uint32Array {
    return this.#positions.slice(0, this.count).sort()
  }

  /** `lastAt`: the position of the last row of the sheet. */
  lengths(lastAt: number): Pick<Table, 'overlong' | 'shortRows' | 'isLastShort'> {
    return {
      // Where most rows have a value there, the column has no name, and nothing slipped.
      overlong: this.#overlong.size > this.count / 2 ? new Set() : this.#overlong,
      shortRows: this.#shortRows,
      isLastShort:
        this.#shortRows === 1 && this.count >= fewestToCompare && this.#lastAt === lastAt && this.#isLastShort,
    }
  }
}

/** Rows below a header that show what its columns hold. */
const comparedRows = 20

/**
 * Whether the rows have one cell more than the header, and its names fit the columns to the right: R writes the names of rows
 * without a name for their column.
 */
function lacksFirstName(
  rows: RowList,
  headerAt: number,
  names: readonly string[],
  kinds: readonly HeaderKind[],
): boolean {
  const end = names.findLastIndex((name) => name !== '') + 1
  const below = headerAt < 0 ? [] : rows.slice(headerAt + 1, headerAt + 1 + comparedRows)
  const longer = below.filter(({ cells }) => cells.length === end + 1)
  if (longer.length < below.length * 0.8 || names[0] === '') return false
  const fits = (move: number): number =>
    longer.reduce(
      (sum, { cells }) => sum + kinds.filter((kind, column) => fitsKind(kind, tidyCell(cells[column + move]))).length,
      0,
    )
  return fits(1) > fits(0)
}

/** The position from which the lines of a footer go to the end of the sheet, behind the last customer. */
function footerBegin(rows: RowList, headerAt: number, shape: HeaderShape, isChosen: (row: number) => boolean): number {
  const isLine = (at: number, isApart: boolean): boolean => {
    const row = rows.at(at)
    return row !== undefined && !isChosen(row.row) && isFooterLine(row, shape, isApart)
  }
  const hasGapAbove = (at: number): boolean => (rows.at(at)?.row ?? 0) > (rows.at(at - 1)?.row ?? 0) + 1
  let begin = rows.length
  while (begin - 1 > headerAt && isLine(begin - 1, true)) begin -= 1
  // Without a customer above them they are no footer.
  if (begin - 1 === headerAt) return rows.length
  while (begin < rows.length && !hasGapAbove(begin) && !isLine(begin, false)) begin += 1
  return begin
}

const filled = (row: SourceRow): string[] => row.cells.map(tidyCell).filter((text) => text !== '')

const rowText = (row: SourceRow): string => filled(row).join(' · ').slice(0, 300)

function chooseHeader(rows: RowList): number | null {
  const looked = rows.slice(0, maxTitleRows)
  const usualWidth = Math.max(1, median(rows.slice(0, 200).map((row) => filled(row).length)))
  let best: { row: number; score: number } | null = null
  for (const [at, row] of looked.entries()) {
    const texts = filled(row)
    if (texts.length === 0) continue
    const known = headerScore(row.cells.map(headerText))
    if (known < 0.5 && texts.some(isOwnValue)) continue
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
    const first = firstPosition(filledRows.length, (at) => (filledRows[at]?.row ?? 0) >= merge.firstRow)
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
