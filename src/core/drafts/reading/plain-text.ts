import { isUtf8 } from 'node:buffer'
import type { SourceRow } from '../../fields/source-cell.ts'
import { readFully, type ByteSource } from './byte-source.ts'
import type { ContentLimits, ContentMeter } from './content-meter.ts'
import { fileNotes, fileProblems, fileWords } from './file-messages.ts'
import { oldExcelRows, refuseFile, type FileProblem, type TriedParts } from './file-read.ts'
import { findLetterDamageInBytes, letterNotes } from './letter-damage.ts'
import { byteOrderMark, decidePlainForm, headBytes, longHeadBytes, type PlainForm } from './plain-form.ts'
import { PlainRows } from './plain-rows.ts'
import { charactersPerPart } from './read-records.ts'

export interface PlainOptions {
  readonly meter: ContentMeter
  /** Gets every byte of the file in order, unless it is not plain. */
  readonly onBytes?: (bytes: Uint8Array) => void
  /** Gets the first rows as soon as the form of the file is known, long before they come in a block. */
  readonly onFirstRows?: (rows: readonly SourceRow[]) => void
  readonly pieceBytes?: number
}

const usualPieceBytes = 1_024 * 1_024
/** A text of so many bytes has more than `charactersPerPart` characters, whatever they are. */
const manyBytes = 4 * charactersPerPart

/** Places of a file at which its lines are counted, and the bytes that are read at each. */
const countedPlaces = 16
const countedBytes = 65_536
/** The places differ; the whole file has fewer lines than their mean and so many standard errors more, and 3 %. */
const [standardErrors, margin] = [4, 1.03]

/** The most lines that a file can be expected to have, by its size and by places all over it. */
async function expectedLines(source: ByteSource): Promise<number> {
  const { sizeBytes } = source
  const piece = new Uint8Array(countedBytes)
  const densities: number[] = []
  for (let place = 0; place < countedPlaces; place += 1) {
    const part = await readFully(source, piece, Math.floor((sizeBytes * place) / countedPlaces))
    let lines = 0
    for (let at = part.indexOf(0x0a); at >= 0; at = part.indexOf(0x0a, at + 1)) lines += 1
    densities.push(lines / part.byteLength)
  }
  const mean = densities.reduce((sum, one) => sum + one, 0) / countedPlaces
  const variance = densities.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (countedPlaces - 1)
  return sizeBytes * (mean + standardErrors * Math.sqrt(variance / countedPlaces)) * margin
}

/** How many records a file has: a line end inside of quotes ends none. Takes a second for 1 GB. */
async function countRecords(source: ByteSource, { delimiter, markBytes }: PlainForm): Promise<number> {
  const piece = new Uint8Array(Math.min(usualPieceBytes, source.sizeBytes))
  const [quote, lineFeed, comma] = [0x22, 0x0a, delimiter.charCodeAt(0)]
  let records = 0
  let isQuoted = false
  let last = lineFeed
  for (let position = markBytes; position < source.sizeBytes;) {
    const count = await source.read(piece, position)
    if (count === 0) break
    for (let at = 0; at < count; at += 1) {
      const byte = piece[at] as number
      // A quote inside of a text is text; two quotes in a cell are one.
      if (byte === quote) isQuoted = !isQuoted && (last === comma || last === lineFeed || last === quote)
      else if (byte === lineFeed && !isQuoted) records += 1
      last = byte
    }
    position += count
  }
  return last === lineFeed ? records : records + 1
}

/**
 * Refuses a file that is too large or has too many rows before it is read. Null: it has few enough, as far as its places
 * tell.
 */
async function sizeProblem(
  name: string,
  source: ByteSource,
  form: PlainForm,
  limits: ContentLimits,
): Promise<FileProblem | null> {
  if (source.sizeBytes > limits.fileBytes) return fileProblems.manyBytes(name, source.sizeBytes, limits.fileBytes)
  const expected = (await expectedLines(source)) / form.linesPerRow
  if (expected < limits.rows) return null
  const records = await countRecords(source, form)
  return records > limits.rows ? fileProblems.tooManyRows(limits, records) : null
}

/** The form of a file by so many of its first bytes; null: it is not plain, or they are too few. */
async function formOfHead(name: string, source: ByteSource, length: number): Promise<PlainForm | null> {
  const { sizeBytes } = source
  // All of it was tried already.
  if (length > headBytes && sizeBytes <= headBytes) return null
  const head = await readFully(source, new Uint8Array(Math.min(length, sizeBytes)))
  return decidePlainForm(name, head, head.byteLength === sizeBytes)
}

/**
 * Reads a plain text file (UTF-8, one delimiter, quotes as RFC 4180 has them) straight into packed rows, in pieces: the
 * result is that of `readText`, without a string or an object for each cell. Most exports are plain. Any other file
 * ends with null, sometimes only after many blocks.
 */
export async function* readPlainText(
  name: string,
  source: ByteSource,
  { meter, onBytes, onFirstRows, pieceBytes = usualPieceBytes }: PlainOptions,
): TriedParts {
  const { sizeBytes } = source
  meter.expectContent(sizeBytes)
  const form = (await formOfHead(name, source, headBytes)) ?? (await formOfHead(name, source, longHeadBytes))
  if (!form) return null
  onFirstRows?.(form.firstRecords.map((cells, row) => ({ row, cells })))
  const { limits } = meter
  const tooMany = source.isLocal ? await sizeProblem(name, source, form, limits) : null
  if (tooMany) return refuseFile(tooMany)
  const rows = new PlainRows(form, limits.rows, Math.min(pieceBytes, sizeBytes))
  const buffer = rows.input
  let [isDamaged, lost] = [false, 0]
  yield { kind: 'sheet', name: fileWords.file, hidden: false }
  onBytes?.(byteOrderMark.subarray(0, form.markBytes))
  for (let [position, kept] = [form.markBytes, 0]; position < sizeBytes;) {
    const count = await source.read(buffer.subarray(kept, kept + pieceBytes), position)
    // The file became shorter.
    if (count === 0) return null
    onBytes?.(buffer.subarray(kept, kept + count))
    position += count
    const end = kept + count
    rows.at = 0
    buffer[end] = 0
    for (let step = 'block'; step === 'block';) {
      step = rows.read(rows.at, end, position >= sizeBytes)
      if (step === 'unplain') return null
      if (step === 'rows') return refuseFile(fileProblems.tooManyRows(limits))
      const block = step === 'block' ? rows.takeBlock() : null
      if (block) yield { kind: 'block', ...block }
    }
    const read = buffer.subarray(0, rows.at)
    if (!isUtf8(read)) return null
    const damage = findLetterDamageInBytes(read)
    isDamaged ||= damage.isDamaged
    lost += damage.lost
    // Tables one below the other are separated by empty lines. A large file is never taken apart.
    if (rows.hasGaps && sizeBytes <= manyBytes) return null
    meter.addContent(count)
    kept = end - rows.at
    buffer.copyWithin(0, rows.at, end)
  }
  const last = rows.takeBlock()
  if (last) yield { kind: 'block', ...last }
  const notes = letterNotes({ isDamaged, lost })
  if (rows.filledRow < rows.lastRow && Math.abs(rows.lastRow - oldExcelRows) < 2) return null
  if (rows.lastRow === oldExcelRows) notes.push(fileNotes.fileCutOff)
  if (rows.alignedRows > 0) notes.push(fileNotes.alignedCells(rows.alignedRows))
  yield { kind: 'sheet-end', merges: [], notes, repairs: rows.repairs }
  const { encoding, delimiter, delimiterName } = form
  const textForm = { encoding: 'utf-8', delimiter } as const
  const layout = rows.layout()
  return { ok: true, kind: 'csv', encoding, delimiter: delimiterName, notes: [], textForm, ...(layout && { layout }) }
}
