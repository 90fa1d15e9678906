import { isAscii, isUtf8 } from 'node:buffer'
import type { TextEncoding } from '../../../contract/table-choices.ts'
import { controlNotes, withoutControls } from './cell-texts.ts'
import { decoderOf, guessCodePage, type CodePage } from './code-page.ts'
import { encodingNames } from './encoding-names.ts'
import { fileNotes } from './file-messages.ts'

export interface DecodedText {
  readonly text: string
  /** For the screen: "UTF-8 with a byte order mark". */
  readonly encoding: string
  /** Most of the text has this encoding. */
  readonly encodingKey: TextEncoding
  /** What was guessed or removed, as sentences. */
  readonly notes: readonly string[]
  /** Number of control characters that were removed or became blanks, without padding. A file with many of them is not a text. */
  readonly controls: number
  /** NULs were removed that fill up cells or lines. */
  readonly isPadded: boolean
}

type Decoded = Omit<DecodedText, 'controls' | 'isPadded'>

/**
 * Bytes of a text file to a string with LF line ends. Order (domain, part 7.1): byte order mark, UTF-16 by its NULs,
 * strict UTF-8, then an 8-bit code page, which is a guess and is noted. An encoding that the user chose is used as it
 * is. Line ends inside quoted cells become LF as well.
 */
export function decodeText(bytes: Uint8Array, chosen: TextEncoding | null = null): DecodedText {
  const decoded = chosen ? decodeAs(bytes, chosen) : decode(bytes)
  const { text, ...controls } = withoutControls(usualSeparators(withoutMarks(decoded.text)))
  const notes = [...decoded.notes, ...controlNotes(controls)]
  return { ...decoded, text, notes, controls: controls.removed + controls.replaced, isPadded: controls.isPadded }
}

/** A text whose lines end only with characters that no program writes any more, or whose cells ASCII's own separators part: with LF and tabs. */
function usualSeparators(text: string): string {
  if (/[\u0085\u2028\u2029]/.test(text) && !/[\r\n]/.test(text)) return text.replace(/[\u0085\u2028\u2029]/g, '\n')
  if (!text.includes('\u001f')) return text
  const hasRecords = text.includes('\u001e')
  const lines = hasRecords
    ? text
        .split('\u001e')
        .map((record) => record.trim().replace(/[\r\n\t]+/g, ' '))
        .join('\n')
    : text
  const counts = lines.split('\n', 50).flatMap((line) => (line.trim() === '' ? [] : [line.split('\u001f').length]))
  // Between words of a cell they are not in each line.
  return new Set(counts).size === 1 ? lines.replaceAll('\t', ' ').replaceAll('\u001f', '\t') : text
}

/** Byte order marks at the begin of a text, also those that were read in another encoding: each program may add one. */
const marks = /^(?:\ufeff|ï»¿)+/

const withoutMarks = (text: string): string => text.replace(marks, '')

/** The bytes of the byte order marks in front of a UTF-8 text. */
export function marksOf(bytes: Uint8Array): Uint8Array {
  const begin = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxMarkBytes))
  return bytes.subarray(0, Buffer.byteLength(marks.exec(begin)?.[0] ?? ''))
}

/** Of a few marks of six bytes. */
const maxMarkBytes = 60

/** A byte order mark of the chosen encoding is no text. */
function decodeAs(bytes: Uint8Array, encodingKey: TextEncoding): Decoded {
  const text = decoderOf(encodingKey).decode(bytes.subarray(0, endOf(bytes, 0, encodingKey)))
  return { text, encoding: `${encodingNames[encodingKey]} (chosen)`, encodingKey, notes: [] }
}

function decode(bytes: Uint8Array): Decoded {
  const as = (encodingKey: TextEncoding, encoding: string, from = 0, notes: readonly string[] = []): Decoded => ({
    text: decoderOf(encodingKey, { ignoreBOM: true }).decode(bytes.subarray(from, endOf(bytes, from, encodingKey))),
    encoding,
    encodingKey,
    notes,
  })
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return as('utf-8', 'UTF-8 with a byte order mark', 3)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le', 'UTF-16 (“Unicode Text”)', 2)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be', 'UTF-16, big-endian', 2)
  const wide = utf16ByNuls(bytes)
  if (wide === 'little') return as('utf-16le', 'UTF-16 without a byte order mark')
  if (wide === 'big') return as('utf-16be', 'UTF-16, big-endian, without a byte order mark')
  const text = readUtf8(bytes)
  if (text !== null) return { text, encoding: 'UTF-8', encodingKey: 'utf-8', notes: [] }
  const { page, orElse } = guessCodePage(sampleOfOther(bytes))
  const name = encodingNames[page]
  const mixed = readMixed(bytes, page)
  if (mixed) {
    const notes = [fileNotes.mixedEncoding(mixed.otherLines, mixed.firstOther, name)]
    return { text: mixed.text, encoding: 'UTF-8', encodingKey: 'utf-8', notes }
  }
  return as(page, `${name} (guessed)`, 0, [fileNotes.guessedEncoding(name, orElse && encodingNames[orElse])])
}

/** Half a character at the end of UTF-16 is a line end that another program added. */
const endOf = (bytes: Uint8Array, from: number, encoding: TextEncoding): number =>
  encoding.startsWith('utf-16') ? bytes.length - ((bytes.length - from) % 2) : bytes.length

/** The bytes as UTF-8; null when they are not. */
function readUtf8(bytes: Uint8Array): string | null {
  // Much faster than a decoder that throws, for each line of a file with two encodings.
  return isUtf8(bytes) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null
}

const sampledBytes = 1_048_576

/** The first lines that are not UTF-8: the letters of the others would speak for any code page. */
function sampleOfOther(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = []
  let length = 0
  for (const line of linesOf(bytes)) {
    if (isUtf8(line)) continue
    lines.push(line)
    length += line.byteLength
    if (length > sampledBytes) break
  }
  return Buffer.concat(lines)
}

interface MixedText {
  readonly text: string
  readonly otherLines: number
  /** From 1. */
  readonly firstOther: number
}

/**
 * A UTF-8 file with some lines of another encoding: lists are put together from several systems. Null when fewer lines
 * with accented letters are UTF-8 than are not: the file is then of the other encoding as a whole.
 */
function readMixed(bytes: Uint8Array, other: CodePage): MixedText | null {
  let [utf8Lines, otherLines, firstOther, number] = [0, 0, 0, 0]
  for (const line of linesOf(bytes)) {
    number += 1
    if (isAscii(line)) continue
    if (isUtf8(line)) utf8Lines += 1
    else {
      otherLines += 1
      firstOther ||= number
    }
  }
  if (utf8Lines <= otherLines) return null
  const decoder = decoderOf(other, { ignoreBOM: true })
  const text = Array.from(linesOf(bytes), (line) => readUtf8(line) ?? decoder.decode(line)).join('')
  return { text, otherLines, firstOther }
}

/** The lines with their line ends. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start)
    const end = found < 0 ? bytes.length : found + 1
    yield bytes.subarray(start, end)
    start = end
  }
}

/** UTF-16 of Latin text has a NUL in every other byte: 30 % of one parity, and hardly any of the other. */
function utf16ByNuls(bytes: Uint8Array): 'little' | 'big' | null {
  const length = Math.min(bytes.byteLength, 4_096) & ~1
  if (length < 4) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 1) {
    if (bytes[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const half = length / 2
  if (odd >= half * 0.3 && even < half * 0.05) return 'little'
  if (even >= half * 0.3 && odd < half * 0.05) return 'big'
  return null
}
