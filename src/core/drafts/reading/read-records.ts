import type { RowRepair } from '../model/draft-source.ts'
import { alignCells } from './align-cells.ts'
import { learnTableShape, wholeCells, type TableShape } from './cell-shape.ts'
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
    const read = repair.read(start, Math.min(text.length, start + size))
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
