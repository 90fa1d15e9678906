import type { TableShape } from './cell-shape.ts'

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
  // A missing cell is the question, so that it is empty counts for no place and against none.
  const allowance = (Math.max(0, -difference) * 4) / shape.width
  const fitOf = (candidate: readonly string[]): number => Math.min(0, shape.fit(candidate) + allowance)
  const asIs = fitOf(padded(cells.slice(0, shape.width), shape.width))
  const filled = cells.slice(0, Math.max(end, cells.length))
  const tries = difference > 0 ? joinings(filled.slice(0, end), difference, delimiter) : insertions(filled, -difference)
  const [best, next] = tries
    .map((candidate) => ({ cells: candidate, fit: fitOf(candidate) }))
    .toSorted((a, b) => b.fit - a.fit)
  if (!best || best.fit < misfit || (next && next.fit > best.fit - margin)) return null
  if (difference < 0 && asIs > best.fit - margin) return null
  return best.cells
}

const padded = (cells: readonly string[], width: number): readonly string[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? '')

/** Every way to join `extra` + 1 neighbouring cells to one. */
const joinings = (cells: readonly string[], extra: number, delimiter: string): (readonly string[])[] =>
  Array.from({ length: cells.length - extra }, (_, at) => [
    ...cells.slice(0, at),
    cells.slice(at, at + extra + 1).join(delimiter),
    ...cells.slice(at + extra + 1),
  ])

/** Every place for `missing` empty cells in a row, except its end: a row may end early. */
const insertions = (cells: readonly string[], missing: number): (readonly string[])[] =>
  Array.from({ length: cells.length }, (_, at) => [
    ...cells.slice(0, at),
    ...Array.from({ length: missing }, () => ''),
    ...cells.slice(at),
  ])
