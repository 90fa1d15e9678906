import { maxShortText } from '../packed/cell-bytes.ts'

/** A text that the user typed, as the bytes of a cell (`cell-bytes.ts`): it is then read as those of the file are. */
export class TextCell {
  readonly bytes = Buffer.alloc(1 + maxShortText)

  /** False: the text is empty, too long, or UTF-8 cannot hold it. */
  write(text: string): boolean {
    // A character takes at most three bytes.
    if (text === '' || 3 * text.length > maxShortText || !text.isWellFormed()) return false
    this.bytes[0] = this.bytes.write(text, 1)
    return true
  }

  get length(): number {
    return this.bytes[0] ?? 0
  }
}
