import { isUtf8 } from 'node:buffer'
import { isBlankRow } from '../../fields/source-cell.ts'
import { lazy } from '../../../contract/lazy.ts'
import { learnTableShape, sampledRows, usualWidth, type TableShape } from './cell-shape.ts'
import { decodeText } from './decode-text.ts'
import { decideTextForm, isStandard, type TextForm } from './delimiter.ts'
import { fileKind } from './file-kind.ts'
import { printedColumns, sampledCharacters } from './fixed-width.ts'
import { readRecord } from './text-record.ts'

/** How the text of a plain file is read, decided from its first bytes as `readText` decides it from all of them. */
export interface PlainForm {
  /** Bytes of the byte order mark, which is no text. */
  readonly markBytes: number
  readonly encoding: string
  readonly delimiter: string
  readonly delimiterName: TextForm['delimiterName']
  /** Lines that a record takes, on average. */
  readonly linesPerRow: number
  /** The usual number of cells; null when the rows do not agree on one. */
  readonly width: number | null
  /** The usual number of cells of the records that take one line. */
  readonly lineWidth: number | null
  /** The first rows that are not blank. */
  readonly firstRecords: readonly (readonly string[])[]
  /** Learnt when a row of another width is found, because it takes as long as reading 30,000 rows. */
  readonly shape: () => TableShape | null
}

/** In front of a UTF-8 text; Excel writes it. */
export const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf)

/** First bytes of a file: nearly always enough for everything that is decided from its first rows; and what else is. */
export const [headBytes, longHeadBytes] = [640 * 1_024, 2 * 1_024 * 1_024]

/**
 * The form of a text that can be read by its bytes: UTF-8 with one delimiter of one character and quotes as RFC 4180
 * has them. Null for any other file, and when its first bytes are too few to decide. `isWhole`: there are no more.
 */
export function decidePlainForm(name: string, bytes: Uint8Array, isWhole: boolean): PlainForm | null {
  if (fileKind(name, bytes).kind !== 'text') return null
  // Ends with a whole line, so that no character is cut.
  const head = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  if (head.byteLength === 0 || !isUtf8(head)) return null
  const { text, encoding, controls } = decodeText(head)
  if (controls > 0 || !encoding.startsWith('UTF-8') || text.trim() === '') return null
  const { quoting, decidedBy, delimiterName } = decideTextForm(text)
  const { delimiter } = quoting
  if (decidedBy === 'line' || !isStandard(quoting) || delimiter.length !== 1) return null
  if (printedColumns(text, delimiter)) return null
  const sample = sampleRecords(text, delimiter)
  if (!sample) return null
  if (!isWhole && (sample.oneLine < sampledRows || text.length < sampledCharacters)) return null
  const { records } = sample
  return {
    markBytes: encoding === 'UTF-8' ? 0 : byteOrderMark.byteLength,
    encoding,
    delimiter,
    delimiterName,
    linesPerRow: sample.linesPerRow,
    width: usualWidth(sample.widths)?.width ?? null,
    lineWidth: usualWidth(sample.lineWidths)?.width ?? usualWidth(sample.widths)?.width ?? null,
    firstRecords: records,
    shape: lazy(() => learnTableShape(records)),
  }
}

interface Sample {
  /** The first records that are not blank. */
  readonly records: readonly (readonly string[])[]
  /** How many of them have each number of cells. */
  readonly widths: ReadonlyMap<number, number>
  /** The same for the first records that take one line. */
  readonly lineWidths: ReadonlyMap<number, number>
  readonly oneLine: number
  readonly linesPerRow: number
}

/** The records from which `readText` learns the columns; null when one of them is not as it should be. */
function sampleRecords(text: string, delimiter: string): Sample | null {
  const quoting = { delimiter, quote: '"', backslash: false, spaced: false } as const
  const records: (readonly string[])[] = []
  const widths = new Map<number, number>()
  const lineWidths = new Map<number, number>()
  let [oneLine, rows, lines] = [0, 0, 0]
  const count = (counts: Map<number, number>, cells: readonly string[]): void =>
    void counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  for (let at = 0; at < text.length && oneLine < sampledRows;) {
    const record = readRecord(text, at, quoting, 'strict')
    if (!record) return null
    at = record.end
    rows += 1
    lines += record.lines
    if (isBlankRow(record.cells)) continue
    if (records.length < sampledRows) {
      records.push(record.cells)
      count(widths, record.cells)
    }
    if (record.lines > 1) continue
    oneLine += 1
    count(lineWidths, record.cells)
  }
  return { records, widths, lineWidths, oneLine, linesPerRow: lines / rows }
}
