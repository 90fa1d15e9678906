import { cellText } from '../../fields/source-cell.ts'
import { maxShortText, readCell } from './cell-bytes.ts'

const [quote, comma, openBrace, lineEnd, space] = [0x22, 0x2c, 0x7b, 0x0a, 0x20]
/** By byte of UTF-8: 1 for characters that are the same in JSON (RFC 8259, part 7). */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte !== quote && byte !== 0x5c ? 1 : 0))
const lastAscii = 0x7f
const digitZero = 0x30
/** Longer texts are written by the engine's own code, which is faster then. */
const maxLoopCharacters = 64
/** A character of UTF-16 has at most three bytes in UTF-8. */
const mostBytes = 3

/** JSON as UTF-8, the same as of `JSON.stringify`, without a string for each text. */
export class JsonBytes {
  #bytes: Buffer
  #end = 0

  /** `room`: bytes for the beginning. */
  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafeSlow(room)
  }

  get end(): number {
    return this.#end
  }

  /** All bytes so far, until more are added. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }

  /** Forgets what was added behind an earlier `end`. */
  cutAt(end: number): void {
    this.#end = end
  }

  /** Adds JSON as it is. */
  addJson(json: string): void {
    this.#makeRoom(mostBytes * json.length)
    this.#end += this.#bytes.write(json, this.#end)
  }

  /** Adds bytes of JSON as they are. */
  addBytes(json: Buffer): void {
    const { length } = json
    this.#makeRoom(length)
    const [into, start] = [this.#bytes, this.#end]
    if (length > maxLoopCharacters) json.copy(into, start)
    else for (let at = 0; at < length; at += 1) into[start + at] = json[at] as number
    this.#end = start + length
  }

  /** Adds the name of a property (`propertyName`), and a comma before it unless it is the first of its object. */
  addName(name: Buffer): void {
    if (this.#bytes[this.#end - 1] !== openBrace) this.addByte(comma)
    this.addBytes(name)
  }

  /** Adds a text that begins with these bytes, which have its quote, and ends with a whole number. */
  addNumbered(start: Buffer, number: number): void {
    this.addBytes(start)
    let digits = 1
    for (let rest = number; rest > 9; rest = Math.floor(rest / 10)) digits += 1
    this.#makeRoom(digits)
    let rest = number
    for (let at = this.#end + digits - 1; at >= this.#end; at -= 1) {
      const next = Math.floor(rest / 10)
      this.#bytes[at] = digitZero + rest - 10 * next
      rest = next
    }
    this.#end += digits
    this.addByte(quote)
  }

  addLineEnd(): void {
    this.addByte(lineEnd)
  }

  addComma(): void {
    this.addByte(comma)
  }

  /** Adds a text. */
  addText(text: string): void {
    const { length } = text
    if (length > maxLoopCharacters) return this.addJson(JSON.stringify(text))
    this.#makeRoom(length + 2)
    const [into, start] = [this.#bytes, this.#end + 1]
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > lastAscii || plain[code] === 0) return this.addJson(JSON.stringify(text))
      into[start + at] = code
    }
    this.#closeText(length)
  }

  /** Adds a cell of a row (`cell-bytes.ts`) as its text. */
  addCell(cells: Buffer, start: number): void {
    const kind = cells[start] as number
    if (kind > maxShortText || !this.#addPlain(cells, start + 1, start + 1 + kind)) {
      this.addText(cellText(readCell(cells, start)))
    }
  }

  /** The same without spaces around the text. False: nothing is left of it, and nothing was added. */
  addTrimmedCell(cells: Buffer, start: number): boolean {
    const kind = cells[start] as number
    if (kind <= maxShortText) {
      let [from, to] = [start + 1, start + 1 + kind]
      while (from < to && cells[from] === space) from += 1
      while (to > from && cells[to - 1] === space) to -= 1
      if (from === to) return false
      // Spaces outside ASCII may be at either end.
      const isAscii = (cells[from] as number) <= lastAscii && (cells[to - 1] as number) <= lastAscii
      if (isAscii && this.#addPlain(cells, from, to)) return true
    }
    const text = cellText(readCell(cells, start)).trim()
    if (text === '') return false
    this.addText(text)
    return true
  }

  /** False: JSON has another form of a character, and nothing was added. */
  #addPlain(bytes: Buffer, from: number, to: number): boolean {
    this.#makeRoom(to - from + 2)
    const into = this.#bytes
    let end = this.#end + 1
    for (let at = from; at < to; at += 1, end += 1) {
      const byte = bytes[at] as number
      if (plain[byte] === 0) return false
      into[end] = byte
    }
    this.#closeText(to - from)
    return true
  }

  /** Puts quotes around the next bytes. */
  #closeText(length: number): void {
    this.#bytes[this.#end] = quote
    this.#end += length + 2
    this.#bytes[this.#end - 1] = quote
  }

  /** Adds a character of ASCII as it is. */
  addByte(byte: number): void {
    this.#makeRoom(1)
    this.#bytes[this.#end] = byte
    this.#end += 1
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#end + bytes))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }
}

/** The name of a property as `JsonBytes` adds it. */
export const propertyName = (name: string): Buffer => Buffer.from(`${JSON.stringify(name)}:`)
