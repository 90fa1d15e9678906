import { maxCellBytes, writeCell, writeTextBytes } from '../packed/cell-bytes.ts'
import { maxCellLength } from './cell-length.ts'
import type { ContentMeter } from './content-meter.ts'
import { maxCharacters } from './file-read.ts'
import { InflatedPart } from './inflated-part.ts'
import { closingTagAt, isSpace, plainTextEnd, standsAt, token } from './xml-bytes.ts'
import { unixLineEnds, textOfRuns } from './xml-text.ts'
import type { ZipPart } from './zip-archive.ts'

const segmentBits = 20
const segmentBytes = 2 ** segmentBits
/** The most bytes of a cell in packed rows, and so of a shared text. */
export const roomForCell = maxCellBytes('x'.repeat(maxCellLength))
const maxHeadBytes = 65_536

const listStart = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>)?\s*<sst(?:\s[^>]*?)?(\/?)>/
const emptyItem = token('<si/>')
const itemStart = token('<si>')
const itemEnd = token('</si>')
const textStart = token('<t>')
const spacedTextStart = token('<t xml:space="preserve">')
const textAndItemEnd = token('</t></si>')
const listEnd = token('</sst>')

/**
 * The texts that cells share (ECMA-376, part 1, 18.4), each as the cell of packed rows that shows it. They are inflated
 * only as far as rows refer to them, so that the first rows of a file of any size can be shown at once.
 */
export class PlainStrings {
  readonly #part: InflatedPart | null
  readonly #maxBytes: number
  readonly #segments: Buffer[] = []
  #segment: Buffer = Buffer.alloc(0)
  /** Behind the last text of the last segment. */
  #end = 0
  /** Segment and position of each text. */
  #starts = new Uint32Array(1_024)
  #hasBegun = false
  #isComplete: boolean
  /** How many texts were read. */
  count = 0

  /** `maxBytes`: with more, the texts are not plain. `readWorkbook` counts their characters, of which there are fewer. */
  constructor(
    archive: Uint8Array,
    part: ZipPart | null,
    meter: ContentMeter,
    {
      pieceBytes,
      maxBytes = maxCharacters,
    }: { readonly pieceBytes?: number | undefined; readonly maxBytes?: number } = {},
  ) {
    this.#maxBytes = maxBytes
    this.#part = part && new InflatedPart(archive, part, meter, pieceBytes)
    this.#isComplete = part === null
  }

  /** Bytes of the texts that were read, at most. */
  get byteCount(): number {
    return this.#segments.length * segmentBytes
  }

  /** Reads on until there are so many texts. False: there are fewer, or one is not plain. */
  async load(count: number): Promise<boolean> {
    while (this.count < count && !this.#isComplete) if (!(await this.#read())) return false
    return this.count >= count
  }

  /** Reads all other texts. False: one is not plain. */
  async loadRest(): Promise<boolean> {
    while (!this.#isComplete) if (!(await this.#read())) return false
    const rest = this.#part ? await this.#part.readRest(maxHeadBytes) : ''
    return rest?.trim() === ''
  }

  async close(): Promise<void> {
    await this.#part?.close()
  }

  /** The bytes that hold a text, which stands there from `startOf` on. */
  segmentOf(index: number): Buffer {
    return this.#segments[(this.#starts[index] as number) >>> segmentBits] as Buffer
  }

  startOf(index: number): number {
    return (this.#starts[index] as number) & (segmentBytes - 1)
  }

  /** Reads the texts of the next piece. */
  async #read(): Promise<boolean> {
    const part = this.#part
    if (!part || this.byteCount > this.#maxBytes || !(await part.advance())) return false
    if (!this.#hasBegun) {
      const head = part.bytes.toString('latin1', 0, Math.min(part.end, maxHeadBytes))
      const found = listStart.exec(head)
      if (!found) return !part.isLast && part.end < maxHeadBytes
      this.#hasBegun = true
      this.#isComplete = found[1] === '/'
      part.at = found[0].length
    }
    const { bytes } = part
    while (!this.#isComplete) {
      let start = part.at
      while (isSpace(bytes[start])) start += 1
      const next = this.#readItem(bytes, start)
      if (next < 0) return part.isCutAt(~next)
      part.at = next
    }
    return true
  }

  /** Reads one text. The position after it, or the bitwise complement of where it is not plain. */
  #readItem(bytes: Buffer, start: number): number {
    if (!standsAt(bytes, start, itemStart)) {
      if (standsAt(bytes, start, emptyItem)) {
        this.#makeRoom()
        this.#end = writeCell(this.#segment, this.#end, '')
        return start + emptyItem.length
      }
      this.#isComplete = standsAt(bytes, start, listEnd)
      return this.#isComplete ? start + listEnd.length : ~start
    }
    const inner = start + itemStart.length
    let from = -1
    if (standsAt(bytes, inner, textStart)) from = inner + textStart.length
    else if (standsAt(bytes, inner, spacedTextStart)) from = inner + spacedTextStart.length
    const to = from < 0 ? -1 : plainTextEnd(bytes, from)
    if (to >= 0 && to - from <= maxCellLength && standsAt(bytes, to, textAndItemEnd)) {
      this.#makeRoom()
      this.#end = writeTextBytes(this.#segment, this.#end, bytes, from, to)
      return to + textAndItemEnd.length
    }
    const end = closingTagAt(bytes, inner, itemEnd)
    if (end < 0) return end
    const text = unixLineEnds(textOfRuns(bytes.toString('utf8', inner, end)))
    if (text.length > maxCellLength) return ~start
    this.#makeRoom()
    this.#end = writeCell(this.#segment, this.#end, text)
    return end + itemEnd.length
  }

  /** Makes room for a text, and notes where it begins. */
  #makeRoom(): void {
    if (this.#end + roomForCell > this.#segment.length) {
      this.#segment = Buffer.allocUnsafe(segmentBytes)
      this.#segments.push(this.#segment)
      this.#end = 0
    }
    if (this.count === this.#starts.length) {
      const longer = new Uint32Array(2 * this.count)
      longer.set(this.#starts)
      this.#starts = longer
    }
    this.#starts[this.count] = (this.#segments.length - 1) * segmentBytes + this.#end
    this.count += 1
  }
}
