import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CellStyle, writeXlsxStream } from 'hucre/xlsx'
import type { CsvCell } from './csv-text.ts'

const filled = (rgb: string): CellStyle => ({ fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb } } })

/** The most characters of a cell. */
export const longestCell = 32_767

const [narrowest, widest, measuredRows] = [8, 60, 200] as const

/** How wide the columns of a table are, in characters: for their titles and the first of its rows. */
export function columnWidths(titles: readonly string[], rows: readonly (readonly CsvCell[])[]): number[] {
  const measured = rows.slice(0, measuredRows)
  return titles.map((title, at) => {
    const longest = measured.reduce((width, row) => Math.max(width, String(row[at] ?? '').length), title.length)
    return Math.min(widest, Math.max(narrowest, longest) + 2)
  })
}

/** How the cells of a workbook are coloured that have an error or a warning. */
export const cellStyles = { error: filled('F9D5D3'), warning: filled('FDEBC8') } as const

/**
 * Loads what writes workbooks, each part in a turn of the event loop of its own: the library, which is a fifth of the program's code, and
 * Node's streams, whose first use compiles them.
 */
export async function loadWorkbookWriter(): Promise<typeof writeXlsxStream> {
  const library = await import('hucre/xlsx')
  await yieldToEventLoop()
  const { CompressionStream: Stream } = globalThis
  await yieldToEventLoop()
  void new Stream('deflate-raw')
  await yieldToEventLoop()
  return library.writeXlsxStream
}
