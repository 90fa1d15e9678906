import { cellKey, sortRanks, sortText, textKey, type SortDates, type SortKey } from './sort-key.ts'
import { asciiKind, asciiKinds, isPlainAscii } from './ascii-kind.ts'

const space = 0x20
/** By character of plain ASCII: its place in the order, without case. After the end of a text, it is 0. */
const places = Uint8Array.from({ length: 128 }, (_, code) => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code) + 1)
const plainAscii = /^[\x20-\x7e]*$/
/** First byte of accented letters of Western Europe, and by second byte: the plain letter (`sortText`); 0: none. */
const accentedByte = 0xc3
const plainLetters = Uint8Array.from({ length: 256 }, (_, second) => {
  const text = sortText(Buffer.from([accentedByte, second]).toString('utf8'))
  return text.length === 1 && plainAscii.test(text) ? text.charCodeAt(0) : 0
})
/** First bytes of ‘ and ’, and what stands for them. */
const [quoteByte, quoteSecond, apostrophe] = [0xe2, 0x80, 0x27]
/** Instead of a length: the text is a string. */
const isString = 0xffff_ffff
/** Bytes of the texts that have other bytes in their rows. */
const arenaBytes = 65_536
/** Characters of a text in one word. */
export const charactersPerWord = 4
const double = new Float64Array(1)
const halves = new Uint32Array(double.buffer)

/**
 * What rows are sorted by, as numbers: an object for each of a million keys takes longer than the sort. A key has a rank and
 * two words; where these differ, they have the order of their keys (`compareKeys`). Plain texts stay where they are, in the
 * bytes of their rows.
 */
export class SortKeys {
  length = 0
  readonly ranks: Uint8Array
  /** Four characters of a text, or half a number. */
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  readonly #buffers: Buffer[] = []
  /** By key: its buffer, where its text begins there, and its length. */
  readonly #bufferOf: Uint32Array
  readonly #starts: Uint32Array
  readonly #lengths: Uint32Array
  /** Texts with other characters than plain ASCII. */
  readonly #strings = new Map<number, string>()
  #arena: Buffer = Buffer.alloc(0)
  #arenaEnd = 0

  /** `most`: the most keys. */
  constructor(most: number) {
    this.ranks = new Uint8Array(most)
    this.highs = new Uint32Array(most)
    this.lows = new Uint32Array(most)
    this.#bufferOf = new Uint32Array(most)
    this.#starts = new Uint32Array(most)
    this.#lengths = new Uint32Array(most)
  }

  /** Adds a key and returns its number. */
  add({ rank, number, text }: SortKey): number {
    if (rank !== sortRanks.text) return this.#addNumber(rank, number)
    if (plainAscii.test(text)) return this.#addCopy(text)
    const key = this.#next(rank)
    this.#strings.set(key, text)
    this.#lengths[key] = isString
    this.highs[key] = wordOf(text, 0)
    this.lows[key] = wordOf(text, charactersPerWord)
    return key
  }

  /** Adds `textKey` of a text in UTF-8. The bytes must stay as they are. */
  addText(bytes: Buffer, start: number, end: number): number {
    const [from, to] = [firstNotSpace(bytes, start, end), endWithoutSpaces(bytes, start, end)]
    if (from >= to) return this.#addNumber(sortRanks.empty, 0)
    if (isPlainAscii(bytes, from, to)) return this.#addAscii(bytes, from, to)
    return this.#addFolded(bytes, from, to) ?? this.add(textKey(bytes.toString('utf8', start, end)))
  }

  /** Adds `cellKey` of a text in UTF-8. The bytes must stay as they are. */
  addCellText(bytes: Buffer, start: number, end: number, dates: SortDates): number {
    const [from, to] = [firstNotSpace(bytes, start, end), endWithoutSpaces(bytes, start, end)]
    if (from >= to) return this.#addNumber(sortRanks.empty, 0)
    switch (asciiKind(bytes, from, to)) {
      case asciiKinds.digits:
        return this.#addNumber(sortRanks.number, numberOf(bytes, from, to))
      case asciiKinds.text:
        return this.#addAscii(bytes, from, to)
      case asciiKinds.other:
        // Without a digit, it is no number and no date.
        if (!hasDigit(bytes, from, to)) return this.addText(bytes, start, end)
        return this.add(cellKey(bytes.toString('utf8', start, end), dates))
      default:
        return this.add(cellKey(bytes.toString('utf8', start, end), dates))
    }
  }

  /** The text of a text key, in which case does not count. */
  textAt(key: number): string {
    const length = this.#lengths[key] as number
    if (length === isString) return this.#strings.get(key) ?? ''
    const start = this.#starts[key] as number
    return this.#bytesOf(key)
      .toString('latin1', start, start + length)
      .toLowerCase()
  }

  /** Whether a key has a text, and that has more characters than these or any that words do not tell apart. */
  isLonger(key: number, characters: number): boolean {
    return this.ranks[key] === sortRanks.text && (this.#lengths[key] as number) > characters
  }

  /** Of a text key: whether it is plain ASCII. */
  isAscii(key: number): boolean {
    return this.#lengths[key] !== isString
  }

  /** The word of a text of plain ASCII that begins with this character. */
  wordAt(key: number, from: number): number {
    return asciiWord(this.#bytesOf(key), (this.#starts[key] as number) + from, this.#endOf(key))
  }

  /** Compares two texts of plain ASCII from this character on. */
  compareAscii(one: number, other: number, from: number): number {
    const [bytes, others] = [this.#bytesOf(one), this.#bytesOf(other)]
    const [end, otherEnd] = [this.#endOf(one), this.#endOf(other)]
    let at = (this.#starts[one] as number) + from
    let to = (this.#starts[other] as number) + from
    for (; at < end && to < otherEnd; at += 1, to += 1) {
      const difference = (places[bytes[at] as number] as number) - (places[others[to] as number] as number)
      if (difference !== 0) return difference
    }
    return end - at - (otherEnd - to)
  }

  #endOf(key: number): number {
    return (this.#starts[key] as number) + (this.#lengths[key] as number)
  }

  #bytesOf(key: number): Buffer {
    return this.#buffers[this.#bufferOf[key] as number] as Buffer
  }

  #next(rank: number): number {
    const key = this.length
    this.length += 1
    this.ranks[key] = rank
    return key
  }

  #addNumber(rank: number, number: number): number {
    const key = this.#next(rank)
    // 0 and -0 are one number.
    double[0] = number + 0
    const [low, high] = [halves[0] as number, halves[1] as number]
    // The bits of a positive number count up with it, and those of a negative one down.
    const isNegative = high >= 0x8000_0000
    this.highs[key] = isNegative ? ~high : high ^ 0x8000_0000
    this.lows[key] = isNegative ? ~low : low
    return key
  }

  #addAscii(bytes: Buffer, start: number, end: number): number {
    const key = this.#next(sortRanks.text)
    if (this.#buffers.at(-1) !== bytes) this.#buffers.push(bytes)
    this.#bufferOf[key] = this.#buffers.length - 1
    this.#starts[key] = start
    this.#lengths[key] = end - start
    this.highs[key] = asciiWord(bytes, start, end)
    this.lows[key] = asciiWord(bytes, start + charactersPerWord, end)
    return key
  }

  #addCopy(text: string): number {
    const start = this.#roomFor(text.length)
    this.#arenaEnd += this.#arena.write(text, start, 'latin1')
    return this.#addAscii(this.#arena, start, this.#arenaEnd)
  }

  /** Adds a text with accented letters and ’ as plain ones; null: it has other characters. */
  #addFolded(bytes: Buffer, from: number, to: number): number | null {
    const start = this.#roomFor(to - from)
    const arena = this.#arena
    let into = start
    for (let at = from; at < to; at += 1) {
      let byte = bytes[at] as number
      if (byte === accentedByte) {
        at += 1
        byte = plainLetters[bytes[at] as number] as number
      } else if (byte === quoteByte && bytes[at + 1] === quoteSecond && ((bytes[at + 2] as number) & 0xfe) === 0x98) {
        at += 2
        byte = apostrophe
      }
      if (byte < 0x20 || byte > 0x7e) return null
      arena[into] = byte
      into += 1
    }
    this.#arenaEnd = into
    return this.#addAscii(arena, start, into)
  }

  /** Where a copy of so many bytes begins in the arena. */
  #roomFor(bytes: number): number {
    if (this.#arenaEnd + bytes > this.#arena.length) {
      this.#arena = Buffer.allocUnsafe(Math.max(arenaBytes, bytes))
      this.#arenaEnd = 0
    }
    return this.#arenaEnd
  }
}

function firstNotSpace(bytes: Buffer, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] === space) at += 1
  return at
}

function endWithoutSpaces(bytes: Buffer, start: number, end: number): number {
  let at = end
  while (at > start && bytes[at - 1] === space) at -= 1
  return at
}

function hasDigit(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number
    if (byte >= 0x30 && byte <= 0x39) return true
  }
  return false
}

/** For at most 15 digits. */
function numberOf(bytes: Buffer, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at += 1) number = number * 10 + ((bytes[at] as number) - 0x30)
  return number
}

/** Four characters as a number. */
function asciiWord(bytes: Buffer, start: number, end: number): number {
  let word = 0
  for (let at = start; at < start + charactersPerWord; at += 1) {
    word = (word << 8) | (at < end ? (places[bytes[at] as number] as number) : 0)
  }
  return word >>> 0
}

/** The same of a string. Characters from U+007F on share numbers, so nothing behind one of them counts. */
function wordOf(text: string, from: number): number {
  let word = 0
  let isTold = !text.slice(0, from).split('').some(isShared)
  for (let at = from; at < from + charactersPerWord; at += 1) {
    const code = isTold && at < text.length ? text.charCodeAt(at) : -1
    word = word * 256 + (code < 0x7f ? code + 1 : 0x80 + ((code - 0x7f) >> 9))
    isTold &&= code < 0x7f
  }
  return word
}

const isShared = (character: string): boolean => character.charCodeAt(0) >= 0x7f
