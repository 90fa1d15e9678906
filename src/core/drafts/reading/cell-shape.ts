import { lazy } from '../../../contract/lazy.ts'
import { isBlankRow } from '../../fields/source-cell.ts'
import { joinEntities } from './html-entities.ts'

/** What kind of value a text looks like, told without knowledge of its column: enough to see that a cell has slipped. */
export type CellShape =
  | 'empty'
  | 'email'
  | 'date'
  | 'phone'
  | 'digits-2'
  | 'digits-4'
  | 'digits-7'
  | 'digits'
  | 'amount'
  | 'vin'
  | 'plate'
  | 'capitals'
  | 'word'
  | 'words'
  | 'long-text'
  | 'mixed'

/** The shape of one text; quotes and spaces at its ends do not count. */
function shapeOf(cell: string): CellShape {
  // A whole note is not needed to tell its shape, and patterns over a very long text take long.
  const begin = cell.slice(0, 200)
  const text = /[\s"']/.test(begin) ? begin.replace(/\s+/g, ' ').replace(/^[ "']+|[ "']+$/g, '') : begin
  if (text === '') return 'empty'
  if (/^\S+@\S+\.\S+$/.test(text)) return 'email'
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(text) || /^\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{2,4}\b/.test(text))
    return 'date'
  if (/^(?:\+|\(?0)[\d\s()-]{7,16}$/.test(text)) return 'phone'
  if (/^\d+$/.test(text)) {
    if (text.length <= 2) return 'digits-2'
    if (text.length <= 4) return 'digits-4'
    return text.length <= 7 ? 'digits-7' : 'digits'
  }
  if (/^[-$A-Z ]{0,4}\d[\d,. ]*$/.test(text)) return 'amount'
  if (/^[A-Z\d]{17}$/i.test(text) && /\d/.test(text)) return 'vin'
  if (/^(?=.*\d)[A-Z\d][A-Z\d -]{1,8}$/i.test(text)) return 'plate'
  if (/^[A-Z]{2,4}$/.test(text)) return 'capitals'
  if (/^\p{L}[\p{L}\p{M}'’.-]*$/u.test(text)) return 'word'
  if (/^\p{L}[\p{L}\p{M}'’. &-]*$/u.test(text) && text.length <= 40) return 'words'
  if (/^\p{L}[\p{L}\p{M}'’-]*, ?\p{L}[\p{L}\p{M}'’ .-]*$/u.test(text) && text.length <= 40) return 'words'
  return text.length > 60 ? 'long-text' : 'mixed'
}

/** The columns of a table by the shapes of their cells. */
export interface TableShape {
  /** The usual number of cells. */
  readonly width: number
  /** The cells of the first row that has several. */
  readonly header: readonly string[]
  /** Rows that it was learnt from. */
  readonly rows: number
  /**
   * How well cells fit the columns: 0 is a usual row. Each cell that fits badly takes away up to 4 / `width`, another
   * number of cells up to 1.
   */
  readonly fit: (cells: readonly string[]) => number
  /** What a cell adds to `fit` in a column: 0 where it is as the others, else less. */
  readonly cost: (cell: string, column: number) => number
  /** The same of all cells in the columns where they are. */
  readonly costInPlace: (cells: readonly string[]) => number
}

/** Texts whose shape is remembered: those of a few records. */
const maxKnown = 1_000
/** What a cell of an unusual shape costs, at most. */
const worst = -4
/** Below this share of rows, a shape says little against a cell: columns are mixed. */
const smoothing = 0.5

/**
 * Learns the columns from rows that were read without doubt. Null when the rows do not agree on a number of cells: then
 * nothing can be said of a damaged one.
 */
export function learnTableShape(rows: Iterable<readonly string[]>, delimiter: string): TableShape | null {
  const counts = new Map<number, number>()
  const sample: (readonly string[])[] = []
  let header: readonly string[] = []
  for (const read of rows) {
    if (isBlankRow(read)) continue
    if (header.length < 3) header = read
    const cells = wholeCells(read, delimiter, header)
    sample.push(cells)
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    if (sample.length === sampledRows) break
  }
  const usual = usualWidth(counts)
  if (!usual) return null
  const { width, agreed } = usual
  // Where nearly all rows have one number of cells, another number is damage; spreadsheets leave out empty ends.
  const otherWidth = -(agreed / sample.length)
  // Learnt when a row is compared with it, because it takes as long as reading 30,000 rows.
  const costs = lazy(() => learnCosts(sample, width))
  // The ways to read a damaged record share most of their cells.
  const known = new Map<string, CellShape>()
  const knownShape = (cell: string): CellShape => {
    const shape = known.get(cell) ?? shapeOf(cell)
    if (known.size >= maxKnown) known.clear()
    known.set(cell, shape)
    return shape
  }
  const cost = (cell: string, column: number): number => (costs()[column]?.(knownShape(cell)) ?? 0) / width
  const costInPlace = (cells: readonly string[]): number =>
    costs().reduce((sum, _, column) => sum + cost(cells[column] ?? '', column), 0)
  return {
    width,
    header,
    rows: agreed,
    cost,
    costInPlace,
    fit(cells) {
      const filledEnd = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      const beyond = (Math.max(0, filledEnd - width) * worst) / width
      return costInPlace(cells) + beyond + (cells.length === width ? 0 : otherWidth)
    },
  }
}

/** For each column, what a cell of some shape costs. */
function learnCosts(sample: readonly (readonly string[])[], width: number): ((shape: CellShape) => number)[] {
  const columns = Array.from({ length: width }, () => new Map<CellShape, number>())
  for (const cells of sample) {
    if (cells.length !== width) continue
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]
      const shape = shapeOf(cell)
      column?.set(shape, (column.get(shape) ?? 0) + 1)
    }
  }
  return columns.map((column) => {
    const most = Math.max(...column.values(), 0)
    return (shape) => Math.max(worst, Math.log(((column.get(shape) ?? 0) + smoothing) / (most + smoothing)))
  })
}

/** Rows that the shape of a table is learnt from: enough for mixed columns. */
export const sampledRows = 3_000

/** The number of cells that most rows have, of at least half; null when there is none. `counts`: rows by their cells. */
export function usualWidth(
  counts: ReadonlyMap<number, number>,
): { readonly width: number; readonly agreed: number } | null {
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const [width, agreed] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return width < 2 || agreed < rows * 0.5 ? null : { width, agreed }
}

/**
 * A record with those cells joined that were cut within a value: by the semicolon of an entity, or by the comma of an amount (`$31,990`, or
 * 45,210 below "Odometer") where the record is longer than the header.
 */
export function wholeCells(cells: readonly string[], delimiter: string, header: readonly string[]): readonly string[] {
  if (delimiter === ';') return joinEntities(cells)
  if (delimiter !== ',' || header.length === 0 || cells.length <= header.length) return cells
  const joined: string[] = []
  for (const cell of cells) {
    const before = joined.at(-1) ?? ''
    const isAmount = before.includes('$') || amountName.test(header[joined.length - 1] ?? '')
    if (isAmount && cutAmount.test(before) && restOfAmount.test(cell)) joined.splice(-1, 1, `${before},${cell}`)
    else joined.push(cell)
  }
  return joined.length <= header.length ? joined : cells
}
const cutAmount = /^\s*[-(]?[A-Z]{0,3}\$? ?\d{1,3}(?:,\d{3})*$/
const restOfAmount = /^\d{3}(?:\.\d\d?)?\)?\s*$/
const amountName =
  /\$|(?:^|[^a-z])(?:price|amount|amt|cost|total|value|paid|balance|deposit|fee|sum|gross|residual|k(?:ilo)?m(?:et(?:er|re))?s?|odo(?:meter)?|mileage)(?:[^a-z]|$)/i

/** How much two rows look alike, from 0 to 1: the share of columns with one shape. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  if (one.length !== other.length || one.length === 0) return 0
  return one.filter((cell, at) => shapeOf(cell) === shapeOf(other[at] ?? '')).length / one.length
}
