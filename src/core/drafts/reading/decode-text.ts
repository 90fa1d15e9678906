import { fileNotes } from './file-messages.ts'

export interface DecodedText {
  readonly text: string
  /** For the screen: "UTF-8 with a byte order mark". */
  readonly encoding: string
  /** What was guessed or removed, as sentences. */
  readonly notes: readonly string[]
  /** Number of removed control characters. A file with many of them is not a text. */
  readonly controls: number
}

type Decoded = Omit<DecodedText, 'controls'>

/**
 * Bytes that follow a letter in many words of MacRoman text (é, ’, non-breaking space) and in hardly any of
 * Windows-1252.
 */
const macBytes: ReadonlySet<number> = new Set([0x8e, 0xd5, 0xca])
/** The same for Windows-1252: ’, and à to ÿ, where Mac Roman has signs and accented capitals. */
const isWindowsByte = (byte: number): boolean => byte === 0x92 || byte >= 0xe0

/**
 * Bytes of a text file to a string with LF line ends. Order (domain, part 7.1): byte order mark, UTF-16 by its NULs,
 * strict UTF-8, then an 8-bit code page, which is a guess and is noted. Line ends inside quoted cells become LF as
 * well.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = decode(bytes)
  const text = decoded.text.replace(/\r\n?/g, '\n')
  const clean = text.replace(controlCharacters, '')
  const controls = text.length - clean.length
  if (controls === 0) return { ...decoded, text, controls }
  return {
    ...decoded,
    text: clean,
    controls,
    notes: [...decoded.notes, fileNotes.controlCharacters(controls)],
  }
}

/** C0 controls except tab and line feed: nobody can see them. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

function decode(bytes: Uint8Array): Decoded {
  const as = (label: string, encoding: string, from = 0, notes: readonly string[] = []): Decoded => ({
    text: new TextDecoder(label, { ignoreBOM: true }).decode(bytes.subarray(from)),
    encoding,
    notes,
  })
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return as('utf-8', 'UTF-8 with a byte order mark', 3)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le', 'UTF-16 (“Unicode Text”)', 2)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be', 'UTF-16, big-endian', 2)
  const wide = utf16ByNuls(bytes)
  if (wide === 'little') return as('utf-16le', 'UTF-16 without a byte order mark')
  if (wide === 'big') return as('utf-16be', 'UTF-16, big-endian, without a byte order mark')
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, encoding: 'UTF-8', notes: [] }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  if (looksMacRoman(bytes)) return as('macintosh', 'Mac Roman (guessed)', 0, [fileNotes.guessedEncoding('Mac Roman')])
  return as('windows-1252', 'Windows-1252 (guessed)', 0, [fileNotes.guessedEncoding('Windows-1252')])
}

/** UTF-16 of Latin text has a NUL in every other byte: 30 % of one parity, and hardly any of the other. */
function utf16ByNuls(bytes: Uint8Array): 'little' | 'big' | null {
  const length = Math.min(bytes.byteLength, 4_096) & ~1
  if (length < 4 || bytes.byteLength % 2 !== 0) return null
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

/** Mac Roman when its typical bytes follow a letter more often than those of Windows-1252. Lone CRs decide a tie. */
function looksMacRoman(bytes: Uint8Array): boolean {
  const letter = (byte: number | undefined): boolean =>
    byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))
  let mac = 0
  let windows = 0
  let lineFeeds = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x0a) lineFeeds += 1
    if (byte < 0x80 || !letter(bytes[at - 1])) continue
    if (macBytes.has(byte)) mac += 1
    else if (isWindowsByte(byte)) windows += 1
  }
  return mac === windows ? mac === 0 && lineFeeds === 0 && bytes.includes(0x0d) : mac > windows
}
