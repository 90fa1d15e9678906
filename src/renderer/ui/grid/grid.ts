/** One column of a grid. The width of a column is its least one, in pixels: columns share what is left in proportion. */
export interface GridColumn {
  readonly key: string
  readonly title: string
  readonly titleHidden?: boolean
  readonly width: number
  /** Has its width, whatever room there is. */
  readonly fixed?: boolean
  readonly editable?: boolean
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  /** Its heading has a menu: a button, and Alt+Down. `filtered`: rows are filtered by the column. */
  readonly menu?: boolean
  readonly filtered?: boolean
  readonly resizable?: boolean
  /** Can be put elsewhere by dragging its heading. */
  readonly movable?: boolean
  /** Stays when the grid is scrolled sideways. Pinned columns come first; without any, the first column stays. */
  readonly pinned?: boolean
  /** A press on one of its cells selects the whole row. */
  readonly selectsRow?: boolean
  /** Holds the checkbox that selects the row. */
  readonly ticks?: boolean
  /** Holds the icon that opens the row. */
  readonly opens?: boolean
}

export interface GridCell {
  readonly text: string
  readonly tone?: 'error' | 'warning' | 'muted' | 'edited' | 'pending' | 'saved' | 'failed' | 'conflict' | 'leaving'
  /** Shown when the pointer rests on it; the text itself when absent. */
  readonly title?: string
  /** A short word or sign after the text ("was 3/4/2031"). */
  readonly mark?: string
  /** What the editor starts with, when it is not the text. */
  readonly editText?: string
  /** What a copy contains instead of the text. Copies with such a cell are made by the owner of the grid (`copyFar`). */
  readonly copyText?: string
  /** In a column of checkboxes: whether the row is selected. */
  readonly ticked?: boolean
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

/** Some cells in a rectangle; rows and columns are counted from 0, and both ends belong to it. */
export interface GridRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Rows and columns of a selection, without checkboxes and icons. */
export const selectionSize = (
  { top, bottom, left, right }: GridRange,
  columns: readonly GridColumn[],
): { readonly rows: number; readonly columns: number } => ({
  rows: bottom - top + 1,
  columns: columns.slice(left, right + 1).filter(({ ticks, opens }) => !ticks && !opens).length,
})

/** The rectangle between two cells. */
export const rangeBetween = (a: GridPosition, b: GridPosition): GridRange => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

/** The texts of a range without the checkboxes; null where a row is not loaded or the owner of the grid has to copy a cell itself. */
export function textsOfRange(
  { top, bottom, left, right }: GridRange,
  columns: readonly GridColumn[],
  cell: (row: number, key: string) => GridCell | null,
): string[][] | null {
  const copied = columns.slice(left, right + 1).filter((column) => !column.ticks && !column.opens)
  const rows: string[][] = []
  for (let row = top; row <= bottom; row += 1) {
    const cells = copied.map(({ key }) => cell(row, key))
    if (cells.some((each) => each === null || each.copyText !== undefined)) return null
    rows.push(cells.map((each) => each?.text ?? ''))
  }
  return rows
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows that fit in the view: what PageUp and PageDown move by. */
  readonly pageRows: number
  /** Where Home goes: past the boxes. */
  readonly homeColumn?: number
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
      return at(withCtrl ? Math.min(0, lastRow) : from.row, size.homeColumn ?? 0)
    case 'End':
      return withCtrl ? at(lastRow, lastColumn) : at(from.row, lastColumn)
    default:
      return null
  }
}

/** The first column that holds something of the row itself. */
export const homeColumn = (columns: readonly GridColumn[]): number =>
  Math.max(
    0,
    columns.findIndex((column) => !column.ticks && !column.opens),
  )

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

/** More pinned columns would leave no room to scroll the others. */
export const maxPinned = 4

/** How many columns at the left stay when the grid is scrolled sideways. */
export const pinnedCount = (columns: readonly GridColumn[]): number => {
  const notPinned = columns.findIndex((column) => !column.pinned)
  return Math.max(1, notPinned < 0 ? columns.length : notPinned)
}
