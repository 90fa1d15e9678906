/**
 * The cells of a copied table, by row and column, as Excel and other spreadsheets put them on the clipboard: tabs between cells, and
 * quotes around a cell with tabs, quotes or line ends. A quote elsewhere is text. The line end after the last row is no row.
 */
export function pastedTable(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, end } = cellAt(text, at)
    row.push(cell)
    at = end + 1
    if (text[end] === '\t') {
      // A tab at the very end stands before an empty cell.
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    if (text[end] === '\r' && text[at] === '\n') at += 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

const cellEnd = /[\t\r\n]/g

/** A cell that begins at a place, and where it ends. */
function cellAt(text: string, start: number): { cell: string; end: number } {
  if (text[start] === '"') {
    const close = closingQuote(text, start + 1)
    if (close > 0) return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
  }
  cellEnd.lastIndex = start
  const end = cellEnd.exec(text)?.index ?? text.length
  return { cell: text.slice(start, end), end }
}

/** The quote that closes a cell; 0 when none does, so that the first one belongs to the text. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at += 1
    else return at + 1 === text.length || '\t\r\n'.includes(text[at + 1] ?? '') ? at : 0
  }
  return 0
}
