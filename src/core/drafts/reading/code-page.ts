import type { TextEncoding } from '../../../contract/table-choices.ts'
import { encodingNames } from './encoding-names.ts'

/** The 8-bit encodings that dealers' systems write. */
export type CodePage = 'windows-1252' | 'macintosh' | 'cp850'

/** For the screen: "Mac Roman". */
export const codePageName = (page: CodePage): string => encodingNames[page]

interface Decoder {
  decode(bytes: Uint8Array): string
}

/** The characters of DOS 850 from 0x80 on. Its letters stand where those of DOS 437 stand. TextDecoder knows neither. */
const dosCharacters = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
].join('')

const dosDecoder: Decoder = {
  decode: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replaceAll(/[\u0080-\u00ff]/g, (char) => dosCharacters.charAt(char.charCodeAt(0) - 0x80)),
}

/** What reads bytes of an encoding. */
export const decoderOf = (encoding: TextEncoding, options?: { readonly ignoreBOM: boolean }): Decoder =>
  encoding === 'cp850' ? dosDecoder : new TextDecoder(encoding, options)

/** Enough accented letters to tell the encodings apart. */
const sampledLetters = 2_000
/** Nobody has to write Mac Roman with the line ends of other systems. */
const macWithLineFeeds = 0.8

/**
 * The code page whose letters make the likeliest words: a letter of the names of customers inside a word speaks for a reading, a sign or
 * a capital letter inside a word against it. Lone CRs are the line ends of old Macs, and no program of DOS writes them.
 */
export function guessCodePage(bytes: Uint8Array): CodePage {
  const letters = accentedLetters(bytes)
  const score = (page: CodePage): number => wordScore(bytes, letters, decoderOf(page))
  const isOfMac = !bytes.includes(0x0a) && bytes.includes(0x0d)
  const windows = score('windows-1252')
  const other: CodePage = isOfMac || macWithLineFeeds * score('macintosh') > score('cp850') ? 'macintosh' : 'cp850'
  const ofOther = score(other)
  return ofOther > windows || (ofOther === windows && isOfMac) ? other : 'windows-1252'
}

/** Small letters of the names of customers in Australia and New Zealand, by how often they have them. */
const letterWeights: ReadonlyMap<string, number> = new Map(
  (
    [
      ['éèëöüáíóñçä', 3],
      ['àâêîïôøåúò', 2],
      ['ìûùãõßæýÿœšž', 1],
    ] as const
  ).flatMap(([letters, weight]) => Array.from(letters, (letter) => [letter, weight] as const)),
)

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
  const weight = letterWeights.get(char)
  // At the edge of a word, many a letter is the quotation mark or the ellipsis of another code page.
  if (weight !== undefined) return /\p{Lu}/u.test(after) ? -1 : [0, weight / 3, weight][around]!
  if (char === '’') return isLetter(before) ? 3 : 0
  if (isLetter(char)) return /\p{Ll}/u.test(before) ? -2 : around / 2
  // A space, a dash or quotation marks stand between words; other signs stand in no word.
  if (/[\s–—“”‘…•°®™©]/u.test(char)) return around === 2 ? 0 : 2
  return around > 0 ? -2 : 0
}
