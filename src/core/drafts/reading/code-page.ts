/** The 8-bit encodings that dealers' systems write. */
export type CodePage = 'windows-1252' | 'macintosh'

export const codePageNames: Readonly<Record<CodePage, string>> = {
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
}

/** Enough accented letters to tell the encodings apart. */
const sampledLetters = 2_000

/**
 * Windows-1252 or Mac Roman, by the words that result: an accented small letter inside a word speaks for a reading, a
 * sign or a capital letter inside a word against it. Lone CRs, the line ends of old Macs, decide when the words do not.
 */
export function guessCodePage(bytes: Uint8Array): CodePage {
  const letters = accentedLetters(bytes)
  const windows = wordScore(bytes, letters, new TextDecoder('windows-1252'))
  const mac = wordScore(bytes, letters, new TextDecoder('macintosh'))
  if (windows === mac) return !bytes.includes(0x0a) && bytes.includes(0x0d) ? 'macintosh' : 'windows-1252'
  return mac > windows ? 'macintosh' : 'windows-1252'
}

interface Decoder {
  decode(bytes: Uint8Array): string
}

/** Letters of the names that dealers' customers have. */
const common = /[éèêëáàâäãåíìîïóòôöõøúùûüñçßæ]/
const commonCapitals = /[ÉÈÊËÁÀÂÄÃÅÍÌÎÏÓÒÔÖÕØÚÙÛÜÑÇÆ]/

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
  const inWord = isLetter(before) || isLetter(after)
  if (common.test(char)) return /\p{Lu}/u.test(after) ? -1 : inWord ? 2 : 0
  if (char === '’') return isLetter(before) ? 2 : 0
  if (commonCapitals.test(char)) return /\p{Ll}/u.test(before) ? -2 : inWord ? 1 : 0
  if (isLetter(char)) return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(char) ? -2 : 0
  // A space, a dash or quotation marks stand between words; other signs stand in no word.
  if (/[\s–—“”‘…•°®™©]/u.test(char)) return 1
  return inWord ? -2 : 0
}
