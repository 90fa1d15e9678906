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

const [textLength, digitCodes] = [36, Buffer.from('0123456789abcdef')]
/** Where the eight digits of each word are in the text. */
const digitPlaces = [
  0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
]

/** Returns a function that reads the text of the UUID that begins at a place of `words`. */
function createUuidReader(): (words: Uint32Array, at: number) => string {
  const text = Buffer.alloc(textLength, '-')
  return (words, at) => {
    for (let digit = 0; digit < digitPlaces.length; digit += 1) {
      const word = words[at + (digit >>> 3)]!
      text[digitPlaces[digit]!] = digitCodes[(word >>> (28 - (digit & 7) * 4)) & 15]!
    }
    // One piece: a text joined from parts keeps all of them, 300 bytes.
    return text.toString('latin1')
  }
}

/** The text of the UUID that begins at a place of `words`. */
export const readUuid = createUuidReader()

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
