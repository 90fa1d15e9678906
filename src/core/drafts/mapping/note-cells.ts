import { phraseStarts } from '../../fields/do-not-call-text.ts'
import type { Beginnings } from '../packed/block-scanner.ts'
import { cellKinds, maxShortText } from '../packed/cell-bytes.ts'
import { CountedCells, type CellScanner } from '../packed/counted-cells.ts'

/** By byte: whether it is part of a word, as regular expressions see it. */
const isWord = new Uint8Array(256)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_')
  isWord[character.charCodeAt(0)] = 1

/** By two bytes in lower case: a bit for each letter that can follow, and the last for anything else. */
const follows = new Int32Array(0x80 * 0x80)
const otherBit = 1 << 26
const bitOf = (byte: number): number => (byte >= 0x61 && byte <= 0x7a ? 1 << (byte - 0x61) : otherBit)
for (const [start, letters] of Object.entries(phraseStarts)) {
  const at = start.charCodeAt(0) * 0x80 + start.charCodeAt(1)
  for (const letter of letters) follows[at] = (follows[at] ?? 0) | bitOf(letter.charCodeAt(0))
}
/** By byte: whether a phrase can begin with it. */
const isStart = new Uint8Array(256)
for (const start of Object.keys(phraseStarts)) {
  isStart[start.charCodeAt(0)] = 1
  isStart[start.toUpperCase().charCodeAt(0)] = 1
}

/** Letters in lower case; what is no letter stays none. */
const lower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)

/** For `BlockScanner`: beginnings of phrases, and texts in UTF-16. */
export const phraseBeginnings: Beginnings = { groups: beginningGroups(), table: follows }

/**
 * Bytes that are equal in each of their halves to bytes of one group may begin a phrase. The fewer different bytes a group has in a place,
 * the fewer others are like them.
 */
function beginningGroups(): Uint8Array {
  const groups = new Uint8Array(96)
  const add = (group: number, ...places: readonly (readonly number[])[]): void => {
    for (const [place, bytes] of places.entries()) {
      for (const byte of bytes)
        for (const half of [byte & 15, 16 + (byte >> 4)]) groups[32 * place + half]! |= 1 << group
    }
  }
  const bothCases = (letters: string): number[] => [...Buffer.from(letters.toLowerCase() + letters.toUpperCase())]
  const all = Array.from({ length: 256 }, (_, byte) => byte)
  const others = all.filter((byte) => bitOf(lower(byte)) === otherBit)
  const isAmongLetters = (byte: number): boolean => byte >> 6 === 1
  const firstLetters = [...new Set(Object.keys(phraseStarts).map((start) => start.charAt(0)))]
  for (const [start, letters] of Object.entries(phraseStarts)) {
    const [first, second] = [bothCases(start.charAt(0)), bothCases(start.charAt(1))]
    add(firstLetters.indexOf(start.charAt(0)) % 5, first, second, bothCases(letters.trim()))
    if (!letters.includes(' ')) continue
    add(5, first, second, others.filter(isAmongLetters))
    add(
      6,
      first,
      second,
      others.filter((byte) => !isAmongLetters(byte)),
    )
  }
  add(7, [cellKinds.wideText], all, all)
  return groups
}

/** Whether a UTF-8 text may say that the customer wants no calls: most texts have no word that a phrase begins with. */
export function maySayDoNotCall(bytes: Buffer, start: number, end: number): boolean {
  let isInWord = 0
  // Every phrase has more than two letters behind its first.
  for (let at = start; at < end - 2; at += 1) {
    const byte = bytes[at] as number
    if (isInWord === 0 && isStart[byte] === 1) {
      const second = lower(bytes[at + 1] as number)
      const next = second < 0x80 ? (follows[lower(byte) * 0x80 + second] as number) : 0
      if (next !== 0 && (next & bitOf(lower(bytes[at + 2] as number))) !== 0) return true
    }
    isInWord = isWord[byte] as number
  }
  return false
}

/** Counts the notes of a column that may say it. */
export class NoteCells implements CellScanner {
  readonly cells = new CountedCells()

  add(bytes: Buffer, start: number, end: number): void {
    const kind = bytes[start] as number
    // Only texts say it.
    const textStart = kind <= maxShortText ? start + 1 : start + 5
    if (kind > maxShortText && kind !== cellKinds.longText && kind !== cellKinds.wideText) return
    if (kind === cellKinds.wideText || maySayDoNotCall(bytes, textStart, end)) this.cells.add(bytes, start, end)
  }
}
