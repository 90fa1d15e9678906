import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'

/** How a mobile is written: as it is, without its zero, or with the country code but no +. */
export const mobileForms = { plain: 0, withoutZero: 1, withoutPlus: 2 } as const

const [zero, space, plus, hyphen, open, close] = [0x30, 0x20, 0x2b, 0x2d, 0x28, 0x29]
/** Digits of numbers without their zero. */
const [fewest, most] = [8, 10]
/** A power by a table: the operator takes as long as all else. */
const tens = Array.from({ length: 13 }, (_, power) => 10 ** power)
const [unknown, allocated, unallocated] = [0, 1, 2]

/** Most mobiles are a zero and nine more digits. */
const usualDigits = 10

/** The value of digits; 0: there is another character, or only zeros. */
function nationalOf(bytes: Buffer, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - zero
    if (digit < 0 || digit > 9) return 0
    value = value * 10 + digit
  }
  return value
}

/**
 * Reads mobiles of one region that are written with digits, spaces, brackets, hyphens and a + in front, and whose block is
 * allocated: what `checkMobile` reads of these is only their digits and the +. Any other text is not read.
 */
export class MobileReader {
  readonly #code: number
  readonly #isAllocated: RegExp
  readonly #prefixDigits: number
  /** By number of digits and by first digits: whether the block is allocated. */
  readonly #blocks: Uint8Array
  /** The number with its country code. */
  number = 0
  form: number = mobileForms.plain

  constructor(region: Region) {
    const { code, allocated: pattern, allocatedBy } = mobileRules[region]
    this.#code = Number(code)
    this.#isAllocated = pattern
    this.#prefixDigits = allocatedBy
    this.#blocks = new Uint8Array((most - fewest + 1) * 10 ** allocatedBy)
  }

  /** Reads a text into `number` and `form`. False: it is any other text. */
  read(bytes: Buffer, start: number, length: number): boolean {
    if (length === usualDigits && bytes[start] === zero) {
      const national = nationalOf(bytes, start + 1, start + length)
      if (national > 0) return this.#take(national, length - 1, mobileForms.plain)
    }
    let digits = 0
    let value = 0
    let first = 0
    let second = 0
    let hasPlus = false
    let areEqual = true
    for (let at = start; at < start + length; at += 1) {
      const byte = bytes[at] as number
      const digit = byte - zero
      if (digit >= 0 && digit <= 9) {
        if (digits === 0) first = digit
        else if (digits === 1) second = digit
        if (digit !== first) areEqual = false
        value = value * 10 + digit
        digits += 1
      } else if (byte === plus) {
        if (hasPlus || digits > 0) return false
        hasPlus = true
      } else if (byte !== space && byte !== hyphen && byte !== open && byte !== close) return false
    }
    if (areEqual || digits < fewest || digits > most + 2) return false
    if (first === 0) return !hasPlus && this.#take(value, digits - 1, mobileForms.plain)
    if (first * 10 + second !== this.#code) {
      return !hasPlus && this.#take(value, digits, mobileForms.withoutZero)
    }
    const national = value - this.#code * (tens[digits - 2] as number)
    return this.#take(national, digits - 2, hasPlus ? mobileForms.plain : mobileForms.withoutPlus)
  }

  #take(national: number, digits: number, form: number): boolean {
    if (digits < fewest || digits > most) return false
    const prefix = Math.floor(national / (tens[digits - this.#prefixDigits] as number))
    const block = (digits - fewest) * (tens[this.#prefixDigits] as number) + prefix
    if (this.#blocks[block] === unknown) {
      const text = String(national).padStart(digits, '0')
      this.#blocks[block] = this.#isAllocated.test(text) ? allocated : unallocated
    }
    if (this.#blocks[block] !== allocated) return false
    this.number = this.#code * (tens[digits] as number) + national
    this.form = form
    return true
  }
}
