/** One column of a grid. `widthPx` of a column is its least width: columns share what is left in proportion. */
export interface GridColumn {
  readonly key: string
  readonly title: string
  /** In pixels. */
  readonly width: number
  readonly editable?: boolean
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  readonly resizable?: boolean
}

/** A cell as it is shown. */
export interface GridCell {
  readonly text: string
  readonly tone?: 'error' | 'warning' | 'muted' | 'edited' | 'pending' | 'failed'
  /** Shown when the pointer rests on it; the text itself when absent. */
  readonly title?: string
  /** A short word or sign after the text ("was 3/4/2031"). */
  readonly mark?: string
  /** What the editor starts with, when it is not the text. */
  readonly editText?: string
}

export interface GridSort {
  readonly key: string
  readonly descending: boolean
}

/** Where the grid's focus is. Row -1 is the header. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows that fit in the view: what PageUp and PageDown move by. */
  readonly pageRows: number
}

/** Keys as the keyboard event has them; null: the key does not move the focus. The header is reached from the first row. */
export function moveInGrid(from: GridPosition, key: string, withCtrl: boolean, size: GridSize): GridPosition | null {
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  const at = (row: number, column: number): GridPosition => ({
    row: Math.min(lastRow, Math.max(-1, row)),
    column: Math.min(lastColumn, Math.max(0, column)),
  })
  switch (key) {
    case 'ArrowUp':
      return withCtrl ? at(0, from.column) : at(from.row - 1, from.column)
    case 'ArrowDown':
      return withCtrl ? at(lastRow, from.column) : at(from.row + 1, from.column)
    case 'ArrowLeft':
      return at(from.row, withCtrl ? 0 : from.column - 1)
    case 'ArrowRight':
      return at(from.row, withCtrl ? lastColumn : from.column + 1)
    case 'PageUp':
      return from.row < 0 ? from : at(Math.max(0, from.row - size.pageRows), from.column)
    case 'PageDown':
      return at(from.row + size.pageRows, from.column)
    case 'Home':
      return withCtrl ? at(Math.min(0, lastRow), 0) : at(from.row, 0)
    case 'End':
      return withCtrl ? at(lastRow, lastColumn) : at(from.row, lastColumn)
    default:
      return null
  }
}

/** The next cell to the right that can be changed, on this row or the one below; null at the end. */
export function nextEditable(from: GridPosition, columns: readonly GridColumn[], rows: number): GridPosition | null {
  const inRow = columns.findIndex((column, index) => index > from.column && column.editable)
  if (inRow >= 0) return { row: from.row, column: inRow }
  const first = columns.findIndex((column) => column.editable)
  return first >= 0 && from.row + 1 < rows ? { row: from.row + 1, column: first } : null
}

/** The one before it: to the left, or at the end of the row above; null at the beginning. */
export function previousEditable(from: GridPosition, columns: readonly GridColumn[]): GridPosition | null {
  const inRow = columns.findLastIndex((column, index) => index < from.column && column.editable)
  if (inRow >= 0) return { row: from.row, column: inRow }
  const last = columns.findLastIndex((column) => column.editable)
  return last >= 0 && from.row > 0 ? { row: from.row - 1, column: last } : null
}

/** The tracks of a row: a resized column has its width, the others share the rest in proportion to theirs. */
export function gridTracks(columns: readonly GridColumn[], resized: ReadonlyMap<string, number>): string {
  return columns
    .map((column) => {
      const width = resized.get(column.key)
      return width === undefined ? `minmax(${column.width}px, ${column.width}fr)` : `${width}px`
    })
    .join(' ')
}

/** The least width of a row, in pixels: below it the grid scrolls sideways. */
export const gridMinWidth = (columns: readonly GridColumn[], resized: ReadonlyMap<string, number>): number =>
  columns.reduce((sum, column) => sum + (resized.get(column.key) ?? column.width), 0)
