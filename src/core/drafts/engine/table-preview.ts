import type { TableChoices, TablePreview } from '../../../contract/table-choices.ts'
import { cellText } from '../../fields/source-cell.ts'
import type { DraftSource } from '../model/draft-source.ts'
import { findReading, readingOf } from '../model/file-readings.ts'
import { firstPosition, type RowList } from '../columns/row-list.ts'
import { createContentMeter } from '../reading/content-meter.ts'
import { detectedForm, readWhole } from '../reading/file-read.ts'
import { findTable, type Table } from '../reading/find-table.ts'
import { sheetsNamed } from './locate-table.ts'

/** Enough rows to find a header, and those that are shown. */
const headRows = 200
const shownRows = 12
/** Rows around the last row that the user chose. */
const shownAtEnd = 3
const shownColumns = 30
const shownCharacters = 80

/** The first bytes of a text file, which are enough for a preview of any file. */
export interface FileHead {
  readonly bytes: Uint8Array
  /** These are all bytes of the file. */
  readonly isWhole: boolean
}

const nothing: TablePreview = {
  rows: [],
  encoding: null,
  delimiter: null,
  columns: 0,
  problem: null,
  needsFile: false,
}

/**
 * The first rows of a table as they would be read: from the rows of the draft, or from the head of its file when that was
 * not read like this yet. `head` null: it is not saved.
 */
export async function previewTable(
  source: DraftSource,
  choices: TableChoices,
  head: FileHead | null,
): Promise<TablePreview> {
  const form = choices.form ?? detectedForm
  if (findReading(source.facts, form) === null) {
    return head ? previewHead(source, choices, head) : { ...nothing, needsFile: true }
  }
  const reading = readingOf(source.facts, form)
  const [sheet = reading.sheets[0] ?? 0] = sheetsNamed(source, reading, choices.sheets)
  const { merges = [] } = source.facts.sheets[sheet] ?? {}
  const all = source.rows[sheet] ?? []
  const { encoding, delimiter } = reading.facts
  return { ...nothing, encoding, delimiter, ...shownTable(all, merges, choices) }
}

async function previewHead(source: DraftSource, choices: TableChoices, head: FileHead): Promise<TablePreview> {
  const { encoding, delimiter } = choices.form ?? detectedForm
  const used = source.facts.textForm?.encoding ?? null
  // The encoding was decided by the whole file, of which the head may say less.
  const form = { encoding: encoding ?? (used === 'utf-8' ? null : used), delimiter }
  const wide = form.encoding === 'utf-16le' || form.encoding === 'utf-16be'
  const bytes = head.isWhole || wide ? head.bytes : head.bytes.subarray(0, head.bytes.lastIndexOf(0x0a) + 1)
  // Few drafts are read in another way: the parser of any text is loaded for them.
  const { readText } = await import('../reading/read-text.ts')
  const read = await readWhole(readText('', bytes, createContentMeter(), form))
  if (!read?.ok) return { ...nothing, problem: read ? `${read.problem.message} ${read.problem.next}` : null }
  const { sheets, encoding: usedEncoding, delimiter: usedDelimiter } = read.file
  const rows = sheets[0]?.rows ?? []
  // The last row of a head may be cut.
  const whole = head.isWhole || !wide ? rows : rows.slice(0, -1)
  return { ...nothing, encoding: usedEncoding, delimiter: usedDelimiter, ...shownTable(whole, [], choices) }
}

function shownTable(
  all: RowList,
  merges: DraftSource['facts']['sheets'][number]['merges'],
  { headerRow, lastRow }: TableChoices,
): Pick<TablePreview, 'rows' | 'columns'> {
  const table = findTable(
    { rows: all.slice(0, headRows), merges },
    {
      headerRow: headerRow === 'none' ? null : headerRow === 'detect' ? undefined : headerRow,
      lastRow,
    },
  )
  const records = new Set(Array.from(table.records, ({ row }) => row))
  // The header in use is always shown, also far down.
  const headerAt = table.headerRow === null ? 0 : firstFrom(all, table.headerRow)
  const from = Math.max(0, headerAt - shownRows + 4)
  const first = all.slice(from, from + shownRows)
  const seen = new Set(first.map(({ row }) => row))
  const end = lastRow === null ? 0 : firstFrom(all, lastRow + 1)
  const atEnd = end === 0 ? [] : all.slice(Math.max(0, end - shownAtEnd), end + 1).filter(({ row }) => !seen.has(row))
  const shown = [...first, ...atEnd]
  return {
    columns: table.header.length,
    rows: shown.map(({ row, cells }) => ({
      row,
      cells: cells.slice(0, shownColumns).map((cell) => cellText(cell).slice(0, shownCharacters)),
      role: roleOf(row, table, records, lastRow),
    })),
  }
}

function roleOf(
  row: number,
  { headerRow, skippedRows }: Table,
  records: ReadonlySet<number>,
  lastRow: number | null,
): TablePreview['rows'][number]['role'] {
  if (row === headerRow) return 'header'
  if (records.has(row)) return 'customer'
  // Rows beyond the head were not judged.
  if (lastRow !== null && row > lastRow) return 'skipped'
  return skippedRows.some((skipped) => skipped.row === row) ? 'skipped' : 'customer'
}

/** The position of the first row with this number or a higher one; rows are in the order of their numbers. */
const firstFrom = (all: RowList, number: number): number =>
  firstPosition(all.length, (at) => (all.at(at)?.row ?? 0) >= number)
