/** Numbers of 32 bits that hold one UUID. */
export const wordsPerUuid = 4

const [dash, zero, nine, lowerA, lowerF] = [45, 48, 57, 97, 102]

/** Writes a UUID in lower case as four numbers. False for any other text: then nothing useful was written. */
export function writeUuid(text: string, into: Uint32Array, at: number): boolean {
  if (text.length !== 36) return false
  let word = 0
  let digits = 0
  for (let index = 0; index < 36; index += 1) {
    const code = text.charCodeAt(index)
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (code !== dash) return false
      continue
    }
    let digit: number
    if (code >= zero && code <= nine) digit = code - zero
    else if (code >= lowerA && code <= lowerF) digit = code - lowerA + 10
    else return false
    word = (word << 4) | digit
    digits += 1
    if (digits % 8 === 0) {
      into[at + digits / 8 - 1] = word >>> 0
      word = 0
    }
  }
  return true
}

/** Each byte as two digits. */
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The text of the UUID that begins at a place of `words`. */
export function readUuid(words: Uint32Array, at: number): string {
  const [a, b, c, d] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!]
  const high = (word: number): string => hexOfByte[word >>> 24]! + hexOfByte[(word >>> 16) & 0xff]!
  const low = (word: number): string => hexOfByte[(word >>> 8) & 0xff]! + hexOfByte[word & 0xff]!
  return `${high(a)}${low(a)}-${high(b)}-${low(b)}-${high(c)}-${low(c)}${high(d)}${low(d)}`
}

/** A hash of the words of a UUID, for tables whose length is a power of two. */
export function hashUuid(words: Uint32Array, at: number): number {
  let hash = words[at] as number
  for (let word = 1; word < wordsPerUuid; word += 1) hash = Math.imul(hash ^ (words[at + word] as number), 0x9e3779b1)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Whether the words at `at` are those of `sought`. */
export function isUuidAt(words: Uint32Array, at: number, sought: Uint32Array): boolean {
  for (let word = 0; word < wordsPerUuid; word += 1) if (words[at + word] !== sought[word]) return false
  return true
}
