import { isUtf8 } from 'node:buffer'
import { readFully, type ByteSource } from './byte-source.ts'
import type { ContentMeter } from './content-meter.ts'
import { fileNotes, fileProblems, fileWords } from './file-messages.ts'
import { maxRows, oldExcelRows, refuseFile, type FileEnd, type FilePart } from './file-read.ts'
import { findLetterDamageInBytes, letterNotes } from './letter-damage.ts'
import { decidePlainForm, headBytes } from './plain-form.ts'
import { maxRecordBytes, PlainRows } from './plain-rows.ts'
import { charactersPerPart } from './read-records.ts'

/** A whole block of rows as a packer makes them. */
export interface PlainBlock {
  readonly kind: 'block'
  readonly bytes: Buffer
  readonly rowCount: number
}

/** Null: the file is not plain, and what was read of it is worthless. */
export type PlainEnd = FileEnd | null

export interface PlainOptions {
  readonly meter: ContentMeter
  /** Gets every byte of the file in order, unless it is not plain. */
  readonly onBytes?: (bytes: Uint8Array) => void
  readonly pieceBytes?: number
}

const usualPieceBytes = 4 * 1_024 * 1_024
/** A text of so many bytes has more than `charactersPerPart` characters, whatever they are. */
const manyBytes = 4 * charactersPerPart

/** An estimate this many times over the limit is certainly over it. */
const certainlyTooMany = 2
/** Places of a file at which its lines are counted, and the bytes that are read at each. */
const countedPlaces = 16
const countedBytes = 65_536

/** How many lines a file has, about, by its size and by places all over it. */
async function estimateLines(source: ByteSource): Promise<number> {
  const { sizeBytes } = source
  const piece = new Uint8Array(countedBytes)
  let [lines, bytes] = [0, 0]
  for (let place = 0; place < countedPlaces; place += 1) {
    const part = await readFully(source, piece, Math.floor((sizeBytes * place) / countedPlaces))
    bytes += part.byteLength
    for (const byte of part) if (byte === 0x0a) lines += 1
  }
  return (lines * sizeBytes) / bytes
}

/**
 * Reads a plain text file (UTF-8, one delimiter, quotes as RFC 4180 has them) straight into packed rows, in pieces: the
 * result is that of `readText`, without a string or an object for each cell. Most exports are plain. Any other file
 * ends with null, sometimes only after many blocks.
 */
export async function* readPlainText(
  name: string,
  source: ByteSource,
  { meter, onBytes, pieceBytes = usualPieceBytes }: PlainOptions,
): AsyncGenerator<FilePart | PlainBlock, PlainEnd, void> {
  const { sizeBytes } = source
  meter.expectContent(sizeBytes)
  const head = await readFully(source, new Uint8Array(Math.min(headBytes, sizeBytes)))
  const form = decidePlainForm(name, head, head.byteLength === sizeBytes)
  if (!form) return null
  const expectedRows = source.isLocal ? (await estimateLines(source)) / form.linesPerRow : 0
  if (expectedRows > certainlyTooMany * maxRows) return refuseFile(fileProblems.aboutTooManyRows(maxRows, expectedRows))
  const rows = new PlainRows(form)
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, sizeBytes) + maxRecordBytes)
  let [isDamaged, lost] = [false, 0]
  yield { kind: 'sheet', name: fileWords.file, hidden: false }
  onBytes?.(head.subarray(0, form.markBytes))
  for (let [position, kept] = [form.markBytes, 0]; position < sizeBytes;) {
    const count = await source.read(buffer.subarray(kept, kept + pieceBytes), position)
    // The file became shorter.
    if (count === 0) return null
    onBytes?.(buffer.subarray(kept, kept + count))
    position += count
    const end = kept + count
    rows.at = 0
    for (let step = 'block'; step === 'block';) {
      step = rows.read(buffer, rows.at, end, position >= sizeBytes)
      if (step === 'unplain') return null
      if (step === 'rows') return refuseFile(fileProblems.tooManyRows(maxRows))
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
  return { ok: true, kind: 'csv', encoding, delimiter: delimiterName, notes: [], textForm }
}
