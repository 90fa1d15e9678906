import { isAscii, isUtf8 } from 'node:buffer'
import Papa, { type ParseResult } from 'papaparse'
import type { SourceRow } from '../../fields/source-cell.ts'
import type { ByteSource } from './byte-source.ts'
import { maxCellLength, unixLineEnds } from './cell-length.ts'
import { hasControlCharacters } from './cell-texts.ts'
import type { ContentMeter } from './content-meter.ts'
import { fileWords } from './file-messages.ts'
import { linesPerRow, maxColumns, refuseFile, type RememberedForm, type TriedParts } from './file-read.ts'
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
