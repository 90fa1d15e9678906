import Papa, { type ParseResult } from 'papaparse'
import type { RowRepair } from '../model/draft-source.ts'
import { alignCells } from './align-cells.ts'
import { learnTableShape, wholeCells, type TableShape } from './cell-shape.ts'
import { isStandard } from './delimiter.ts'
import { createQuoteRepair, type QuoteRepair, type TwoReadings } from './repair-quotes.ts'
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
  const parser = createParser(quoting)
  let repair: QuoteRepair | null = null
  let shape: TableShape | null = null
  for (let start = 0; start < text.length;) {
    const until = Math.min(text.length, start + size)
    const sound = isStandard(quoting) ? readSound(parser, text, start, until) : null
    repair ??= sound ? null : createQuoteRepair(text, quoting)
    const read = sound ?? repair?.read(start, until) ?? { rows: [], repairs: [], end: text.length }
    if (start === 0) shape = learnTableShape(read.rows, quoting.delimiter)
    yield { ...alignRows(read.rows, read.repairs, shape, quoting.delimiter), characters: read.end - start }
    start = read.end
  }
}

interface ParsedRecords {
  readonly rows: string[][]
  /** Position behind the last of them. */
  readonly end: number
  /** Lines that they take. */
  readonly lines: number
}

export const createParser = ({ delimiter }: Quoting): Papa.Parser => new Papa.Parser({ delimiter, newline: '\n' })

/** The whole records at the begin of a text, of which more may come; null when a quote is not where it should be. */
export function parseRecords(parser: Papa.Parser, text: string, isLast: boolean): ParsedRecords | null {
  const { data: rows, errors, meta } = parser.parse(text, 0, !isLast) as ParseResult<string[]>
  if (errors.some(({ type }) => type === 'Quotes')) return null
  const end = isLast ? text.length : meta.cursor
  let lines = isLast ? 1 : 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1
  return { rows, end, lines }
}

/** The whole records between two positions, if each is one line with quotes as they should be; else null. */
function readSound(
  parser: Papa.Parser,
  text: string,
  start: number,
  until: number,
): ReturnType<QuoteRepair['read']> | null {
  const isLast = until === text.length
  // The last record of a part may go on in the next one: it is read again there.
  const parsed = parseRecords(parser, start === 0 && isLast ? text : text.slice(start, until), isLast)
  if (!parsed || parsed.end === 0 || parsed.rows.length !== parsed.lines) return null
  return { rows: parsed.rows, repairs: [], end: start + parsed.end }
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
