import { cellEnd, cellKinds, maxShortText, writeCell, writeTextBytes } from '../packed/cell-bytes.ts'
import { createCellCutter, maxCellLength } from './cell-length.ts'
import type { NumberFormat } from './number-formats.ts'
import { valueEnd } from './plain-row-tag.ts'
import type { PlainStrings } from './plain-strings.ts'
import { numberCell, readCell, type CellContext } from './xlsx-cells.ts'
import { byte, closingTagAt, isDigit, plainTextEnd, standsAt, token } from './xml-bytes.ts'

/** Numbers of 15 digits and powers of ten up to there are exact, so their quotient is the number that is meant. */
const maxExactDigits = 15
const powersOfTen = Array.from({ length: maxExactDigits + 1 }, (_, power) => 10 ** power)

const cellEndTag = token('</c>')
const formulaStart = token('<f')
const formulaEnd = token('</f>')
const valueStart = token('<v>')
const valueAndCellEnd = token('</v></c>')
const inlineStart = token('<is><t>')
const spacedInlineStart = token('<is><t xml:space="preserve">')
const inlineAndCellEnd = token('</t></is></c>')

/** Types of cells (ECMA-376, part 1, 18.18.11). Those of one letter are that letter. */
export const cellTypes = { number: 0x6e, shared: 0x73, formulaText: 1, inline: 2 } as const
const typeNames: Readonly<Record<number, string>> = {
  [cellTypes.number]: 'n',
  [cellTypes.formulaText]: 'str',
  [cellTypes.inline]: 'inlineStr',
  0x62: 'b',
  0x64: 'd',
  0x65: 'e',
}
const longTypes = [
  { type: cellTypes.formulaText, name: token('str') },
  { type: cellTypes.inline, name: token('inlineStr') },
] as const

/** The type that stands in these bytes; -1 for an unknown one. */
export function cellTypeOf(bytes: Uint8Array, from: number, to: number): number {
  if (to - from === 1) {
    const letter = bytes[from] as number
    return letter === cellTypes.shared || letter in typeNames ? letter : -1
  }
  const found = longTypes.find(({ name }) => name.length === to - from && standsAt(bytes, from, name))
  return found?.type ?? -1
}

/**
 * Turns the content of cells into cells of packed rows. Usual contents are copied as bytes; any other content is read by
 * the function that `readWorkbook` uses.
 */
export class PlainCell {
  readonly #strings: PlainStrings
  readonly #context: CellContext
  /** Whether numbers of a style are shown as they are. */
  readonly #isPlainStyle: Uint8Array
  /** Behind the cell in the packed row: where it begins when it is empty. */
  end = 0
  /** How many shared texts must be there before the cell can be read. */
  neededStrings = 0
  /** Formulas without a value since it was set. */
  uncalculated = 0

  constructor(strings: PlainStrings, formats: readonly NumberFormat[], from1904: boolean) {
    this.#strings = strings
    this.#isPlainStyle = Uint8Array.from(formats, (format) =>
      Number(!format.isDate && typeof numberCell(1, '', format, from1904) === 'number'),
    )
    this.#context = {
      sharedStrings: [],
      formats,
      from1904,
      cutter: createCellCutter(),
      onUncalculated: () => (this.uncalculated += 1),
    }
  }

  /**
   * Reads the content of a cell, from behind its opening tag on, and writes it at `into`. `style`: -1 for none. The
   * position after the cell, or the bitwise complement of where it is not plain.
   */
  read(bytes: Buffer, at: number, type: number, style: number, block: Buffer, into: number): number {
    this.end = into
    if (standsAt(bytes, at, cellEndTag)) return at + cellEndTag.length
    let next = -1
    if (type === cellTypes.inline) {
      if (standsAt(bytes, at, inlineStart))
        next = this.#copyText(bytes, at + inlineStart.length, inlineAndCellEnd, block, into)
      else if (standsAt(bytes, at, spacedInlineStart))
        next = this.#copyText(bytes, at + spacedInlineStart.length, inlineAndCellEnd, block, into)
    } else {
      const valueAt = standsAt(bytes, at, formulaStart) ? behindFormula(bytes, at) : at
      if (!standsAt(bytes, valueAt, valueStart)) return this.#readAny(bytes, at, type, style, block, into)
      const from = valueAt + valueStart.length
      if (type === cellTypes.shared) return this.#copyShared(bytes, from, block, into)
      if (type === cellTypes.number) next = this.#readNumber(bytes, from, style, block, into)
      else if (type === cellTypes.formulaText) next = this.#copyText(bytes, from, valueAndCellEnd, block, into)
    }
    return next >= 0 ? next : this.#readAny(bytes, at, type, style, block, into)
  }

  #copyShared(bytes: Buffer, from: number, block: Buffer, into: number): number {
    let index = 0
    let to = from
    for (; isDigit(bytes[to]); to += 1) index = index * 10 + (bytes[to] as number) - byte.zero
    if (to === from || to - from > 8 || !standsAt(bytes, to, valueAndCellEnd)) return ~to
    if (index >= this.#strings.count) {
      this.neededStrings = index + 1
      return ~to
    }
    const segment = this.#strings.segmentOf(index)
    const start = this.#strings.startOf(index)
    const length = segment[start] as number
    if (length > maxShortText) {
      this.end = into + segment.copy(block, into, start, cellEnd(segment, start))
    } else if (length > 0) {
      for (let step = 0; step <= length; step += 1) block[into + step] = segment[start + step] as number
      this.end = into + 1 + length
    }
    return to + valueAndCellEnd.length
  }

  /** -1 when the text must be read in another way. */
  #copyText(bytes: Buffer, from: number, closing: Uint8Array, block: Buffer, into: number): number {
    const to = plainTextEnd(bytes, from)
    if (to < 0 || to - from > maxCellLength || !standsAt(bytes, to, closing)) return -1
    if (to > from) this.end = writeTextBytes(block, into, bytes, from, to)
    return to + closing.length
  }

  /** -1 when the number must be read in another way. */
  #readNumber(bytes: Buffer, from: number, style: number, block: Buffer, into: number): number {
    const isNegative = bytes[from] === byte.minus
    let at = isNegative ? from + 1 : from
    const digitsAt = at
    let digits = 0
    for (; isDigit(bytes[at]); at += 1) digits = digits * 10 + (bytes[at] as number) - byte.zero
    const whole = at - digitsAt
    let decimals = 0
    if (bytes[at] === byte.point) {
      const pointAt = at
      for (at += 1; isDigit(bytes[at]); at += 1) digits = digits * 10 + (bytes[at] as number) - byte.zero
      decimals = at - pointAt - 1
    }
    if (whole === 0 || whole + decimals > maxExactDigits || !standsAt(bytes, at, valueAndCellEnd)) return -1
    const size = decimals === 0 ? digits : digits / (powersOfTen[decimals] as number)
    const value = isNegative ? -size : size
    const { formats, from1904 } = this.#context
    const cell = style < 0 || this.#isPlainStyle[style] === 1 ? value : numberCell(value, '', formats[style], from1904)
    this.end = writeCell(block, into, cell)
    return at + valueAndCellEnd.length
  }

  #readAny(bytes: Buffer, at: number, type: number, style: number, block: Buffer, into: number): number {
    const close = closingTagAt(bytes, at, cellEndTag)
    if (close < 0) return close
    // The shared texts are not there as strings.
    if (type === cellTypes.shared) return ~close
    const inner = bytes.toString('utf8', at, close)
    // Only then a text can be too long for a cell, and must be cut and counted.
    if (inner.length > maxCellLength) return ~close
    const cell = readCell(inner, typeNames[type] ?? '', this.#context.formats[style], 0, this.#context)
    if (cell !== null && cell !== '') this.end = writeCell(block, into, cell)
    return close + cellEndTag.length
  }
}

/** The position after a formula that begins here; the same position when it is no usual one. */
function behindFormula(bytes: Uint8Array, start: number): number {
  const behindName = bytes[start + formulaStart.length]
  if (behindName !== byte.greater && behindName !== byte.space && behindName !== byte.slash) return start
  const end = valueEnd(bytes, start + formulaStart.length, byte.greater)
  if (bytes[end] !== byte.greater) return start
  if (bytes[end - 1] === byte.slash) return end + 1
  const close = closingTagAt(bytes, end + 1, formulaEnd)
  return close < 0 ? start : close + formulaEnd.length
}

/** Whether a cell certainly shows something, by its first byte: a text may begin with or be spaces. */
export function showsInk(block: Buffer, start: number): boolean {
  const kind = block[start] as number
  if (kind > cellKinds.wideText) return true
  const first = kind === cellKinds.wideText ? 0 : (block[kind === cellKinds.longText ? start + 5 : start + 1] as number)
  return first > byte.space && first < 0x80
}
