import type { PlainLayout } from '../model/draft-source.ts'
import type { PlainForm } from './plain-form.ts'

/** What is counted while a plain text is read, beside its cells, so that it can be written again as it was. */
export class PlainSigns {
  /** Cells in quotes that need none, and cells without quotes. */
  needlessQuotes = 0
  unquoted = 0
  /** Cells without quotes that have one in their text. */
  quotesInText = 0
  /** Records by the way they end, the last one without a line end among them. */
  linesLf = 0
  linesCrlf = 0
  linesWithoutEnd = 0
  /** Line ends in cells; CR LF among them. */
  lineBreaks = 0
  carriageReturns = 0
  /** A record is kept in another way than it stands in the file. */
  isLost = false

  /** The layout of a file with so many rows, blank ones included; null: its cells are not enough to write it again. */
  layout({ delimiter, markBytes }: PlainForm, rows: number): PlainLayout | null {
    const { linesLf, linesCrlf, lineBreaks, carriageReturns } = this
    const isMixed = (linesLf > 0 && linesCrlf > 0) || (carriageReturns > 0 && carriageReturns < lineBreaks)
    if (this.isLost || isMixed) return null
    const areNeeded = this.needlessQuotes === 0 && this.quotesInText === 0
    if (!areNeeded && this.unquoted > 0) return null
    return {
      delimiter,
      mark: markBytes > 0,
      quotes: areNeeded ? 'needed' : 'all',
      lineEnd: linesCrlf > 0 ? 'crlf' : 'lf',
      lineEndInCells: carriageReturns > 0 ? 'crlf' : 'lf',
      endsWithLine: this.linesWithoutEnd === 0,
      rows,
    }
  }
}
