import { fileNotes } from './file-messages.ts'

/** Letters of a text that were damaged before it was read. */
export class LetterDamage {
  /** Letters of another encoding: "Ã©" for "é". */
  #isDamaged = false
  /** Letters that were replaced by "\uFFFD". */
  #lost = 0

  /** Looks for damage in whole lines. */
  find(text: string): void {
    for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) this.#lost += 1
    this.#isDamaged ||= /â€™|Ã©|Ã¨|Ã¶|Ã¼|Ã¡/.test(text)
  }

  notes(): string[] {
    return [
      ...(this.#isDamaged ? [fileNotes.damagedLetters] : []),
      ...(this.#lost > 0 ? [fileNotes.lostLetters(this.#lost)] : []),
    ]
  }
}
