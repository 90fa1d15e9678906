import { customerFields } from '../checking/check-row.ts'
import type { NumberedTexts } from '../checking/numbered-texts.ts'
import { canRunWasm, startWasm } from '../../wasm/wasm-code.ts'
import { uploadRowsCode } from './upload-rows-code.ts'

/*
 * The memory of the code that writes rows of an upload (`src/wasm/upload-rows.ts`), and what is stored in it for many rows.
 */

/** What `src/wasm/upload-rows.ts` exports. */
interface RowsCode {
  readonly bodiesEnd: { readonly value: number }
  readonly originalsEnd: { readonly value: number }
  readonly writeRows: (...numbers: readonly number[]) => number
}

/** Instead of a text of a row: it has none, or that of the cell in the file. */
export const [noText, asInFile] = [0, 1]
export const unfit = -1

export const [maxColumns, maxMobileColumns] = [1_024, 64]
/** A stored text has its length in one byte of the word that says where it is. */
const maxTextBytes = 255
export const rowsAtOnce = 128
export const wordsOfRow = 2 + customerFields.length
/** Bytes of a block that are copied for rows, and of a row at most. */
export const [maxSpan, maxRowBytes] = [65_536, 4_096]

// Where what is in the memory. It is read and written 16 bytes at a time, also behind the last one.
export const spareBytes = 32
export const planAt = 64
const planWords = 23
export const mobilesAt = planAt + 4 * planWords + 4
export const keptAt = mobilesAt + 4 * maxMobileColumns
export const startsAt = keptAt + 8 * maxColumns
const namesAt = startsAt + 4 * maxColumns
const namesEnd = namesAt + 65_536
const textsAt = namesEnd + spareBytes
const textsEnd = textsAt + 262_144
const ownTextsAt = textsEnd + spareBytes
const ownTextsEnd = ownTextsAt + 32_768
export const rowsAt = ownTextsEnd + spareBytes
export const inputAt = rowsAt + 4 * wordsOfRow * rowsAtOnce
export const bodiesAt = inputAt + maxSpan + maxRowBytes + spareBytes
export const bodiesEnd = bodiesAt + 131_072
export const originalsAt = bodiesEnd + spareBytes
export const originalsEnd = originalsAt + 65_536
/** The most bytes that the texts of one row take. */
export const textsOfRow = customerFields.length * (maxTextBytes + 1)

/** The compiled code with its memory, and where texts with a number are in it. */
export class RowsMemory {
  readonly code: RowsCode
  readonly bytes: Buffer
  readonly words: Uint32Array
  #places = new WeakMap<NumberedTexts, number[]>()
  #textsEnd = textsAt
  #ownTextsEnd = ownTextsAt
  #namesEnd = namesAt

  constructor(code: Uint8Array) {
    const { buffer, exports } = startWasm(code, originalsEnd + spareBytes)
    this.code = exports as RowsCode
    this.bytes = Buffer.from(buffer)
    this.words = new Uint32Array(buffer)
  }

  forgetNames(): void {
    this.#namesEnd = namesAt
  }

  /** Stores JSON of names. Null: it is too long. */
  addName(json: Buffer): number | null {
    const at = this.#namesEnd
    if (json.length > maxTextBytes || at + json.length > namesEnd) return null
    json.copy(this.bytes, at)
    this.#namesEnd += json.length
    return (at << 8) | json.length
  }

  /** Whether the texts of another row have room. */
  get hasRoom(): boolean {
    return this.#textsEnd + textsOfRow <= textsEnd && this.#ownTextsEnd + textsOfRow <= ownTextsEnd
  }

  /** Forgets the texts that rows have for themselves. True: all others as well, because there was little room for more. */
  makeRoom(): boolean {
    this.#ownTextsEnd = ownTextsAt
    if (this.hasRoom) return false
    this.#places = new WeakMap()
    this.#textsEnd = textsAt
    return true
  }

  /** By number, where texts are that rows may have in common. It is valid until `makeRoom` forgets them. */
  placesOf(texts: NumberedTexts): number[] {
    const known = this.#places.get(texts)
    if (known) return known
    const places = [noText]
    this.#places.set(texts, places)
    return places
  }

  /** Writes such a text; its place. */
  addNumbered(places: number[], texts: NumberedTexts, number: number): number {
    const start = this.#textsEnd
    const end = this.#write(texts.texts[number] ?? '', start)
    if (end === unfit) return unfit
    this.#textsEnd = end
    const place = (start << 8) | (end - start)
    places[number] = place
    return place
  }

  /** A text of one row. */
  ownText(text: string): number {
    if (text === '') return noText
    const start = this.#ownTextsEnd
    const end = this.#write(text, start)
    if (end === unfit) return unfit
    this.#ownTextsEnd = end
    return (start << 8) | (end - start)
  }

  /** Writes a text as JSON, and returns where it ends. */
  #write(text: string, start: number): number {
    const { length } = text
    if (length > maxTextBytes - 2) return unfit
    const { bytes } = this
    bytes[start] = 0x22
    let at = start + 1
    for (let from = 0; from < length; from += 1, at += 1) {
      const code = text.charCodeAt(from)
      if (code < 0x20 || code > 0x7f || code === 0x22 || code === 0x5c) {
        const json = Buffer.from(JSON.stringify(text))
        if (json.length > maxTextBytes) return unfit
        return start + json.copy(bytes, start)
      }
      bytes[at] = code
    }
    bytes[at] = 0x22
    return at + 1
  }
}

let shared: RowsMemory | null | undefined

/** Null for a processor that cannot. */
export function sharedMemory(): RowsMemory | null {
  if (shared === undefined) {
    const code = Buffer.from(uploadRowsCode, 'base64')
    shared = canRunWasm(code) ? new RowsMemory(code) : null
  }
  return shared
}
