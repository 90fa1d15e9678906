import type { TextEncoding } from '../../../contract/table-choices.ts'

/** The 8-bit encodings that dealers' systems write, the most likely one first. */
const codePages = ['windows-1252', 'macintosh', 'cp850'] as const
export type CodePage = (typeof codePages)[number]

/** The characters 128 to 255 of DOS in Western Europe. Its letters are those of code page 437 as well. */
const dosCharacters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

interface Decoder {
  decode(bytes: Uint8Array): string
}

const dosCodes = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 128 ? byte : dosCharacters.charCodeAt(byte - 128),
)
const dosDecoder: Decoder = {
  decode: (bytes) => Buffer.from(Uint16Array.from(bytes, (byte) => dosCodes[byte] ?? 0).buffer).toString('utf16le'),
}

/** A decoder of any of the encodings. Those of DOS are not in the Encoding Standard. */
export const decoderOf = (encoding: TextEncoding, options?: { readonly ignoreBOM: boolean }): Decoder =>
  encoding === 'cp850' ? dosDecoder : new TextDecoder(encoding, options)

/** Enough accented letters to tell the encodings apart. */
const sampledLetters = 2_000

export interface GuessedPage {
  readonly page: CodePage
  /** Another encoding gives names that are as likely; null: none does. */
  readonly orElse: CodePage | null
}

/**
 * The encoding whose words are most like names: an accented small letter inside a word speaks for a reading, one that names have often
 * more; a sign or a capital letter inside a word against it. Line ends decide when the words do not.
 */
export function guessCodePage(bytes: Uint8Array): GuessedPage {
  const letters = accentedLetters(bytes)
  const scores = codePages.map((page) => ({ page, score: wordScore(bytes, letters, decoderOf(page)) }))
  const most = Math.max(...scores.map(({ score }) => score))
  const likely = scores.filter(({ score }) => score === most).map(({ page }) => page)
  const [first = 'windows-1252'] = likely
  const ofLineEnds = isOldMac(bytes) ? 'macintosh' : first === 'macintosh' && bytes.includes(0x0d) ? 'cp850' : first
  const page = likely.includes(ofLineEnds) ? ofLineEnds : first
  // Without any letter that speaks for a reading, the usual one is read as ever.
  const orElse = most > 0 ? likely.find((other) => other !== page && !isSame(bytes, letters, page, other)) : undefined
  return { page, orElse: orElse ?? null }
}

/** Lone CRs are the line ends of old Macs. */
const isOldMac = (bytes: Uint8Array): boolean => !bytes.includes(0x0a) && bytes.includes(0x0d)

const isSame = (bytes: Uint8Array, letters: readonly number[], one: CodePage, other: CodePage): boolean => {
  const sample = Uint8Array.from(letters, (at) => bytes[at] ?? 0)
  return decoderOf(one).decode(sample) === decoderOf(other).decode(sample)
}

/** Letters of the names that dealers' customers have: often, at times, hardly ever. */
const often = /[éëüöäñáóíçèøå’]/
const atTimes = /[êïâàôîúãõæßšž]/
const hardlyEver = /[ûùìòÿ]/
/** No name ends with the first ones, and Italian names end with the others. */
const neverLast = /[äçïñæ]/
const oftenLast = /[àèìòù]/
const capitals = /[ÉÈÊËÁÀÂÄÃÅÍÌÎÏÓÒÔÖÕØÚÙÛÜÑÇÆŠŽ]/

function wordScore(bytes: Uint8Array, letters: readonly number[], decoder: Decoder): number {
  let score = 0
  for (const at of letters) {
    // A letter's neighbours are enough to see whether it stands in a word.
    const [before = '', char = '', after = ''] = [bytes[at - 1], bytes[at], bytes[at + 1]].map((one) =>
      one === undefined ? ' ' : decoder.decode(Uint8Array.of(one)),
    )
    score += letterScore(before, char, after)
  }
  return score
}

/** Positions of the first bytes beyond ASCII. */
function accentedLetters(bytes: Uint8Array): number[] {
  const found: number[] = []
  for (let at = 0; at < bytes.length && found.length < sampledLetters; at += 1) {
    if ((bytes[at] ?? 0) >= 0x80) found.push(at)
  }
  return found
}

const isLetter = (char: string): boolean => /\p{L}/u.test(char)

function letterScore(before: string, char: string, after: string): number {
  const around = Number(isLetter(before)) + Number(isLetter(after))
  if (char === '’') return isLetter(before) ? 3 : 0
  const likely = often.test(char) ? 3 : atTimes.test(char) ? 2 : hardlyEver.test(char) ? 1 : 0
  // Names begin with a capital. Behind a word, many a letter is the quotation mark or the ellipsis of another encoding.
  if (likely > 0 && /\p{Lu}/u.test(after)) return -1
  if (likely > 0 && around < 2) {
    return !isLetter(before) || neverLast.test(char) ? 0 : oftenLast.test(char) ? 1 : likely / 3
  }
  if (likely > 0) return likely
  if (capitals.test(char)) return /\p{Ll}/u.test(before) ? -2 : Math.min(around, 1)
  if (isLetter(char)) return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(char) ? -2 : 0
  // A space, a dash or quotation marks stand between words; other signs stand in no word.
  if (/[\s–—“”‘…•°®™©]/u.test(char)) return around === 2 ? 0 : 1
  return around > 0 ? -2 : 0
}
