import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx'
import { isBlankRow, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { shortenText } from './cell-length.ts'
import { CellTexts } from './cell-texts.ts'
import type { ContentMeter } from './content-meter.ts'
import { decodeText } from './decode-text.ts'
import type { LibraryFormat } from './file-kind.ts'
import { decodeHtmlEntities } from './html-entities.ts'
import { fileProblems } from './file-messages.ts'
import { maxColumns, refuseFile, type FileParts, type FileProblem } from './file-read.ts'
import { numberFormat } from './number-formats.ts'
import { problemOf } from './read-workbook.ts'
import { SheetOutline } from './sheet-outline.ts'
import { numberCell, putCell } from './xlsx-cells.ts'

/** Formats whose bytes are text: they are decoded here, because the library knows fewer encodings. */
const textFormats: ReadonlySet<LibraryFormat> = new Set(['web-page', 'sylk', 'dif'])

const options: ParsingOptions = {
  dense: true,
  cellNF: true,
  // Texts of a web page stay texts: a phone number keeps its zero.
  raw: true,
  cellText: false,
  cellHTML: false,
  cellDates: false,
  sheetStubs: true,
  // Gives the hidden rows as well.
  cellStyles: true,
}

/**
 * Reads the spreadsheets of other programs and of older versions of Excel with SheetJS, which is loaded for them only.
 * Cells come as those of an .xlsx.
 */
export async function* readLibraryWorkbook(
  name: string,
  bytes: Uint8Array,
  format: LibraryFormat,
  meter: ContentMeter,
): FileParts {
  const { read, set_cptable: setCodePages, CFB } = await import('@e965/xlsx')
  let workbook: WorkBook
  let notes: readonly string[] = []
  try {
    // Excel up to 95 wrote texts in the code page of its country.
    if (format === 'xls') setCodePages(await import('@e965/xlsx/dist/cpexcel'))
    const isContainer = format === 'xls' && bytes[0] === 0xd0
    if (isContainer && isProtected(CFB.read(bytes, { type: 'buffer' }).FileIndex))
      return refuseFile(fileProblems.password(name))
    if (textFormats.has(format)) {
      const decoded = decodeText(bytes)
      notes = decoded.notes
      workbook =
        format === 'web-page'
          ? read(decodeHtmlEntities(decoded.text), { ...options, type: 'string' })
          : // As `string`, the library would encode the text as UTF-8 and not decode it.
            read(decoded.text, { ...options, type: 'binary' })
    } else {
      workbook = read(bytes, { ...options, type: 'buffer' })
    }
  } catch {
    // The library throws errors without a type for whatever it cannot read.
    return refuseFile(fileProblems.damagedFile(name))
  }
  try {
    let rows = 0
    for (const [at, sheetName] of workbook.SheetNames.entries()) {
      const sheet = workbook.Sheets[sheetName]
      if (!sheet) continue
      yield {
        kind: 'sheet',
        name: shortenText(sheetName, 255),
        hidden: (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0,
      }
      const end = readSheet(sheet, workbook.Workbook?.WBProps?.date1904 === true, meter)
      if ('problem' in end) return refuseFile(end.problem)
      rows += end.rows.length
      for (let from = 0; from < end.rows.length; from += rowsPerPart)
        yield { kind: 'rows', rows: end.rows.slice(from, from + rowsPerPart) }
      yield { kind: 'sheet-end', merges: end.merges, notes: end.notes }
    }
    if (rows === 0) return refuseFile(fileProblems.noCells(name))
    return { ok: true, kind: format, encoding: null, delimiter: null, notes }
  } catch (error) {
    const problem = problemOf(name, error, meter)
    if (!problem) throw error
    return refuseFile(problem)
  }
}

const rowsPerPart = 8_000

type SheetRows =
  | { readonly problem: FileProblem }
  | ({ readonly rows: readonly SourceRow[] } & ReturnType<SheetOutline['end']>)

function readSheet(sheet: WorkSheet, from1904: boolean, meter: ContentMeter): SheetRows {
  const texts = new CellTexts()
  const outline = new SheetOutline()
  const rows: SourceRow[] = []
  const lines = sheet['!data'] ?? []
  if (lines.length > meter.limits.rows) return { problem: fileProblems.tooManyRows(meter.limits) }
  for (const [index, line] of lines.entries()) {
    const cells: SourceCell[] = []
    for (const [column, found] of (line ?? []).entries()) {
      if (!found) continue
      if (found.f !== undefined && (found.t === 'z' || found.v === undefined)) outline.addUncalculated()
      const cell = cellOf(found, from1904, texts, index + 1)
      putCell(cells, column, cell)
    }
    if (isBlankRow(cells)) continue
    if (cells.length > maxColumns) return { problem: fileProblems.tooManyColumns(maxColumns) }
    meter.addRow(cells)
    outline.addRow(index + 1, cells.length, sheet['!rows']?.[index]?.hidden === true)
    rows.push({ row: index + 1, cells })
  }
  for (const { s, e } of sheet['!merges'] ?? [])
    outline.addMerge({ firstRow: s.r + 1, lastRow: e.r + 1, firstColumn: s.c, lastColumn: e.c })
  for (const [at, column] of (sheet['!cols'] ?? []).entries())
    if (column?.hidden) outline.addHiddenColumns(at + 1, at + 1)
  return { rows, ...outline.end(rows.at(-1)?.row ?? 0, texts.notes()) }
}

/** The errors of Excel by their codes ([MS-XLS] 2.5.10). */
const errorTexts: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
}

function cellOf({ t, v, z, w }: CellObject, from1904: boolean, texts: CellTexts, row: number): SourceCell {
  if (v === undefined || v === null || t === 'z') return null
  if (t === 'e') return { error: errorTexts[Number(v)] ?? w ?? '#ERROR' }
  if (typeof v === 'boolean') return v
  if (typeof v === 'number') {
    return numberCell(v, String(v), numberFormat(typeof z === 'string' ? z : ''), from1904)
  }
  return texts.tidy(String(v), row)
}

/** Whether a workbook of Excel 97 to 2003 is encrypted: its stream then has a FilePass record ([MS-XLS] 2.4.117). */
function isProtected(streams: readonly { readonly name: string; readonly content?: unknown }[]): boolean {
  const stream = streams.find(({ name }) => ['workbook', 'book'].includes(name.toLowerCase()))
  if (!(stream?.content instanceof Uint8Array || Array.isArray(stream?.content))) return false
  const content = Uint8Array.from(stream.content as ArrayLike<number>)
  const view = new DataView(content.buffer)
  for (let at = 0; at + 4 <= content.byteLength;) {
    const record = view.getUint16(at, true)
    if (record === 0x2f) return true
    // The end of the first part, in front of which FilePass stands.
    if (record === 0x0a) return false
    at += 4 + view.getUint16(at + 2, true)
  }
  return false
}
