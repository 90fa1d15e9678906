import type { RowRepair } from '../model/draft-source.ts'
import { learnTableShape, type TableShape, wholeCells } from './cell-shape.ts'
import { createQuoteRepair, type TwoReadings } from './repair-quotes.ts'
import type { Quoting } from './text-record.ts'

/** Characters that are read at once. The rows of a whole large file would need more memory than a reading may use. */
export const charactersPerPart = 8_000_000

export interface RecordsPart {
  readonly rows: readonly (readonly string[])[]
  /** Their rows are counted in this part, from 1. */
  readonly repairs: readonly RowRepair[]
  /** Characters of the text that the rows take. */
  readonly characters: number
}

/** The records of a text, damaged ones repaired, part by part. Every line of the text is in exactly one row. */
export function* readRecords(
  text: string,
  quoting: Quoting,
  size = charactersPerPart,
): Generator<RecordsPart, void, void> {
  const repair = createQuoteRepair(text, quoting)
  let shape: TableShape | null = null
  for (let start = 0; start < text.length;) {
    const read = repair(start, Math.min(text.length, start + size))
    if (start === 0) shape = learnTableShape(read.rows, quoting.delimiter)
    yield { ...alignRows(read.rows, read.repairs, shape, quoting.delimiter), characters: read.end - start }
    start = read.end
  }
}

/** Puts the cells of rows that are too long or too short under their columns where that is certain. */
export function alignRows(
  read: readonly (readonly string[])[],
  quotes: readonly TwoReadings[],
  shape: TableShape | null,
  delimiter: string,
): Omit<RecordsPart, 'characters'> {
  const rows = read.map((cells) => wholeCells(cells, delimiter, shape?.header ?? []))
  const repairs = quotes.map((repair): RowRepair => ({ ...repair, row: repair.row + 1, cause: 'quotes' }))
  if (!shape) return { rows, repairs }
  const repaired = new Set(quotes.flatMap(({ row, rows: count }) => Array.from({ length: count }, (_, at) => row + at)))
  const aligned = rows.map((cells, at) => {
    if (repaired.has(at)) return cells
    const isAmountJoined = delimiter === ',' && cells !== read[at]
    const found = isAmountJoined || cells.length === shape.width ? null : alignCells(cells, shape, delimiter)
    if (!found && !isAmountJoined) return cells
    repairs.push({ row: at + 1, rows: 1, cause: 'cells', certain: true, other: [read[at] ?? cells] })
    return found ?? cells
  })
  return { rows: aligned, repairs: repairs.toSorted((a, b) => a.row - b.row) }
}

/** A row this much worse than a usual one is certainly not as it should be. */
const misfit = -0.4
/** The next best place must be this much worse: else the right one is not certain. */
const margin = 0.35
/** More cells than this are never moved: the row is another kind of row. */
const maxMoved = 2
/** A table that was learnt from fewer rows says too little. */
const fewestRows = 8

/**
 * A row with a few cells too many or too few, aligned by its values: a delimiter inside a text is joined again, a cell
 * that is missing becomes empty. Null unless exactly one place fits the columns, and the row as it is does not.
 */
export function alignCells(cells: readonly string[], shape: TableShape, delimiter: string): readonly string[] | null {
  const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const difference = Math.max(end, Math.min(cells.length, shape.width)) - shape.width
  if (shape.rows < fewestRows || difference === 0 || Math.abs(difference) > maxMoved) return null
  const { width, cost } = shape
  const used = difference > 0 ? cells.slice(0, end) : cells
  /** How many cells are joined, and what stands in their place. */
  const taken = difference > 0 ? difference + 1 : 0
  const put = (at: number): readonly string[] =>
    taken > 0 ? [used.slice(at, at + taken).join(delimiter)] : Array.from({ length: -difference }, () => '')
  // A missing cell is the question, so that it is empty counts for no place and against none.
  const allowance = (Math.max(0, -difference) * 4) / width
  // Cells in front of a place stay in their columns, those behind it move. No cell is missing behind the last: a row may end early.
  let before = 0
  let behind = sum(used.slice(taken).map((cell, at) => cost(cell, taken + at - difference)))
  const fits: { readonly at: number; readonly fit: number }[] = []
  for (let at = 0; at < used.length - Math.max(0, difference); at += 1) {
    // A worse place is not the right one, and leaves no doubt about another.
    if (before + behind + allowance > misfit - margin) {
      const here = sum(put(at).map((cell, place) => cost(cell, at + place)))
      fits.push({ at, fit: Math.min(0, before + here + behind + allowance) })
    }
    before += cost(used[at] ?? '', at)
    behind -= cost(used[at + taken] ?? '', at + taken - difference)
  }
  const [best, next] = fits.toSorted((a, b) => b.fit - a.fit)
  if (!best || best.fit < misfit || (next && next.fit > best.fit - margin)) return null
  if (difference < 0 && Math.min(0, shape.costInPlace(cells) + allowance) > best.fit - margin) return null
  return used.toSpliced(best.at, taken, ...put(best.at))
}

const sum = (costs: readonly number[]): number => costs.reduce((total, cost) => total + cost, 0)
