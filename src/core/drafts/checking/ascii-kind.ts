import { dateMiddles, dateStarts } from '../../fields/date-forms.ts'
import { maxDateLength } from './sort-key.ts'

/**
 * What `cellKey` makes of a text, as far as its bytes tell: a whole number of at most 15 digits, or a text that is no number
 * and no date. Any other text of plain ASCII has to be read, and any text with other characters.
 */
export const asciiKinds = { digits: 0, text: 1, unsure: 2, other: 3 } as const

const exactDigits = 15
/** Letters of a word that are looked at. */
const maxLetters = 3
/** Characters that stand in no number behind its first digit. */
const gaps = new Set(Array.from(' -/()', (character) => character.charCodeAt(0)))
const brackets = new Set(Array.from('([{', (character) => character.charCodeAt(0)))
const [plus, open, point] = [0x2b, 0x28, 0x2e]

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** By the first letters of a word as a number (`#noteLetter`). */
function tableOf(words: ReadonlySet<string>): Uint8Array {
  const table = new Uint8Array(1 << (5 * maxLetters))
  for (const word of words) {
    let code = 0
    for (let at = 0; at < word.length; at += 1) code = (code << 5) | (word.charCodeAt(at) & 0x1f)
    table[code] = 1
  }
  return table
}
const starts = tableOf(dateStarts)
const middles = tableOf(dateMiddles)

export const isPlainAscii = (bytes: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number
    if (byte < 0x20 || byte > 0x7e) return false
  }
  return true
}

/** `start` and `end`: of a text that is not empty, without spaces around it. */
export function asciiKind(bytes: Buffer, start: number, end: number): number {
  let [digits, letters, others] = [0, 0, 0]
  /** Groups of digits, and the length of the one that is read, of the first and of the second. */
  let [groups, length, first, second] = [0, 0, 0, 0]
  let groupsBeforeLetter = 0
  /** The first letters of the first word. */
  let [word, wordLength, isInWord] = [0, 0, true]
  let [hasGap, hasPoint, hasBracket] = [false, false, false]
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number
    if (isDigit(byte)) {
      if (length === 0) groups += 1
      digits += 1
      length += 1
      if (groups === 1) first = length
      else if (groups === 2) second = length
      isInWord = letters === 0
      continue
    }
    length = 0
    if (isLetter(byte)) {
      if (letters === 0) groupsBeforeLetter = groups
      letters += 1
      if (isInWord && wordLength < maxLetters) {
        word = (word << 5) | (byte & 0x1f)
        wordLength += 1
      }
      continue
    }
    if (byte < 0x20 || byte > 0x7e) return asciiKinds.other
    others += 1
    isInWord = letters === 0
    if (digits > 0 && gaps.has(byte)) hasGap = true
    if (byte === point) hasPoint = true
    if (brackets.has(byte)) hasBracket = true
  }
  if (digits === 0) return asciiKinds.text
  const begin = bytes[start] as number
  if (letters === 0) {
    if (others === 0) return digits <= exactDigits ? asciiKinds.digits : asciiKinds.unsure
    if (!hasGap) return asciiKinds.unsure
    if (begin === plus || begin === open) return asciiKinds.text
    return !hasPoint && isDigit(begin) && groups > 1 && !(isPartOfDate(first) && isPartOfDate(second))
      ? asciiKinds.text
      : asciiKinds.unsure
  }
  if (end - start > maxDateLength) return asciiKinds.text
  if (isLetter(begin)) return others === 0 || starts[word] === 0 ? asciiKinds.text : asciiKinds.unsure
  if (!isDigit(begin) || groupsBeforeLetter > 1 || hasBracket) return asciiKinds.unsure
  // "3rdApr2024": an ordinal is the beginning of a word as well.
  const mayBeOrdinal = middles[wordLength === maxLetters ? word >> 5 : word] === 1
  return mayBeOrdinal || middles[word] === 1 ? asciiKinds.unsure : asciiKinds.text
}

const isPartOfDate = (digits: number): boolean => digits === 1 || digits === 2 || digits === 4
