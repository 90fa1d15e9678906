import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx'
import { isBlankRow, uncalculated, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { shortenText } from './cell-length.ts'
import { CellTexts } from './cell-texts.ts'
import type { ContentMeter } from './content-meter.ts'
import { decodeText } from './decode-text.ts'
import type { LibraryFormat } from './file-kind.ts'
import { decodeEntities, decodeHtmlEntities } from './html-entities.ts'
import { fileProblems } from './file-messages.ts'
import { maxColumns, refuseFile, type FileParts, type FileProblem } from './file-read.ts'
import { numberFormat } from './number-formats.ts'
import { problemOf } from './read-workbook.ts'
import { SheetOutline } from './sheet-outline.ts'
import { numberCell, putCell } from './xlsx-cells.ts'
import { readWholePart } from './xlsx-parts.ts'
import { zipParts } from './zip-archive.ts'

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
  let page = ''
  try {
    // Excel up to 95 wrote texts in the code page of its country.
    if (format === 'xls') setCodePages(await import('@e965/xlsx/dist/cpexcel'))
    let content = bytes
    if (format === 'xls' && bytes[0] === 0xd0) {
      const opened = openContainer(name, CFB.read(bytes, { type: 'buffer' }))
      if ('problem' in opened) return refuseFile(opened.problem)
      content = opened.workbook
    }
    if (format === 'ods' && (await isEncrypted(bytes, meter))) return refuseFile(fileProblems.protectedOds(name))
    if (textFormats.has(format)) {
      const decoded = decodeText(bytes)
      notes = decoded.notes
      page = format === 'web-page' ? decoded.text : ''
      if (page !== '' && !holdsTable(page)) return refuseFile(fileProblems.webPage(name, titleOf(page)))
      workbook =
        format === 'web-page'
          ? read(decodeHtmlEntities(closeCells(decoded.text)), { ...options, type: 'string' })
          : // As `string`, the library would encode the text as UTF-8 and not decode it.
            read(decoded.text, { ...options, type: 'binary' })
    } else {
      workbook = read(content, { ...options, type: 'buffer' })
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
    if (rows === 0)
      return refuseFile(page === '' ? fileProblems.noCells(name) : fileProblems.webPage(name, titleOf(page)))
    return { ok: true, kind: format, encoding: null, delimiter: null, notes }
  } catch (error) {
    const problem = problemOf(name, error, meter)
    if (!problem) throw error
    return refuseFile(problem)
  }
}

/** HTML lets a writer leave out the end of a cell, which the library needs. */
const closeCells = (html: string): string => html.replace(openCell, '$1</$2>')
const openCell =
  /(<(t[dh])\b[^>]*>(?:(?!<\/?(?:t[dhr]|table|tbody|thead|tfoot)\b)[^])*)(?=<(?:t[dhr]\b|\/(?:tr|table|tbody|thead|tfoot)\b))/gi

const rowsPerPart = 8_000

type SheetRows =
  | { readonly problem: FileProblem }
  | ({ readonly rows: readonly SourceRow[] } & ReturnType<SheetOutline['end']>)

function readSheet(sheet: WorkSheet, from1904: boolean, meter: ContentMeter): SheetRows {
  const texts = new CellTexts()
  const outline = new SheetOutline()
  const rows: SourceRow[] = []
  const lines = sheet['!data'] ?? []
  if (lines.length > meter.limits.rows) return { problem: fileProblems.tooManyRows(meter.limits.rows) }
  for (const [index, line] of lines.entries()) {
    const cells: SourceCell[] = []
    for (const [column, found] of (line ?? []).entries()) {
      if (!found) continue
      const isUncalculated = found.f !== undefined && (found.t === 'z' || found.v === undefined)
      if (isUncalculated) outline.addUncalculated()
      const cell = isUncalculated ? uncalculated : cellOf(found, from1904, texts, index + 1)
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
  if (t === 'e') {
    texts.addWithoutValue(row)
    return { error: errorTexts[Number(v)] ?? w ?? '#ERROR' }
  }
  if (typeof v === 'boolean') return v
  if (typeof v === 'number') {
    return numberCell(v, String(v), numberFormat(typeof z === 'string' ? z : ''), from1904)
  }
  return texts.tidy(String(v), row)
}

/** What the title of a page says that comes instead of an export. */
const errorTitle =
  /^(?:error\b|[45]\d\d\b|sign(?:ed)?[ -]?(?:in|on|out)\b|log(?:ged)?[ -]?(?:in|on|out)\b|session\b|access denied|forbidden|unauthori[sz]ed|bad gateway|service unavailable|gateway time-?out|not found)/i

/** The title of a page on which one signs in, behind the name of its system. */
const signInTitle = /\b(?:sign|log)[ -]?[io]n\b/i

/** A form has no more rows. */
const rowsOfForm = 8

/** Whether a web page has a table that can be a list: a sign-in form or an error is often arranged as a table too. */
function holdsTable(page: string): boolean {
  if (!/<table\b/i.test(page)) return false
  const rows = page.match(/<tr\b/gi)?.length ?? 0
  // Above a list, some systems have the fields for the next sign-in.
  const title = titleOf(page)
  const isSignIn = /<input\b/i.test(page) && signInTitle.test(title)
  if (isSignIn || /<input\b[^>]*\btype\s*=\s*["']?password/i.test(page)) return rows > rowsOfForm
  return !errorTitle.test(title) || rows > 3
}

function titleOf(page: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? ''
  return shortenText(decodeEntities(title).replace(/\s+/g, ' ').trim(), 80)
}

/** Whether an OpenDocument file is encrypted: the list of its parts says how (OpenDocument 1.3, part 2, 3.8). */
async function isEncrypted(bytes: Uint8Array, meter: ContentMeter): Promise<boolean> {
  const manifest = zipParts(bytes)?.find((part) => part.name === 'META-INF/manifest.xml')
  return manifest !== undefined && /encryption-data/.test(await readWholePart(bytes, manifest, meter))
}

interface Container {
  /** "Root Entry/Workbook". */
  readonly FullPaths: readonly string[]
  readonly FileIndex: readonly { readonly content?: unknown }[]
}

/** The workbook of an OLE container, or why there is none. Streams of embedded documents are in folders of their own. */
function openContainer(
  name: string,
  { FullPaths, FileIndex }: Container,
): { readonly workbook: Uint8Array } | { readonly problem: FileProblem } {
  const streams = new Map(
    FullPaths.flatMap((path, at) => {
      const [, stream, ...deeper] = path.split('/')
      return stream !== undefined && deeper.length === 0
        ? [[stream.toLowerCase(), FileIndex[at]?.content] as const]
        : []
    }),
  )
  // Streams of Excel 97 to 2003, and of Excel 5 and 95.
  const stream = streams.get('workbook') ?? streams.get('book')
  if (stream instanceof Uint8Array || Array.isArray(stream)) {
    const workbook = Uint8Array.from(stream as ArrayLike<number>)
    return isProtected(workbook) ? { problem: fileProblems.password(name) } : { workbook }
  }
  if (streams.has('encryptedpackage')) return { problem: fileProblems.password(name) }
  const [, kind] = otherDocuments.find(([own]) => streams.has(own)) ?? []
  return { problem: kind === undefined ? fileProblems.notSpreadsheet(name) : fileProblems.document(name, kind) }
}

/** Documents of other programs, by a stream that each of them has. */
const otherDocuments: readonly (readonly [stream: string, kind: string])[] = [
  ['worddocument', 'a Word document'],
  ['powerpoint document', 'a PowerPoint presentation'],
  ['visiodocument', 'a Visio drawing'],
  ['__properties_version1.0', 'an Outlook message'],
]

/** Whether a workbook of Excel 97 to 2003 is encrypted: its stream then has a FilePass record ([MS-XLS] 2.4.117). */
function isProtected(content: Uint8Array): boolean {
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
