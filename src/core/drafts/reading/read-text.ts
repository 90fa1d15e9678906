import Papa from 'papaparse'
import type { SourceRow } from '../../fields/source-cell.ts'
import { decideDelimiter, delimiterNames } from './delimiter.ts'
import { decodeText } from './decode-text.ts'
import { maxColumns, maxRows, refuseFile, tooManyColumns, tooManyRows, type FileAnswer } from './file-read.ts'

/**
 * Reads a text file into one sheet. PapaParse gets decoded text with LF line ends and a delimiter of our choice, and no header: it
 * would rename columns (platform, part 4.6). A quote that does not close is refused with its line, because everything after it
 * would be swallowed. Row numbers are those that Excel shows: a record with a line break in a cell is one row, an empty line is a row.
 */
export function readText(name: string, bytes: Uint8Array): FileAnswer {
  const decoded = decodeText(bytes)
  if (decoded.controls > Math.max(8, decoded.text.length * 0.02)) return notText(name)
  const decision = decideDelimiter(decoded.text)
  const { text, delimiter } = decision
  if (text.trim() === '') return refuseFile(`“${name}” is empty.`, 'Choose another file.')
  const parsed = Papa.parse<string[]>(text, { header: false, delimiter, newline: '\n', skipEmptyLines: false })
  const linesBefore = decision.decidedBy === 'line' ? 1 : 0
  const lineAt = (index: number): number => countLines(text, index) + linesBefore
  const quote = parsed.errors.find((error) => error.type === 'Quotes')
  if (quote) return quoteProblem(name, lineAt(quote.index ?? 0))
  const table = parsed.data
  if (table.length > 0 && isBlank(table.at(-1)!)) table.pop()
  if (table.length > maxRows) return tooManyRows
  const swallowed = findSwallowed(table)
  if (swallowed !== null) return quoteProblem(name, lineOfRow(table, swallowed) + linesBefore)
  const rows: SourceRow[] = []
  for (const [index, cells] of table.entries()) {
    if (cells.length > maxColumns && cells.findLastIndex((cell) => cell !== '') >= maxColumns) return tooManyColumns
    if (!isBlank(cells)) rows.push({ row: index + 1, cells })
  }
  return {
    ok: true,
    file: {
      kind: 'csv',
      encoding: decoded.encoding,
      delimiter: decision.decidedBy === 'single' ? 'one column only' : delimiterNames[delimiter],
      sheets: [{ name: 'File', hidden: false, rows, merges: [], notes: mojibakeNotes(text, table.length) }],
      notes: decoded.notes,
    },
  }
}

const notText = (name: string): FileAnswer =>
  refuseFile(
    `“${name}” is not a spreadsheet that Forecourt can read.`,
    'Save the list as “Excel Workbook (.xlsx)” or “CSV”, and open that file.',
  )

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

function countLines(text: string, end: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

const lineOfRow = (table: readonly string[][], row: number): number =>
  table
    .slice(0, row)
    .reduce((lines, cells) => lines + 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0), 1)

function quoteProblem(name: string, line: number): FileAnswer {
  return refuseFile(
    `A double quote (") on line ${line} of “${name}” is out of place, so it cannot be told where that cell ends.`,
    `Open the file in a text editor, mend the quotes on line ${line} or take them out, save it, and open it again.`,
  )
}

/**
 * A stray quote can also close by chance on a later one: the rows between are then inside one cell. Such a cell shows lines with as
 * many quotes, commas and the like as a row has; an address over several lines does not.
 */
function findSwallowed(table: readonly string[][]): number | null {
  const widths = new Map<number, number>()
  for (const cells of table.slice(0, 1_000)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const usual = [...widths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1
  if (usual < 3) return null
  for (const [index, cells] of table.entries()) {
    for (const cell of cells) {
      if (!cell.includes('\n')) continue
      const lines = cell.split('\n')
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
  if (/â€™|Ã©|Ã¨|Ã¶|Ã¼|Ã¡/.test(text)) {
    notes.push(
      'Some letters look damaged (“Ã©” for “é”): the file was saved in the wrong encoding before it came here.',
    )
  }
  const lost = text.match(/\uFFFD/g)?.length ?? 0
  if (lost > 0) notes.push(`${lost} letters were already lost before the file came here: they show as “\uFFFD”.`)
  if (rows === 65_536)
    notes.push('The file has exactly 65,536 rows, the limit of old Excel: it was probably cut off there.')
  return notes
}
