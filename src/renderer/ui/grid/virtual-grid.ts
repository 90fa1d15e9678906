import type { GridCell, GridColumn, GridRange, GridSort } from './grid.ts'

export interface VirtualGridProps {
  /** Name of the grid, for screen readers. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  readonly rowKey: (row: number) => string | number
  readonly cell: (row: number, key: string) => GridCell | null
  readonly sort?: GridSort | null
  /** Raise it to have the cells read again. */
  readonly version?: number
  /** What a row is drawn from, where rows arrive one by one. A row is drawn again only when this is another value. */
  readonly drawnFrom?: (row: number) => unknown
  /** Height of a row in pixels; the token --fc-row. */
  readonly rowPx?: number
  /** The row whose details are shown beside the grid. */
  readonly markedRow?: number | null
  /** As in a spreadsheet: cells can be pasted, filled down (Ctrl+D) and cleared (Delete), many at once; Tab edits the next cell. */
  readonly editsRanges?: boolean
  /** Ctrl+Enter opens the row of a cell that can be edited. */
  readonly opensRows?: boolean
  /** Of the checkbox in the heading of a column of checkboxes. */
  readonly allTicked?: 'none' | 'some' | 'all'
}

/** The same in the grid itself, with the values of those that are left out. */
export type GridProps = VirtualGridProps & Required<Omit<VirtualGridProps, 'drawnFrom'>>

/** A column moved before the column `before`, or to the end (null). */
export interface ColumnMove {
  readonly key: string
  readonly before: string | null
}

/**
 * A change of many cells. Pasted cells begin at the top left corner of `range`. `fillDown`: the first row is filled into the others; in a
 * range of one row, the row above it.
 */
export type RangeEdit =
  | { readonly kind: 'paste'; readonly range: GridRange; readonly texts: readonly (readonly string[])[] }
  | { readonly kind: 'fillDown' | 'clearCells'; readonly range: GridRange }

export interface GridMenuPlace {
  readonly row: number
  readonly key: string
  readonly range: GridRange
  readonly x: number
  readonly y: number
}

/** What a menu can do with the selected cells; exposed by `VirtualGrid`. */
export interface GridCommands {
  copy(): void
  /** `text`: as a spreadsheet puts it on the clipboard. */
  paste(text: string): void
  fillDown(): void
  clear(): void
  edit(): void
  /** Gives the focus back to the grid; the selection stays. */
  focusActive(): Promise<void>
  /** Makes a column as wide as its heading and the drawn cells. */
  fitColumn(key: string): void
}

export interface VirtualGridEvents {
  /** First and last visible row, also once at the start. */
  visible: [range: { first: number; last: number }]
  /** `rowKey` is that of the row where the editor was opened: the list may have been sorted since. */
  edit: [change: { rowKey: string | number; key: string; value: string }]
  /** Enter or a click on a cell that cannot be edited. */
  open: [at: { row: number; key: string; by: 'keyboard' | 'pointer' }]
  active: [at: { row: number; key: string }]
  sort: [key: string]
  menu: [key: string]
  /** Tab was pressed in the editor of the last cell that can be edited. */
  pastEnd: []
  rowAction: [action: { row: number; kind: 'delete' | 'toggle' }]
  /** The checkbox of a row was pressed; `from`: with Shift, the row that was pressed before. */
  tick: [rows: { row: number; from: number | null }]
  tickAll: []
  /** The selected cells changed; null: none but the focused one. */
  range: [range: GridRange | null]
  /** Cells are copied of which some are not loaded. */
  copyFar: [range: GridRange]
  /**
   * The menu of a cell, or of a heading (row -1), was asked for: right mouse button, Menu key or Shift+F10. `range`: the cells that it
   * is about. `x`, `y`: where it opens, in the window.
   */
  contextMenu: [menu: GridMenuPlace]
  editRange: [edit: RangeEdit]
  moveColumn: [move: ColumnMove]
  resizeColumn: [column: { key: string; widthPx: number }]
}

export type GridEmit = <E extends keyof VirtualGridEvents>(event: E, ...values: VirtualGridEvents[E]) => void
