import type { SourceCell } from '../../fields/source-cell.ts'

/** The most characters that a cell of Excel holds. A text file or a damaged workbook can hold more in one cell. */
export const maxCellLength = 32_767
/** The most characters of a cell that is read as a customer field. The longest real names and notes are far shorter. */
export const maxFieldLength = 500

/** A text of at most `length` characters and "…", or the text itself when it is short enough. */
export function shortenText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, cutAt(text, length))}…` : text
}

/** The cell with its text shortened. */
export function shortenCell(cell: SourceCell, length: number): SourceCell {
  return typeof cell === 'string' ? shortenText(cell, length) : cell
}

/** A text with the line ends that cells have. */
export const unixLineEnds = (text: string): string =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text

/** Where to cut: never between the two halves of a character. */
function cutAt(text: string, length: number): number {
  const last = text.charCodeAt(length - 1)
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length
}

/** Whether a saved cell was cut when the file was read: only the "…" of a cut makes it longer than the limit. */
export const wasCut = (cell: SourceCell): boolean => typeof cell === 'string' && cell.length > maxCellLength

/** Cuts the cells of one sheet and counts them. */
export class CellCutter {
  /** Cells that share one long text share its cut as well. */
  readonly #cuts = new Map<string, string>()
  /** Cells that were cut. */
  count = 0
  /** The row of the first of them. */
  firstRow = 0

  /** The text, cut after 32,767 characters. */
  cut(text: string, row: number): string {
    if (text.length <= maxCellLength) return text
    const known = this.#cuts.get(text)
    if (known !== undefined) {
      this.count += 1
      return known
    }
    // Lines are counted with one character at their end, as Excel does.
    const start = unixLineEnds(text.slice(0, 2 * maxCellLength))
    if (start.length <= maxCellLength && text.length <= 2 * maxCellLength) return start
    if (this.count === 0) this.firstRow = row
    this.count += 1
    // Ends exactly one character above the limit, so that `wasCut` recognises it.
    const cut = separate(`${start.slice(0, cutAt(start, maxCellLength)).padEnd(maxCellLength, ' ')}…`)
    this.#cuts.set(text, cut)
    return cut
  }
}

/** A copy: a slice of a string keeps the whole string in memory. */
const separate = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
