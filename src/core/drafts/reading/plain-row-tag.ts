import { byte, isDigit, isSpace, standsAt, token } from './xml-bytes.ts'

const rowStart = token('<row')
const names = { number: token('r'), hidden: token('hidden') } as const
/** Names that mean something for a row or a cell: with a prefix, `readWorkbook` takes them for the same. */
const known = ['r', 's', 't', 'hidden'].map(token)
const [yes, no] = [['1', 'true'].map(token), ['0', 'false'].map(token)]

/** Reads the opening tag of a row and attributes of cells. Each method gives a position as `PlainCell.read` does. */
export class PlainRowTag {
  /** -1: the tag does not state one. */
  number = -1
  isHidden = false
  /** The row ends with its tag. */
  isEmpty = false
  #nameAt = 0
  #nameEnd = 0
  #valueAt = 0
  #valueEnd = 0

  read(bytes: Uint8Array, start: number): number {
    if (!standsAt(bytes, start, rowStart)) return ~start
    this.number = -1
    this.isHidden = false
    let at = start + rowStart.length
    for (;;) {
      const spaceAt = at
      while (isSpace(bytes[at])) at += 1
      if (bytes[at] === byte.greater || bytes[at] === byte.slash) break
      if (at === spaceAt) return ~at
      at = this.readAttribute(bytes, at)
      if (at < 0) return at
      if (this.#isNamed(bytes, names.number)) {
        if (this.number >= 0) return ~at
        this.number = this.#rowNumber(bytes)
        if (this.number <= 0) return ~at
      } else if (this.#isNamed(bytes, names.hidden)) {
        this.isHidden = yes.some((value) => this.#isValue(bytes, value))
        if (!this.isHidden && !no.some((value) => this.#isValue(bytes, value))) return ~at
      }
    }
    this.isEmpty = bytes[at] === byte.slash
    if (!this.isEmpty) return at + 1
    return bytes[at + 1] === byte.greater ? at + 2 : ~at
  }

  /** Reads one attribute. */
  readAttribute(bytes: Uint8Array, start: number): number {
    let at = start
    let colonAt = -1
    for (; bytes[at] !== byte.equals; at += 1) {
      const code = bytes[at] as number
      if (code <= byte.space || code === byte.less || code === byte.greater || code === byte.slash) return ~at
      if (code === byte.colon) colonAt = at
    }
    this.#nameAt = start
    this.#nameEnd = at
    const mark = bytes[at + 1]
    if (mark !== byte.doubleQuote && mark !== byte.singleQuote) return ~at
    this.#valueAt = at + 2
    at = valueEnd(bytes, at + 2, mark)
    if (bytes[at] !== mark) return ~at
    this.#valueEnd = at
    if (colonAt >= 0) {
      this.#nameAt = colonAt + 1
      if (known.some((name) => this.#isNamed(bytes, name))) return ~start
    }
    return at + 1
  }

  #isNamed(bytes: Uint8Array, name: Uint8Array): boolean {
    return this.#nameEnd - this.#nameAt === name.length && standsAt(bytes, this.#nameAt, name)
  }

  #isValue(bytes: Uint8Array, value: Uint8Array): boolean {
    return this.#valueEnd - this.#valueAt === value.length && standsAt(bytes, this.#valueAt, value)
  }

  /** Below zero when it is no whole number. */
  #rowNumber(bytes: Uint8Array): number {
    let number = 0
    for (let at = this.#valueAt; at < this.#valueEnd; at += 1) {
      if (!isDigit(bytes[at])) return -1
      number = number * 10 + (bytes[at] as number) - byte.zero
    }
    return number
  }
}

/** Where the value of an attribute ends: at its quote, or at a byte that it cannot hold. */
export function valueEnd(bytes: Uint8Array, from: number, mark: number): number {
  let at = from
  while (bytes[at] !== mark && bytes[at] !== byte.less && bytes[at] !== byte.greater && bytes[at] !== 0) at += 1
  return at
}
