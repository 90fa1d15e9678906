import { isUtf8 } from 'node:buffer'
import { isBlankRow, type SourceRow } from '../../fields/source-cell.ts'
import { readFully, type ByteSource } from './byte-source.ts'
import { learnTableShape, sampledRows, usualWidth, type TableShape } from './cell-shape.ts'
import { decodeText, marksOf } from './decode-text.ts'
import { decideTextForm, isStandard, type TextForm } from './delimiter.ts'
import { fileKind } from './file-kind.ts'
import type { RememberedForm } from './file-read.ts'
import { printedColumns, sampledCharacters } from './fixed-width.ts'
import { readRecord, type Quoting } from './text-record.ts'

/** How a text is read in pieces, decided from its first bytes as `readText` decides it from all of them. */
export interface StreamForm {
  /** The byte order mark, which is no text. */
  readonly mark: Uint8Array
  readonly encoding: string
  readonly quoting: Quoting
  readonly delimiterName: TextForm['delimiterName']
  /** The usual number of cells of the records that take one line; null when they do not agree on one. */
  readonly lineWidth: number | null
  /** The columns; null when the rows do not agree on a number of them. */
  readonly shape: TableShape | null
}

/** Enough for the first rows on the screen; nearly always enough to decide the form; and what else is. */
const [firstBytes, headBytes, longHeadBytes] = [64 * 1_024, 640 * 1_024, 2 * 1_024 * 1_024]

/**
 * The form of a text that can be read in pieces: UTF-8 with one delimiter of one character and quotes as RFC 4180 has
 * them. Null for any other file, and when its first bytes are too few to decide. `onFirstRows` gets the first rows.
 */
export async function decideStreamForm(
  name: string,
  source: ByteSource,
  onFirstRows: (rows: readonly SourceRow[]) => void = () => undefined,
  remembered: readonly RememberedForm[] = [],
): Promise<StreamForm | null> {
  const { sizeBytes } = source
  for (const length of [firstBytes, headBytes, longHeadBytes]) {
    const head = await readFully(source, new Uint8Array(Math.min(length, sizeBytes)))
    if (fileKind(name, head).kind !== 'text') return null
    const isWhole = head.byteLength === sizeBytes
    const found = await formOfHead(head, isWhole, remembered)
    if (found && length === firstBytes) onFirstRows(found.records.map((cells, row) => ({ row, cells })))
    if (isWhole || found?.isEnough) return found?.form ?? null
  }
  return null
}

interface HeadForm {
  readonly form: StreamForm
  /** The first records that are not blank. */
  readonly records: readonly (readonly string[])[]
  /** Whether more of the file would say the same. */
  readonly isEnough: boolean
}

async function formOfHead(
  bytes: Uint8Array,
  isWhole: boolean,
  remembered: readonly RememberedForm[],
): Promise<HeadForm | null> {
  // Ends with a whole line, so that no character is cut.
  const head = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  if (head.byteLength === 0 || !isUtf8(head)) return null
  const { text, encoding, controls, isPadded } = decodeText(head)
  if (controls > 0 || isPadded || !encoding.startsWith('UTF-8') || text.trim() === '') return null
  const form = await decideTextForm(text, null, remembered)
  const { quoting, delimiterName } = form
  if (form.text !== text || !isStandard(quoting) || quoting.delimiter.length !== 1) return null
  if (printedColumns(text, quoting.delimiter)) return null
  const { records, lineWidths, end } = sampleRecords(text, quoting)
  if (isWhole && end < text.length) return null
  const shape = learnTableShape(records, quoting.delimiter)
  const oneLine = [...lineWidths.values()].reduce((sum, count) => sum + count, 0)
  const streamForm = {
    mark: marksOf(head),
    encoding,
    quoting,
    delimiterName,
    lineWidth: usualWidth(lineWidths)?.width ?? shape?.width ?? null,
    shape,
  }
  return { form: streamForm, records, isEnough: oneLine >= sampledRows && text.length >= sampledCharacters }
}

interface Sample {
  /** The first records that are not blank. */
  readonly records: readonly (readonly string[])[]
  /** How many of the first records that take one line have each number of cells. */
  readonly lineWidths: ReadonlyMap<number, number>
  /** The characters that all records take which were read. */
  readonly end: number
}

/** The records from which `readText` learns the columns, up to one that is not as it should be. */
function sampleRecords(text: string, quoting: Quoting): Sample {
  const records: (readonly string[])[] = []
  const lineWidths = new Map<number, number>()
  let [oneLine, at] = [0, 0]
  while (at < text.length && oneLine < sampledRows) {
    const record = readRecord(text, at, quoting, 'strict')
    if (!record) return { records, lineWidths, end: at }
    at = record.end
    if (isBlankRow(record.cells)) continue
    if (records.length < sampledRows) records.push(record.cells)
    if (record.lines > 1) continue
    oneLine += 1
    lineWidths.set(record.cells.length, (lineWidths.get(record.cells.length) ?? 0) + 1)
  }
  return { records, lineWidths, end: text.length }
}
