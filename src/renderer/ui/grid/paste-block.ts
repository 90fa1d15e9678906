import type { GridRange } from './grid.ts'

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
