import Papa from 'papaparse'
import type { SourceRow } from '../../fields/source-cell.ts'
import { decideDelimiter, delimiterNames } from './delimiter.ts'
import { decodeText, type DecodedText } from './decode-text.ts'
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
  type FileAnswer,
  type FileProblem,
} from './file-read.ts'

/**
 * Reads a text file into one sheet. PapaParse gets decoded text with LF line ends, a fixed delimiter, and no header,
 * because it renames columns (platform, part 4.6). An unclosed quote is refused with its line: it would turn everything
 * after it into one cell. Row numbers are those of Excel: a record with a line break in a cell is one row, and an empty
 * line is a row.
 */
export function readText(name: string, bytes: Uint8Array): FileAnswer {
  const decoded = decodeText(bytes)
  if (decoded.controls > Math.max(8, decoded.text.length * 0.02)) return refuseFile(fileProblems.notSpreadsheet(name))
  const decision = decideDelimiter(decoded.text)
  const { text, delimiter } = decision
  if (text.trim() === '') return refuseFile(fileProblems.empty(name))
  const tooLong = lengthProblem(name, text, delimiter)
  if (tooLong) return refuseFile(tooLong)
  const columns = decision.decidedBy === 'line' ? null : printedColumns(text, delimiter)
  if (columns) return readFixedWidth(text, columns, decoded)
  const parsed = Papa.parse<string[]>(text, { header: false, delimiter, newline: '\n', skipEmptyLines: false })
  const linesBefore = decision.decidedBy === 'line' ? 1 : 0
  const lineAt = (index: number): number => countLines(text, index) + linesBefore
  const quote = parsed.errors.find((error) => error.type === 'Quotes')
  if (quote) return refuseFile(fileProblems.misplacedQuote(name, lineAt(quote.index ?? 0)))
  const table = parsed.data
  if (table.length > 0 && isBlank(table.at(-1) ?? [])) table.pop()
  if (table.length > maxRows) return refuseFile(fileProblems.tooManyRows(maxRows))
  const swallowed = findSwallowed(table)
  if (swallowed !== null)
    return refuseFile(fileProblems.misplacedQuote(name, lineOfRow(table, swallowed) + linesBefore))
  const rows: SourceRow[] = []
  const cutter = createCellCutter()
  for (const [index, cells] of table.entries()) {
    if (cells.length > maxColumns && cells.findLastIndex((cell) => cell !== '') >= maxColumns)
      return refuseFile(fileProblems.tooManyColumns(maxColumns))
    if (isBlank(cells)) continue
    const row = index + 1
    const isLong = cells.some((cell) => cell.length > maxCellLength)
    rows.push({ row, cells: isLong ? cells.map((cell) => cutter.cut(cell, row)) : cells })
  }
  const notes = mojibakeNotes(text, table.length)
  if (cutter.count > 0) notes.push(fileNotes.cutCells(cutter.count, cutter.firstRow))
  return {
    ok: true,
    file: {
      kind: 'csv',
      encoding: decoded.encoding,
      delimiter: decision.decidedBy === 'single' ? 'one column only' : delimiterNames[delimiter],
      sheets: [{ name: 'File', hidden: false, rows, merges: [], notes }],
      notes: decoded.notes,
    },
  }
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

function readFixedWidth(text: string, columns: readonly number[], decoded: DecodedText): FileAnswer {
  const rows: SourceRow[] = []
  const cutter = createCellCutter()
  let row = 0
  for (const line of text.split('\n')) {
    row += 1
    if (row > maxRows) return refuseFile(fileProblems.tooManyRows(maxRows))
    if (line.trim() !== '') rows.push({ row, cells: cutFixedWidth(line, columns).map((cell) => cutter.cut(cell, row)) })
  }
  const sheetNotes = [...mojibakeNotes(text, row), fileNotes.fixedWidth]
  if (cutter.count > 0) sheetNotes.push(fileNotes.cutCells(cutter.count, cutter.firstRow))
  const sheet = { name: 'File', hidden: false, rows, merges: [], notes: sheetNotes }
  const { encoding, notes } = decoded
  return { ok: true, file: { kind: 'fixed-width', encoding, delimiter: 'aligned columns', sheets: [sheet], notes } }
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
  return null
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

/**
 * The first row with a cell that contains other rows, or null. A stray quote can be closed by a later one, and the rows
 * between them are then one cell: its lines have as many delimiters as a row. An address over several lines does not.
 */
function findSwallowed(table: readonly string[][]): number | null {
  const widths = new Map<number, number>()
  for (const cells of table.slice(0, 1_000)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const usual = [...widths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1
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
