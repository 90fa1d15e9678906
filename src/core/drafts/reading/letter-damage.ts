import { isAscii } from 'node:buffer'
import { fileNotes } from './file-messages.ts'

/** Letters of a text that were damaged before it was read. */
export interface LetterDamage {
  /** Letters of another encoding: "Ã©" for "é". */
  readonly isDamaged: boolean
  /** Letters that were replaced by "\uFFFD". */
  readonly lost: number
}

export function findLetterDamage(text: string): LetterDamage {
  let lost = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) lost += 1
  return { isDamaged: /â€™|Ã©|Ã¨|Ã¶|Ã¼|Ã¡/.test(text), lost }
}

const undamaged: LetterDamage = { isDamaged: false, lost: 0 }
const signs = ['\u00C3', '\u00E2\u20AC', '\uFFFD'].map((sign) => Buffer.from(sign))

/** The same of whole lines of a UTF-8 text, which becomes a string only when it has signs of damage. */
export function findLetterDamageInBytes(bytes: Buffer): LetterDamage {
  if (isAscii(bytes) || !signs.some((sign) => bytes.includes(sign))) return undamaged
  return findLetterDamage(bytes.toString('utf8'))
}

/** Sentences about the letters of a whole text. */
export function letterNotes({ isDamaged, lost }: LetterDamage): string[] {
  return [...(isDamaged ? [fileNotes.damagedLetters] : []), ...(lost > 0 ? [fileNotes.lostLetters(lost)] : [])]
}
