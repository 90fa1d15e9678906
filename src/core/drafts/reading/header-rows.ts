import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import type { MergedRange } from '../model/draft-source.ts'
import type { RowList } from '../columns/row-list.ts'
import { headerScore } from '../headers/header-score.ts'
import { shortenText } from './cell-length.ts'
import { tidyCell } from './skipped-rows.ts'

/** The rows of a header: one, or up to three that are joined column by column. */
export interface HeaderRows {
  /** Positions of its first and its last row. */
  readonly first: number
  readonly last: number
  /** By position of the column. */
  readonly names: readonly string[]
}

/** The most characters of a column's name. A longer text is no name, and comparing it with known names would take long. */
const maxHeaderLength = 200
/** A joined header of this score reads like names of columns. */
const likelyHeader = 0.5
/** How much more a joined header must read like names of columns than its best row alone. */
const betterBy = 0.1

export const headerText = (cell: SourceCell | undefined): string => shortenText(tidyCell(cell), maxHeaderLength)

/**
 * The header around a row: with the row above when names there are merged over columns, and with rows above and below
 * when they read like names of columns only together ("Customer", "Sale" above "Name", "Date"). `isChosen`: the user
 * chose the row, which then is the last.
 */
export function headerRows(rows: RowList, at: number, merges: readonly MergedRange[], isChosen: boolean): HeaderRows {
  const [header, above] = [rows.at(at), rows.at(at - 1)]
  const texts = header?.cells.map(headerText) ?? []
  const alone = { first: at, last: at, names: texts }
  if (!header) return alone
  const upper = above ? mergedNames(above, header, merges) : null
  if (upper) return { first: at - 1, last: at, names: joinNames(upper, texts) }
  if (isChosen) return alone
  let best: HeaderRows = alone
  // "Mobile" twice means two persons: the line above says which.
  const mustTell = hasRepeats(texts)
  let bestScore = mustTell ? Math.min(headerScore(texts), likelyHeader) : headerScore(texts) + betterBy
  for (const [first, last] of [
    [at - 1, at],
    [at, at + 1],
    [at - 2, at],
    [at - 1, at + 1],
    [at, at + 2],
  ] as const) {
    const lines = adjacentLines(rows, first, last, at)
    for (const names of lines ? [joinLines(lines), joinLines(spreadFirst(lines))] : []) {
      const score = headerScore(names)
      if (score > bestScore && !(mustTell && hasRepeats(names))) [best, bestScore] = [{ first, last, names }, score]
    }
  }
  return best
}

function hasRepeats(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== '')
  return new Set(filled).size < filled.length
}

/** The texts of rows that follow each other and read like names, not like a title or a customer; else null. */
function adjacentLines(rows: RowList, first: number, last: number, header: number): string[][] | null {
  // Below the header there must be customers.
  if (first < 0 || last + 1 >= rows.length) return null
  const lines = rows.slice(first, last + 1)
  const start = lines[0]?.row ?? 0
  const areNames = lines.every((line, at) => line.row === start + at && (first + at === header || isLineOfNames(line)))
  return areNames ? lines.map((line) => line.cells.map(headerText)) : null
}

function isLineOfNames({ cells }: SourceRow): boolean {
  const texts = cells.map(tidyCell).filter((text) => text !== '')
  return texts.length > 1 && texts.every((text) => text.length <= 40 && !/\d{2}|[@:]/.test(text))
}

const joinLines = (lines: readonly (readonly string[])[]): string[] =>
  lines.reduce<string[]>((upper, line) => joinNames(upper, line), [])

/** The first line with each of its names over the blank columns to the right of it, as in a group of columns. */
function spreadFirst([first = [], ...others]: readonly (readonly string[])[]): string[][] {
  const width = Math.max(first.length, ...others.map((line) => line.length))
  let name = ''
  const spread = Array.from({ length: width }, (_, column) => (name = first[column] || name))
  return [spread, ...others.map((line) => [...line])]
}

/**
 * A two-line header: the row above has names that are merged over some of the columns, but not over all (that is a
 * title).
 */
function mergedNames(above: SourceRow, header: SourceRow, merges: readonly MergedRange[]): readonly string[] | null {
  const spans = merges.filter(
    (merge) => merge.firstRow === above.row && merge.lastRow === above.row && merge.lastColumn > merge.firstColumn,
  )
  const width = header.cells.length
  if (
    above.row !== header.row - 1 ||
    spans.length === 0 ||
    spans.some((span) => span.lastColumn - span.firstColumn + 1 >= width)
  )
    return null
  const names = Array.from({ length: width }, (_, column) => headerText(above.cells[column]))
  for (const span of spans) {
    for (let column = span.firstColumn; column <= span.lastColumn && column < width; column += 1)
      names[column] = headerText(above.cells[span.firstColumn])
  }
  return names
}

const joinNames = (upper: readonly string[], lower: readonly string[]): string[] =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => {
    const [over = '', under = ''] = [upper[column], lower[column]]
    return over === under ? under : `${over} ${under}`.trim()
  })
