import { FileDamagedError, FileTooLargeError, type ContentMeter } from './content-meter.ts'
import { createCellCutter, shortenText } from './cell-length.ts'
import { fileProblems } from './file-messages.ts'
import { refuseFile, type FilePart, type PackedPart, type TriedParts } from './file-read.ts'
import { InflatedPart } from './inflated-part.ts'
import { readNumberFormats, type NumberFormat } from './number-formats.ts'
import { PlainSheet } from './plain-sheet.ts'
import { PlainStrings } from './plain-strings.ts'
import { maxNameLength, problemOfXlsx } from './read-workbook.ts'
import { SheetOutline } from './sheet-outline.ts'
import { holdsTooManyCells } from './workbook-size.ts'
import { findXlsxParts, maxShortBytes, readWholePart, type XlsxParts, type XlsxSheet } from './xlsx-parts.ts'
import { closeOf, plainXml, tagAt } from './xml-text.ts'
import { zipParts } from './zip-archive.ts'

/** The most bytes of a sheet in front of its rows, and behind them. */
const maxHeadBytes = 1_024 * 1_024
const maxTailBytes = 32 * 1_024 * 1_024

/**
 * Reads a plain .xlsx straight into packed rows: the result is that of `readWorkbook`, without a string or an object for
 * each cell. Excel, LibreOffice and most other programs write plain ones. Any other workbook ends with null, sometimes
 * only after many blocks.
 */
export async function* readPlainWorkbook(
  name: string,
  archive: Uint8Array,
  meter: ContentMeter,
  { pieceBytes, onLongWork = () => undefined }: PlainOptions = {},
): TriedParts {
  const parts = zipParts(archive)
  if (!parts) return null
  try {
    meter.expectContent(parts.reduce((sum, part) => sum + part.inflatedBytes, 0))
    // A part that is not packed comes in pieces without a turn of the event loop.
    if (parts.some(({ isPacked, inflatedBytes }) => !isPacked && inflatedBytes > maxShortBytes)) onLongWork()
    const found = await findXlsxParts(archive, parts, meter, onLongWork)
    return yield* readSheets(name, found, { archive, meter, pieceBytes, onLongWork })
  } catch (error) {
    const isOfFile = error instanceof FileDamagedError || error instanceof FileTooLargeError
    const problem = isOfFile ? problemOfXlsx(name, error, meter) : null
    if (!problem) throw error
    return refuseFile(problem)
  }
}

export interface PlainOptions {
  readonly pieceBytes?: number | undefined
  /** See `waysToRead`. */
  readonly onLongWork?: () => void
}

interface ArchiveContext {
  readonly archive: Uint8Array
  readonly meter: ContentMeter
  readonly pieceBytes: number | undefined
  readonly onLongWork: () => void
}

interface PlainContext extends ArchiveContext {
  readonly strings: PlainStrings
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
}

async function* readSheets(
  name: string,
  { sheets, sharedStrings, styles, from1904 }: XlsxParts,
  context: ArchiveContext,
): TriedParts {
  const { archive, meter, pieceBytes, onLongWork } = context
  if (await holdsTooManyCells(archive, sheets, meter.limits)) throw new FileTooLargeError('cells')
  const formats = styles ? readNumberFormats(await readWholePart(archive, styles, meter, onLongWork)) : []
  const strings = new PlainStrings(archive, sharedStrings, meter, { pieceBytes })
  let [rows, textBytes] = [0, 0]
  try {
    for (const sheet of sheets) {
      const read = yield* readSheet(sheet, { ...context, strings, formats, from1904 })
      if (!read) return null
      rows += read.rows
      textBytes += read.textBytes
      // `readWorkbook` counts characters, of which there are fewer.
      if (textBytes + strings.byteCount > meter.limits.characters) return null
    }
    if (!(await strings.loadRest())) return null
  } finally {
    await strings.close()
  }
  if (rows === 0) return refuseFile(fileProblems.noCells(name))
  return { ok: true, kind: 'xlsx', encoding: null, delimiter: null, notes: [] }
}

type SheetEnd = { readonly rows: number; readonly textBytes: number } | null

async function* readSheet(
  { name, hidden, part }: XlsxSheet,
  { archive, pieceBytes, onLongWork, ...context }: PlainContext,
): AsyncGenerator<FilePart | PackedPart, SheetEnd, void> {
  const outline = new SheetOutline()
  const sheet = new PlainSheet({ ...context, outline })
  const bytes = new InflatedPart(archive, part, context.meter, pieceBytes)
  yield { kind: 'sheet', name: shortenText(name, maxNameLength), hidden }
  try {
    const head = await readHead(bytes)
    if (!head) return null
    outline.readOther(head.xml)
    let isFirst = true
    for (let step = head.hasRows ? sheet.read(bytes) : 'end'; step !== 'end'; step = sheet.read(bytes)) {
      if (step === 'unplain' || sheet.textBytes > context.meter.limits.characters) return null
      // The first rows are shown at once.
      const block = step === 'block' || isFirst ? sheet.takeBlock() : null
      if (block) {
        isFirst = false
        yield { kind: 'block', ...block }
      }
      if (step === 'strings' && !(await context.strings.load(sheet.neededStrings))) return null
      if (step === 'more' && !(await bytes.advance())) return null
    }
    const last = sheet.takeBlock()
    if (last) yield { kind: 'block', ...last }
    const tail = await bytes.readRest(maxTailBytes)
    if (tail === null) return null
    if (tail.length > maxShortBytes) onLongWork()
    const xml = plainXml(tail)
    if (hasRowTag(xml)) return null
    outline.readOther(xml)
  } finally {
    await bytes.close()
  }
  yield { kind: 'sheet-end', ...outline.end(sheet.lastRow, createCellCutter()) }
  return { rows: sheet.rowCount, textBytes: sheet.textBytes }
}

/** Whether a row begins or ends in a text outside of the rows: `readWorkbook` finds rows wherever they are. */
const hasRowTag = (xml: string): boolean => tagAt(xml, 'row', 0) !== null || closeOf(xml, 'row', 0).start < xml.length

/** Reads a sheet up to its first row. Null when something unusual stands there. */
async function readHead(part: InflatedPart): Promise<{ readonly xml: string; readonly hasRows: boolean } | null> {
  while (await part.advance()) {
    const text = part.bytes.toString('utf8', 0, Math.min(part.end, maxHeadBytes))
    const found = /<sheetData(?:\s[^>]*?)?(\/?)>/.exec(text)
    if (found) {
      const xml = text.slice(0, found.index)
      part.at = Buffer.byteLength(xml + found[0])
      return xml.includes('<!') || hasRowTag(xml) ? null : { xml, hasRows: found[1] === '' }
    }
    if (part.end > maxHeadBytes) return null
  }
  return null
}
