import { safeCell } from '../../contract/csv-injection.ts'
import { putTable } from './grid/clipboard-table.ts'

/**
 * Puts text on the clipboard, so that a spreadsheet does not run it. False when the browser refuses: the page is not in
 * front, too much time has gone since the click, or the permission is missing. The browser gives no other reason.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(safeCell(text))
    return true
  } catch {
    return false
  }
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
