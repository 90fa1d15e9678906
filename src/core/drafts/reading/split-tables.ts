import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { isKnownHeader } from '../headers/known-headers.ts'
import { headerShape, hasKnownNames, isOtherHeader, isRepeat, sharesNames, tidyCell } from './skipped-rows.ts'

/** Rows below a header that show that it is one. */
const looked = 8

/** A table of a sheet. Its columns begin at `firstColumn` of the sheet. */
export interface SheetTable {
  readonly rows: readonly SourceRow[]
  readonly firstColumn: number
}

/**
 * The tables of a sheet, one below the other or side by side; a single one otherwise. Empty cells at the end of a row may be absent.
 * No filled cell is left out.
 */
export function tablesOf(rows: readonly SourceRow[]): readonly SheetTable[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  const isEven = rows.every(({ cells }) => cells.length === width)
  const padded = isEven ? rows : rows.map(({ row, cells }) => ({ row, cells: padTo(width, cells) }))
  let from = 0
  return splitTables(padded).flatMap((table) => {
    const written = rows.slice(from, (from += table.length))
    return sideBySide(table) ?? [{ rows: written, firstColumn: 0 }]
  })
}

const padTo = (width: number, cells: readonly SourceCell[]): readonly SourceCell[] =>
  cells.length === width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => null)]

/** Rows above a header. */
const soughtRows = 30
/** A table beside another ends this much sooner or later; columns that are filled for most customers do not. */
const shorterShare = 0.8

/**
 * Tables side by side, with an empty column between them and a header each; null: it is one table. Columns of one list can have an empty
 * column between them too: the tables name the same columns, or one of them ends sooner.
 */
function sideBySide(rows: readonly SourceRow[]): readonly SheetTable[] | null {
  const width = rows[0]?.cells.length ?? 0
  const isFilled = ({ cells }: SourceRow, column: number): boolean => cellText(cells[column]).trim() !== ''
  const lastFilled = Array.from({ length: width }, (_, column) => rows.findLastIndex((row) => isFilled(row, column)))
  for (let at = 0; at < Math.min(soughtRows, rows.length - 1); at += 1) {
    const blocks = blocksOf(lastFilled.map((last) => last >= at))
    if (blocks.length < 2) continue
    // Title lines have at most a cell for each table. A row with more is of one list, whose last rows leave a column empty.
    if (rows.slice(0, at).some(({ cells }) => filled(cells).length > blocks.length)) return null
    const tables = blocks.map(([first, end]) => ({
      firstColumn: first,
      rows: rows.slice(at).map(({ row, cells }) => ({ row, cells: cells.slice(first, end) })),
    }))
    if (!tables.every((table) => isHeader(table.rows[0]?.cells ?? [], table.rows.slice(1, 1 + looked)))) continue
    const [main, ...others] = tables
    if (!main || !others.some((other) => isApart(main.rows, other.rows))) return null
    const above = rows.slice(0, at).map(({ row, cells }) => ({ row, cells: cells.slice(0, endOf(cells)) }))
    return tables.map(({ firstColumn, rows: own }, position) => ({
      firstColumn,
      rows: [...(position === 0 ? above : []), ...own.filter(({ cells }) => filled(cells).length > 0)],
    }))
  }
  return null
}

/** The position behind the last filled cell. */
const endOf = (cells: readonly SourceCell[]): number => cells.findLastIndex((cell) => cellText(cell).trim() !== '') + 1

/** Runs of filled columns: the first, and the one behind the last. */
function blocksOf(isFilled: readonly boolean[]): readonly (readonly [number, number])[] {
  const blocks: [number, number][] = []
  for (const [column, filledColumn] of isFilled.entries()) {
    const last = blocks.at(-1)
    if (!filledColumn) continue
    if (last?.[1] === column) last[1] = column + 1
    else blocks.push([column, column + 1])
  }
  return blocks
}

/** Whether the rows of two blocks side by side are not about the same customers. */
function isApart(main: readonly SourceRow[], other: readonly SourceRow[]): boolean {
  const [names, others] = [namesOf(main[0]?.cells ?? []), namesOf(other[0]?.cells ?? [])]
  if ([...others].filter((name) => names.has(name)).length >= Math.min(names.size, others.size) / 2) return true
  const lengths = [main, other].map((rows) => {
    const end = rows.findLastIndex(({ cells }) => filled(cells).length > 0) + 1
    const isWhole = rows.slice(0, end).every(({ cells }) => filled(cells).length > 0)
    return { end, isWhole }
  })
  const [shorter = { end: 0, isWhole: false }, longer = shorter] = lengths.toSorted((a, b) => a.end - b.end)
  return shorter.isWhole && longer.isWhole && shorter.end <= longer.end * shorterShare
}

/**
 * The tables of a sheet that has several, one below the other; a single list otherwise. A new table begins with names of columns that the
 * table before does not have at these places: words only, above values. After an empty line (and title lines) they need not be known:
 * a customer without numbers between others ("Bob, no mobile") is like that too, so then its columns have other values than those above.
 * A repeated header begins no table. No row is left out: title lines go with the table below them.
 */
function splitTables(rows: readonly SourceRow[]): readonly (readonly SourceRow[])[] {
  let header = rows.find(
    (row, at) =>
      isHeader(row.cells, rowsBelow(rows, at)) || (at < soughtRows && hasKnownNames(row.cells.map(tidyCell))),
  )
  if (!header) return [rows]
  const starts: number[] = []
  let shape = headerShape(header.cells.map(tidyCell))
  for (const [at, row] of rows.entries()) {
    if (row.row <= header.row) continue
    const isApart = row.row !== (rows[at - 1]?.row ?? 0) + 1
    const found = isApart ? headerBelow(rows, at) : isOtherHeader(row, shape, () => rowsBelow(rows, at)) ? row : null
    // The upper line of a header in two lines that is repeated.
    if (!found || rows.slice(at, at + 3).some((one) => isRepeat(one, shape.texts))) continue
    if (isApart && sharesNames(found, shape)) continue
    // Title lines above the first rows look like the names of columns too.
    const before = rows.slice(starts.at(-1) ?? 0, at).filter(({ cells }) => filled(cells).length > 1)
    const above = before.filter((each) => each !== header)
    if (isApart) {
      const names = filled(found.cells)
      const known = names.filter((name) => isKnownHeader(name) !== null).length
      const below = rowsBelow(rows, rows.indexOf(found, at))
      if (known <= names.length / 2 && hasSameKinds(above.slice(-looked), below)) continue
    }
    const hasRecords = isApart
      ? above.length > 0
      : above.some(({ cells }) => filled(cells).some((cell) => /\d/.test(cell)))
    if (hasRecords) starts.push(at)
    shape = headerShape(found.cells.map(tidyCell))
    header = found
  }
  return [0, ...starts].map((start, at) => rows.slice(start, starts[at]))
}

const rowsBelow = (rows: readonly SourceRow[], at: number): readonly SourceRow[] => rows.slice(at + 1, at + 1 + looked)

/** The header of the part that begins at `at`, at most two title lines further down. */
function headerBelow(rows: readonly SourceRow[], at: number): SourceRow | null {
  for (const row of rows.slice(at, at + 3)) {
    if (isHeader(row.cells, rowsBelow(rows, rows.indexOf(row, at)))) return row
    if (filled(row.cells).length > 1) return null
  }
  return null
}

/** The share of columns with digits below a word without any, from which a row of words is a header. */
const changedShare = 0.3

/** Distinct words, and below them rows of the same length with other kinds of values. */
function isHeader(cells: readonly SourceCell[], below: readonly SourceRow[]): boolean {
  const texts = filled(cells)
  if (texts.length < 2 || texts.some((text) => !/\p{L}/u.test(text) || /\d{2}/.test(text))) return false
  if (new Set(texts.map((text) => text.toLowerCase())).size < texts.length) return false
  const rows = below.filter((row) => filled(row.cells).length > 1)
  if (rows.length === 0 || rows[0]?.cells.length !== cells.length) return false
  const changed = cells.filter((cell, at) => cellText(cell).trim() !== '' && isMostly(rows, at, /\d/))
  return changed.length >= texts.length * changedShare
}

/** Whether each column has numbers, only words, or nothing, in these rows as in the others. */
function hasSameKinds(rows: readonly SourceRow[], others: readonly SourceRow[]): boolean {
  const width = Math.max(...[...rows, ...others].map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => column).every((column) =>
    [/./, /\d/].every((pattern) => isMostly(rows, column, pattern) === isMostly(others, column, pattern)),
  )
}

function isMostly(rows: readonly SourceRow[], column: number, pattern: RegExp): boolean {
  const values = rows.map(({ cells }) => cellText(cells[column]).trim()).filter((value) => value !== '')
  return values.length > 0 && values.filter((value) => pattern.test(value)).length > values.length / 2
}

const filled = (cells: readonly SourceCell[]): string[] =>
  cells.map((cell) => cellText(cell).trim()).filter((cell) => cell !== '')

const namesOf = (cells: readonly SourceCell[]): Set<string> => new Set(filled(cells).map((name) => name.toLowerCase()))
