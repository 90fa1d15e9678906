import Papa, { type ParseResult } from 'papaparse'
import type { SourceRow } from '../../fields/source-cell.ts'
import type { ContentMeter } from './content-meter.ts'
import { decideDelimiter, delimiterNames } from './delimiter.ts'
import { decodeText } from './decode-text.ts'
import { fileNotes, fileProblems } from './file-messages.ts'
import { cutFixedWidth, fixedWidthColumns } from './fixed-width.ts'
import { createCellCutter, maxCellLength } from './cell-length.ts'
import {
  maxColumns,
  maxDelimitersInLine,
  maxLines,
  maxRows,
  oldExcelRows,
  refuseFile,
  type FileParts,
  type FileProblem,
} from './file-read.ts'

/** Characters that are parsed at once. The rows of a whole large file would need more memory than a reading may use. */
const charactersPerPart = 8_000_000

/**
 * Reads a text file into one sheet. PapaParse gets decoded text with LF line ends, a fixed delimiter, and no header,
 * because it renames columns (platform, part 4.6). An unclosed quote is refused with its line: it would turn everything
 * after it into one cell. Row numbers are those of Excel: a record with a line break in a cell is one row, and an empty
 * line is a row.
 */
export async function* readText(name: string, bytes: Uint8Array, meter: ContentMeter): FileParts {
  meter.expectContent(bytes.byteLength)
  const decoded = decodeText(bytes)
  if (decoded.controls > Math.max(8, decoded.text.length * 0.02)) return refuseFile(fileProblems.notSpreadsheet(name))
  const decision = decideDelimiter(decoded.text)
  const { text, delimiter } = decision
  if (text.trim() === '') return refuseFile(fileProblems.empty(name))
  const tooLong = lengthProblem(name, text, delimiter)
  if (tooLong) return refuseFile(tooLong)
  yield { kind: 'sheet', name: 'File', hidden: false }
  const columns = decision.decidedBy === 'line' ? null : printedColumns(text, delimiter)
  const parts = columns
    ? readFixedWidth(text, columns)
    : readRecords(name, text, delimiter, decision.decidedBy === 'line' ? 1 : 0)
  const cutter = createCellCutter()
  /** Number of the last row that is not blank, and of the last row. */
  let [filledRow, lastRow] = [0, 0]
  for (;;) {
    const next = parts.next()
    if (next.done) {
      if (next.value) return refuseFile(next.value)
      break
    }
    const rows: SourceRow[] = []
    for (const cells of next.value.rows) {
      lastRow += 1
      if (isBlank(cells)) continue
      if (lastRow > maxRows) return refuseFile(fileProblems.tooManyRows(maxRows))
      if (cells.length > maxColumns && cells.findLastIndex((cell) => cell !== '') >= maxColumns)
        return refuseFile(fileProblems.tooManyColumns(maxColumns))
      const row = lastRow
      filledRow = row
      const isLong = cells.some((cell) => cell.length > maxCellLength)
      rows.push({ row, cells: isLong ? cells.map((cell) => cutter.cut(cell, row)) : [...cells] })
    }
    if (rows.length > 0) yield { kind: 'rows', rows }
    meter.addContent((bytes.byteLength * next.value.characters) / text.length)
  }
  // A line end at the end of the file is no row.
  const notes = mojibakeNotes(text, filledRow === lastRow ? lastRow : lastRow - 1)
  if (columns) notes.push(fileNotes.fixedWidth)
  if (cutter.count > 0) notes.push(fileNotes.cutCells(cutter.count, cutter.firstRow))
  yield { kind: 'sheet-end', merges: [], notes }
  const { encoding, notes: fileNotesOfText } = decoded
  if (columns) return { ok: true, kind: 'fixed-width', encoding, delimiter: 'aligned columns', notes: fileNotesOfText }
  const delimiterName = decision.decidedBy === 'single' ? 'one column only' : delimiterNames[delimiter]
  return { ok: true, kind: 'csv', encoding, delimiter: delimiterName, notes: fileNotesOfText }
}

interface TextPart {
  readonly rows: readonly (readonly string[])[]
  /** Characters of the text that they take. */
  readonly characters: number
}

/** The records of a text, part by part of `firstSize` characters; at the end the problem that they have, or null. */
export function* readRecords(
  name: string,
  text: string,
  delimiter: string,
  linesBefore: number,
  firstSize = charactersPerPart,
): Generator<TextPart, FileProblem | null, void> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let usual: number | null = null
  let size = firstSize
  for (let start = 0; start < text.length;) {
    const isLast = start + size >= text.length
    const part = start === 0 && isLast ? text : text.slice(start, start + size)
    // The last record of a part may go on in the next one: it is parsed again there.
    const parsed = parser.parse(part, 0, !isLast) as ParseResult<string[]>
    const lineOf = (line: number): number => countLines(text, start) + line - 1 + linesBefore
    const quote = parsed.errors.find((error) => error.type === 'Quotes')
    if (quote) return fileProblems.misplacedQuote(name, lineOf(countLines(part, quote.index ?? 0)))
    const table = parsed.data
    usual ??= usualWidth(table)
    const swallowed = findSwallowed(table, usual)
    if (swallowed !== null) return fileProblems.misplacedQuote(name, lineOf(lineOfRow(table, swallowed)))
    const characters = isLast ? part.length : parsed.meta.cursor
    // A record that is longer than the part.
    if (characters === 0) size *= 2
    else yield { rows: table, characters }
    start += characters
  }
  return null
}

/** The columns of a printed list, unless a separator gives most of its lines the same number of columns. */
function printedColumns(text: string, delimiter: string): readonly number[] | null {
  const columns = fixedWidthColumns(text)
  if (!columns) return null
  const lines = text
    .slice(0, 100_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const widths = new Map<number, number>()
  for (const line of lines) {
    const width = line.split(delimiter).length
    widths.set(width, (widths.get(width) ?? 0) + 1)
  }
  const [usual = 1, count = 0] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? []
  // "Lee, Ann" has a comma in every line as well, but fewer columns.
  return usual >= columns.length && count > lines.length * 0.6 ? null : columns
}

function* readFixedWidth(text: string, columns: readonly number[]): Generator<TextPart, null, void> {
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start + charactersPerPart)
    const end = lineEnd < 0 ? text.length : lineEnd + 1
    const lines = text.slice(start, end).split('\n')
    // The part ends with a line end, behind which there is no line of this part.
    if (lineEnd >= 0) lines.pop()
    yield { rows: lines.map((line) => cutFixedWidth(line, columns)), characters: end - start }
    start = end
  }
  return null
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/**
 * Why a text cannot be given to the parser, or null. Longer arrays than V8 allows are a fatal error: they would end the
 * program, not only the worker.
 */
function lengthProblem(name: string, text: string, delimiter: string): FileProblem | null {
  let line = 0
  for (let start = 0; start < text.length; line += 1) {
    if (line > maxLines) return fileProblems.tooManyRows(maxRows)
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (end - start > maxDelimitersInLine && countUpTo(text, delimiter, start, end) > maxDelimitersInLine) {
      return fileProblems.tooLongLine(name, line + 1)
    }
    start = end + 1
  }
  // Without quotes, each line is a row: the file is refused before its rows are read.
  return line > maxRows && !text.includes('"') ? fileProblems.tooManyRows(maxRows, line) : null
}

/** How often a character stands in a part of the text; counting ends above the limit. */
function countUpTo(text: string, character: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf(character, start); at >= 0 && at < end; at = text.indexOf(character, at + 1)) {
    count += 1
    if (count > maxDelimitersInLine) break
  }
  return count
}

function countLines(text: string, end: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

const lineOfRow = (table: readonly string[][], row: number): number =>
  table
    .slice(0, row)
    .reduce(
      (lines, cells) => lines + 1 + cells.reduce((breaks, cell) => breaks + countLines(cell, cell.length) - 1, 0),
      1,
    )

/** The most frequent number of columns. */
function usualWidth(table: readonly string[][]): number {
  const widths = new Map<number, number>()
  for (const cells of table.slice(0, 1_000)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  return [...widths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1
}

/**
 * The first row with a cell that contains other rows, or null. A stray quote can be closed by a later one, and the rows
 * between them are then one cell: its lines have as many delimiters as a row. An address over several lines does not.
 */
function findSwallowed(table: readonly string[][], usual: number): number | null {
  if (usual < 3) return null
  for (const [index, cells] of table.entries()) {
    for (const cell of cells) {
      if (!cell.includes('\n')) continue
      const lines = cell.slice(0, maxCellLength).split('\n')
      if (lines.length < 4) continue
      const rowLike = lines.filter(
        (line) => Math.max(...[',', ';', '\t', '|'].map((mark) => line.split(mark).length)) >= usual,
      )
      if (rowLike.length >= 2) return index
    }
  }
  return null
}

function mojibakeNotes(text: string, rows: number): string[] {
  const notes: string[] = []
  if (/â€™|Ã©|Ã¨|Ã¶|Ã¼|Ã¡/.test(text)) notes.push(fileNotes.damagedLetters)
  let lost = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) lost += 1
  if (lost > 0) notes.push(fileNotes.lostLetters(lost))
  if (rows === oldExcelRows) notes.push(fileNotes.fileCutOff)
  return notes
}
