import { isWithoutValue, wordBreaks } from '../../fields/cell-text.ts'
import { CellCutter, maxCellLength, unixLineEnds } from './cell-length.ts'
import { fileNotes } from './file-messages.ts'
import { decodeEntities, mayHaveCodes } from './html-entities.ts'

/** The other C0 controls, without tab and line feed: nobody can see them. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const invisible = /[\u0000-\u0008\u000e-\u001b]/g
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const anyControl = /[\u0000-\u0008\u000b-\u001f\u0085\u2028\u2029]/

// oxlint-disable-next-line no-control-regex -- the pattern searches for NULs
const nuls = /\u0000+/g
const endsText = new Set(['', '"', "'", ',', ';', '|', '\t', '\n'])

/** Without the NULs that fill up a field or a block, and blanks for those between columns of a fixed width. One alone stands inside of a word. */
const withoutFilling = (text: string): string =>
  text.replace(nuls, (run, at: number) => {
    if (endsText.has(text.charAt(at + run.length))) return ''
    return run.length > 1 ? ' '.repeat(run.length) : run
  })

/** Whether a text has control characters other than tab and line feed. */
export const hasControlCharacters = (text: string): boolean => anyControl.test(text)

/** Whether a text without control characters may have to be tidied or counted. Nearly all texts are not. */
export const isUnusual = (text: string): boolean =>
  text.length > maxCellLength || mayHaveCodes(text) || isWithoutValue(text)

/** A text with LF line ends, blanks for control characters that part words, and without the others. NULs that fill up are not counted. */
export function withoutControls(text: string): {
  readonly text: string
  readonly removed: number
  readonly replaced: number
  readonly isPadded: boolean
} {
  const lines = unixLineEnds(text)
  if (!anyControl.test(lines)) return { text: lines, removed: 0, replaced: 0, isPadded: false }
  const filled = withoutFilling(lines)
  const clean = filled.replace(invisible, '')
  const removed = filled.length - clean.length
  const replaced = clean.match(wordBreaks)?.length ?? 0
  return { text: clean.replace(wordBreaks, ' '), removed, replaced, isPadded: filled !== lines }
}

/** What `withoutControls` changed, as sentences. */
export function controlNotes({ removed, replaced }: { readonly removed: number; readonly replaced: number }): string[] {
  return [
    ...(removed > 0 ? [fileNotes.controlCharacters(removed)] : []),
    ...(replaced > 0 ? [fileNotes.wordBreaks(replaced)] : []),
  ]
}

/** Tidies the texts of the cells of one sheet and counts what it changes. */
export class CellTexts {
  readonly #cutter = new CellCutter()
  readonly #controls = { removed: 0, replaced: 0 }
  #decoded = 0
  #firstDecoded = 0
  #withoutValue = 0
  #firstWithoutValue = 0

  /** The text of a cell: cut where it is too long, without control characters and codes of web pages. */
  tidy(text: string, row: number): string {
    if (!isUnusual(text) && !hasControlCharacters(text)) return text
    if (isWithoutValue(text)) this.addWithoutValue(row)
    const clean = withoutControls(this.#cutter.cut(text, row))
    this.#controls.removed += clean.removed
    this.#controls.replaced += clean.replaced
    const decoded = decodeEntities(clean.text)
    if (decoded !== clean.text) {
      if (this.#decoded === 0) this.#firstDecoded = row
      this.#decoded += 1
    }
    return decoded
  }

  /** Counts a cell that holds an error or a formula of a spreadsheet. */
  addWithoutValue(row: number): void {
    if (this.#withoutValue === 0) this.#firstWithoutValue = row
    this.#withoutValue += 1
  }

  notes(): string[] {
    const notes = controlNotes(this.#controls)
    if (this.#withoutValue > 0) notes.push(fileNotes.withoutValue(this.#withoutValue, this.#firstWithoutValue))
    if (this.#decoded > 0) notes.push(fileNotes.decodedEntities(this.#decoded, this.#firstDecoded))
    if (this.#cutter.count > 0) notes.push(fileNotes.cutCells(this.#cutter.count, this.#cutter.firstRow))
    return notes
  }
}
