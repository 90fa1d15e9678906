import { safeCell } from '../../../contract/csv-injection.ts'

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
