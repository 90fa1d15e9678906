import { nullText, textEnd } from './text-arena.ts'

/** Writes the texts of one record, one after another. */
export interface TextWriter {
  clear(): void
  add(text: string | null): void
  /** What was added since `clear`. It changes with the next text. */
  bytes(): Uint8Array
}

/** Longer texts are written by Node: for short ones, its call takes longer than their characters. */
const longestShort = 48

export function createTextWriter(): TextWriter {
  let buffer = Buffer.alloc(4_096)
  let length = 0
  /** False: the text is not ASCII. */
  const writeAscii = (text: string): boolean => {
    const start = length
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) return false
      buffer[start + index] = code
    }
    length = start + text.length
    return true
  }
  return {
    clear() {
      length = 0
    },
    add(text) {
      // Three bytes are the most for one unit of UTF-16.
      const needed = length + (text === null ? 1 : text.length * 3) + 1
      if (needed > buffer.length) buffer = Buffer.concat([buffer], needed * 2)
      if (text === null) {
        buffer[length] = nullText
        length += 1
      } else if (text.length > longestShort || !writeAscii(text)) length += buffer.write(text, length, 'utf8')
      buffer[length] = textEnd
      length += 1
    },
    bytes: () => buffer.subarray(0, length),
  }
}

/** The start of the text that is `index` texts behind the one that starts at `start`. */
export function startOfText(bytes: Uint8Array, start: number, index: number): number {
  let at = start
  for (let left = index; left > 0; left -= 1) {
    while (bytes[at] !== textEnd) at += 1
    at += 1
  }
  return at
}

export function endOfText(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at] !== textEnd) at += 1
  return at
}

/** Compares two texts byte by byte, as SQLite's BINARY does. Each ends with `textEnd`. */
export function compareTexts(bytes: Uint8Array, one: number, other: number): number {
  for (let index = 0; ; index += 1) {
    const first = bytes[one + index] as number
    const second = bytes[other + index] as number
    if (first === textEnd || second === textEnd) return first === second ? 0 : first === textEnd ? -1 : 1
    if (first !== second) return first - second
  }
}

const surrogate = /[\ud800-\udfff]/

/** Compares two texts by their UTF-8 bytes. */
export function compareAsUtf8(one: string, other: string): number {
  if (one === other) return 0
  if (surrogate.test(one) || surrogate.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
}

const nonAscii = /[^\0-\x7f]/

/** Upper case of A to Z as lower case, like SQLite's NOCASE. */
export function asciiLowerCase(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase()
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
