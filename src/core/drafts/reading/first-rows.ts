import { cellText, type SourceRow } from '../../fields/source-cell.ts'

/** What is shown of a file while it is read: a few rows, as far as they fit on a screen. */
const shownRows = 8
const shownColumns = 30
const shownCharacters = 80

/** The first rows as texts. */
export function firstRows(rows: Iterable<SourceRow>): string[][] {
  const shown: string[][] = []
  for (const { cells } of rows) {
    shown.push(cells.slice(0, shownColumns).map((cell) => cellText(cell).slice(0, shownCharacters)))
    if (shown.length === shownRows) break
  }
  return shown
}
