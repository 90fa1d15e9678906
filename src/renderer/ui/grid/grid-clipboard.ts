import { safeCell } from '../../../contract/csv-injection.ts'
import { type GridRange, textsOfRange } from './grid.ts'
import type { Grid } from './useGrid.ts'

const quoted = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

/** Rows as a spreadsheet takes them from the clipboard: cells between tabs. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((text) => quoted(safeCell(text))).join('\t'))
  // Without a line end, an empty line at the end would be no row.
  return lines.join('\r\n') + (lines.at(-1) === '' ? '\r\n' : '')
}

/** The same with every cell marked as text, so that a rego like 1E5 and the zero before a mobile stay what they are. */
export function tableHtml(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `<td style='mso-number-format:"\\@"'>${escaped(safeCell(text))}</td>`
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`
}

/** Fills the clipboard while its `copy` event is under way. A single cell goes as plain text, without quotes. */
export function putTable(clipboard: DataTransfer, rows: readonly (readonly string[])[]): void {
  const only = rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : undefined
  clipboard.setData('text/plain', only === undefined ? tableText(rows) : safeCell(only))
  if (only === undefined) clipboard.setData('text/html', tableHtml(rows))
}

/**
 * Puts a table on the clipboard, for a spreadsheet and as text. False when the browser refuses. It uses the page's own
 * copy event, because the asynchronous clipboard removes the styles that keep a rego like 1E5 a text in Excel.
 */
export function copyTable(rows: readonly (readonly string[])[]): boolean {
  const fill = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return
    putTable(event.clipboardData, rows)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', fill, { capture: true, once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', fill, { capture: true })
  return copied
}

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

/** The size of the area that a block of cells is pasted into. */
export interface PasteArea {
  readonly rows: number
  readonly columns: number
}

const repeated = (selected: number, own: number): number => (selected % own === 0 ? selected : own)

/**
 * As in Excel, a block fills cells beyond the selection. It is repeated over the selected cells when their number of rows or columns is
 * a multiple of its own.
 */
export function pasteArea(texts: readonly (readonly string[])[], selection: GridRange): PasteArea {
  const height = Math.max(1, texts.length)
  const width = Math.max(1, ...texts.map((row) => row.length))
  return {
    rows: repeated(selection.bottom - selection.top + 1, height),
    columns: repeated(selection.right - selection.left + 1, width),
  }
}

/** The block with its repetitions. */
export function pastedBlock(texts: readonly (readonly string[])[], selection: GridRange): string[][] {
  const area = pasteArea(texts, selection)
  const width = Math.max(1, ...texts.map((row) => row.length))
  return Array.from({ length: area.rows }, (_row, row) => {
    const own = texts[row % texts.length] ?? []
    if (area.columns === width) return [...own]
    return Array.from({ length: area.columns }, (_column, column) => own[column % width] ?? '')
  })
}

/** Selected cells are copied as a table, and the cells of a copied table are passed on. */
export function useGridClipboard({ props, emit, tabStop, edit, selected }: Grid) {
  /** Copies the selected cells by `put`. The owner of the grid copies cells that are not loaded, or not copied as they are shown. */
  function copyBy(put: (rows: readonly (readonly string[])[]) => void): void {
    const rows = textsOfRange(selected(), props.columns, props.cell)
    if (rows) put(rows)
    else emit('copyFar', selected())
  }
  /** False when there is nothing to paste. */
  function paste(text: string): boolean {
    const texts = pastedTable(text)
    if (texts.length > 0) emit('editRange', { kind: 'paste', range: selected(), texts })
    return texts.length > 0
  }

  /** What an event about cells copies or pastes; null: the event is for something else. */
  const dataOf = ({ clipboardData }: ClipboardEvent): DataTransfer | null =>
    edit.value || tabStop.value.row < 0 ? null : clipboardData
  function onCopy(event: ClipboardEvent): void {
    const data = dataOf(event)
    if (!data) return
    event.preventDefault()
    copyBy((rows) => putTable(data, rows))
  }

  return {
    copy: (): void => copyBy(copyTable),
    paste,
    /** The handlers of the clipboard's events, by event. */
    clipboard: {
      copy: onCopy,
      cut(event: ClipboardEvent): void {
        if (!props.editsRanges || !dataOf(event)) return
        onCopy(event)
        emit('editRange', { kind: 'clearCells', range: selected() })
      },
      paste(event: ClipboardEvent): void {
        const data = props.editsRanges ? dataOf(event) : null
        if (data && paste(data.getData('text/plain'))) event.preventDefault()
      },
    },
  }
}
