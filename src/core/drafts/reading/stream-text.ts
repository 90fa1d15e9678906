import { isAscii, isUtf8 } from 'node:buffer'
import Papa, { type ParseResult } from 'papaparse'
import type { SourceRow } from '../../fields/source-cell.ts'
import { type ByteSource, readFully } from './byte-source.ts'
import { maxCellLength, unixLineEnds } from './cell-length.ts'
import { hasControlCharacters } from './cell-texts.ts'
import type { ContentLimits, ContentMeter } from './content-meter.ts'
import { fileProblems, fileWords } from './file-messages.ts'
import {
  type FileProblem,
  linesPerRow,
  maxColumns,
  refuseFile,
  type RememberedForm,
  type TriedParts,
} from './file-read.ts'
import { alignRows, type RecordsPart } from './read-records.ts'
import { decideStreamForm, type StreamForm } from './stream-form.ts'
import { TextRows } from './text-rows.ts'

export interface StreamOptions {
  readonly meter: ContentMeter
  /** Gets every byte of the file in order, unless the file must be read in another way. */
  readonly onBytes?: (bytes: Uint8Array) => void
  /** Gets the first rows when the first 64 KB are there. */
  readonly onFirstRows?: (rows: readonly SourceRow[]) => void
  readonly pieceBytes?: number
  readonly remembered?: readonly RememberedForm[]
}

const usualPieceBytes = 256 * 1_024
/** More of a line or of a record that has not ended is no row of customers: a quote may be astray. */
const maxOpenLength = 65_536
/** With more line breaks in a record, a quote may be astray. */
const maxLineBreaks = 100

/**
 * Reads a sound text file in pieces, with memory that does not grow with the file: UTF-8, one delimiter, quotes as RFC
 * 4180 has them. The result is that of `readText`. Null, sometimes only after many rows: the file is not sound, or its
 * rows can be read in two ways, and `readText` must read all of it.
 */
export async function* streamText(
  name: string,
  source: ByteSource,
  { meter, onBytes, onFirstRows, pieceBytes = usualPieceBytes, remembered }: StreamOptions,
): TriedParts {
  const { sizeBytes } = source
  meter.expectContent(sizeBytes)
  const form = await decideStreamForm(name, source, onFirstRows, remembered)
  if (!form) return null
  const { limits } = meter
  const tooMany = source.isLocal ? await textSizeProblem(name, source, form, limits) : null
  if (tooMany) return refuseFile(tooMany)
  const records = new StreamedRecords(form, linesPerRow * limits.rows)
  const sheet = new TextRows(limits)
  yield { kind: 'sheet', name: fileWords.file, hidden: false }
  onBytes?.(form.mark)
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, sizeBytes) + maxOpenLength)
  for (let [position, kept] = [form.mark.byteLength, 0]; position < sizeBytes;) {
    const count = await source.read(buffer.subarray(kept, kept + pieceBytes), position)
    // The file became shorter.
    if (count === 0) return null
    onBytes?.(buffer.subarray(kept, kept + count))
    position += count
    const filled = kept + count
    const isLast = position >= sizeBytes
    // Whole lines: neither a character nor CR LF is cut.
    const end = isLast ? filled : buffer.lastIndexOf(0x0a, filled - 1) + 1
    const bytes = buffer.subarray(0, end)
    if (!isUtf8(bytes)) return null
    const text = unixLineEnds(bytes.toString('utf8'))
    const part = hasControlCharacters(text) ? null : records.read(text, isLast)
    if (!part) return null
    if (!isAscii(bytes)) sheet.findDamage(text)
    const added = sheet.add(part)
    if ('problem' in added) return refuseFile(added.problem)
    meter.addContent(count)
    if (added.rows.length > 0) yield { kind: 'rows', rows: added.rows }
    kept = filled - end
    if (kept > maxOpenLength) return null
    buffer.copyWithin(0, end, filled)
  }
  yield { kind: 'sheet-end', merges: [], notes: sheet.notes(), repairs: sheet.repairs }
  const { encoding, delimiterName, quoting } = form
  const textForm = { encoding: 'utf-8', delimiter: quoting.delimiter } as const
  return { ok: true, kind: 'csv', encoding, delimiter: delimiterName, notes: [], textForm }
}

/** The records of a text that comes in pieces of whole lines. */
class StreamedRecords {
  readonly #form: StreamForm
  readonly #maxLines: number
  readonly #parser: Papa.Parser
  /** The begin of a record that goes on in the next piece. */
  #open = ''
  #lines = 0

  constructor(form: StreamForm, maxLines: number) {
    this.#form = form
    this.#maxLines = maxLines
    this.#parser = new Papa.Parser({ delimiter: form.quoting.delimiter, newline: '\n' })
  }

  /** The records that end in the next lines; null when they are not sound, or can be read in two ways. */
  read(lines: string, isLast: boolean): RecordsPart | null {
    const { quoting, shape } = this.#form
    const text = this.#open + lines
    const { data: rows, errors, meta } = this.#parser.parse(text, 0, !isLast) as ParseResult<string[]>
    if (errors.some(({ type }) => type === 'Quotes')) return null
    const end = isLast ? text.length : meta.cursor
    let count = isLast ? 1 : 0
    for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1
    this.#open = text.slice(end)
    this.#lines += count
    if (this.#open.length > maxOpenLength || this.#lines > this.#maxLines) return null
    if (rows.some((cells) => cells.length > maxColumns)) return null
    if (rows.length < count && rows.some((cells) => this.#isDoubtful(cells))) return null
    return { ...alignRows(rows, [], shape, quoting.delimiter), characters: end }
  }

  /** Whether `readText` would compare other readings of a record over several lines: it could be two rows. */
  #isDoubtful(cells: readonly string[]): boolean {
    if (!cells.some((cell) => cell.includes('\n'))) return false
    const text = cells.join(this.#form.quoting.delimiter)
    const lineBreaks = text.split('\n').length - 1
    const delimiters = text.split(this.#form.quoting.delimiter).length - 1
    const needed = 2 * ((this.#form.lineWidth ?? cells.length) - 1)
    return delimiters >= needed || lineBreaks > maxLineBreaks || text.length > maxCellLength
  }
}

/** Places of a file at which its lines are counted, and the bytes that are read at each. */
const countedPlaces = 16
const countedBytes = 65_536
/** The places differ; the whole file has fewer lines than their mean and so many standard errors more, and 3 %. */
const [standardErrors, margin] = [4, 1.03]

/**
 * Refuses a text that is too large or has too many rows before it is read. Null: it has few enough, as far as its places
 * tell.
 */
async function textSizeProblem(
  name: string,
  source: ByteSource,
  form: StreamForm,
  limits: ContentLimits,
): Promise<FileProblem | null> {
  if (source.sizeBytes > limits.fileBytes) return fileProblems.manyBytes(name, source.sizeBytes, limits.fileBytes)
  const expected = (await expectedLines(source)) / form.linesPerRow
  if (expected < limits.rows) return null
  const records = await countRecords(source, form)
  return records > limits.rows ? fileProblems.tooManyRows(limits, records) : null
}

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
async function countRecords(source: ByteSource, { quoting, mark }: StreamForm): Promise<number> {
  const piece = new Uint8Array(Math.min(1_024 * 1_024, source.sizeBytes))
  const [quote, lineFeed, delimiter] = [0x22, 0x0a, quoting.delimiter.charCodeAt(0)]
  let records = 0
  let isQuoted = false
  let last = lineFeed
  for (let position = mark.byteLength; position < source.sizeBytes;) {
    const count = await source.read(piece, position)
    if (count === 0) break
    for (let at = 0; at < count; at += 1) {
      const byte = piece[at] as number
      // A quote inside of a text is text; two quotes in a cell are one.
      if (byte === quote) isQuoted = !isQuoted && (last === delimiter || last === lineFeed || last === quote)
      else if (byte === lineFeed && !isQuoted) records += 1
      last = byte
    }
    position += count
  }
  return last === lineFeed ? records : records + 1
}
