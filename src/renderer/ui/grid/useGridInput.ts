import { type ComputedRef, nextTick, type ShallowRef } from 'vue'
import { copyTable } from '../clipboard.ts'
import { textsOfRange } from './grid-cells.ts'
import { type GridCell, type GridColumn, type GridPosition, type GridRange, homeColumn, singleCell } from './grid.ts'
import { pastedTable } from './pasted-table.ts'
import { type ColumnMove, moveByOne } from './useColumnMove.ts'
import { useGridClipboard } from './useGridClipboard.ts'
import type { GridEditing } from './useGridEditing.ts'
import { useGridKeyboard } from './useGridKeyboard.ts'
import { useGridPointer } from './useGridPointer.ts'
import type { GridRangeInHand } from './useGridRange.ts'
import { useGridTicks } from './useGridTicks.ts'
import type { GridCommands, GridEmit, VirtualGridProps } from './virtual-grid.ts'

/** The parts of a grid that its keyboard, mouse and clipboard act on. */
export interface GridParts extends Pick<GridEditing, 'editor' | 'isEditing' | 'startEdit' | 'commit'> {
  readonly props: Pick<VirtualGridProps, 'columns' | 'rowCount' | 'rowPx' | 'editsRanges'>
  readonly emit: GridEmit
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>
  readonly marks: GridRangeInHand
  readonly active: Readonly<ShallowRef<GridPosition>>
  readonly tabStop: ComputedRef<GridPosition>
  readonly source: {
    columns(): readonly GridColumn[]
    cell(row: number, key: string): GridCell | null
  }
  keyOf(column: number): string
  indexOf(key: string): number
  focusAt(at: GridPosition, extend?: boolean): Promise<void>
  resizeBy(key: string, deltaPx: number): void
  fit(key: string): void
}

const isInside = ({ row, column }: GridPosition, { top, bottom, left, right }: GridRange): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** The keyboard, the mouse and the clipboard of a grid, and what a menu can do with its cells. */
export function useGridInput(grid: GridParts) {
  const { props, emit, marks, tabStop, keyOf, source, focusAt, isEditing, startEdit } = grid

  /** The cells that a command is about. Checkboxes and icons are none. */
  const selected = (): GridRange => {
    const range = marks.range.value ?? singleCell(tabStop.value)
    return { ...range, left: Math.min(Math.max(range.left, homeColumn(props.columns)), range.right) }
  }

  function editRange(kind: 'fillDown' | 'clearCells'): boolean {
    if (props.editsRanges) emit('editRange', { kind, range: selected() })
    return props.editsRanges ?? false
  }

  /** A menu is about the selected cells when it is opened on one of them, else about the cell under the pointer. */
  async function openMenu(at: GridPosition, point: { readonly x: number; readonly y: number } | null): Promise<void> {
    const range = marks.range.value
    if (at.row < 0 || !range || !isInside(at, range)) await focusAt(at)
    const element = grid.scroller.value?.querySelector<HTMLElement>(
      `[data-row="${at.row}"] > [data-column="${at.column}"]`,
    )
    const box = element?.getBoundingClientRect()
    const { x, y } = point ?? { x: (box?.left ?? 0) + 8, y: box?.bottom ?? 0 }
    emit('contextMenu', { row: at.row, key: keyOf(at.column), range: selected(), x, y })
  }

  /** The focus follows a heading that was moved by its own keys. */
  async function moveColumn(move: ColumnMove | null): Promise<void> {
    if (!move) return
    emit('moveColumn', move)
    await nextTick()
    if (grid.active.value.row === -1) await focusAt({ row: -1, column: Math.max(0, grid.indexOf(move.key)) })
  }

  const { onGridKey, onEditorKey } = useGridKeyboard(
    () => ({
      columns: props.columns,
      rowCount: props.rowCount,
      pageRows: Math.max(1, Math.floor((grid.scroller.value?.clientHeight ?? 0) / (props.rowPx ?? 1)) - 2),
      focus: tabStop.value,
      tabEdits: props.editsRanges ?? false,
    }),
    grid.editor,
    {
      focusAt: (at, extend) => void focusAt(at, extend),
      startEdit,
      moveEditor: (to) => void focusAt(to).then(() => startEdit(to)),
      commit: grid.commit,
      open: ({ row, column }) => emit('open', { row, key: keyOf(column), by: 'keyboard' }),
      sort: (key) => emit('sort', key),
      menu: (key) => emit('menu', key),
      resizeBy: grid.resizeBy,
      moveBy: (key, by) => void moveColumn(moveByOne(props.columns, key, by)),
      tickAll: () => emit('tickAll'),
      markAll: () => marks.all({ rows: props.rowCount, columns: props.columns.length }),
      markRows: (at) => marks.wholeRows(at, props.columns.length),
      unmark: marks.clear,
      act: (row, kind) => emit('rowAction', { row, kind }),
      pastEnd: () => emit('pastEnd'),
      contextMenu: (at) => void openMenu(at, null),
      editRange,
    },
  )

  const pointer = useGridPointer(grid.scroller, {
    isEditing,
    focusAt: (at, extend) => void focusAt(at, extend),
    selectRows: (at) => props.columns[at.column]?.selectsRow && marks.wholeRows(at, props.columns.length),
    tick: useGridTicks(source.columns, focusAt, (rows) => emit('tick', rows)),
    open({ row, column }) {
      const hasIcon = props.columns.some(({ opens }) => opens)
      const pressed = props.columns[column]
      // Where an icon opens the row, a press on another cell only selects it.
      if (hasIcon ? pressed?.opens : !pressed?.editable) emit('open', { row, key: keyOf(column), by: 'pointer' })
    },
    contextMenu: (at, point) => void openMenu(at, point),
    startEdit,
  })

  const clipboard = useGridClipboard({
    ...source,
    range: () => marks.range.value && selected(),
    focused: () => tabStop.value,
    isEditing: () => grid.editor.current.value !== null,
    canEdit: () => props.editsRanges ?? false,
    onCut: (range) => emit('editRange', { kind: 'clearCells', range }),
    onCopyFar: (range) => emit('copyFar', range),
    onPaste: (pasted) => emit('editRange', { kind: 'paste', ...pasted }),
  })

  const commands: GridCommands = {
    copy() {
      const rows = textsOfRange(selected(), source.columns(), source.cell)
      if (rows) copyTable(rows)
      else emit('copyFar', selected())
    },
    paste(text) {
      const texts = pastedTable(text)
      if (texts.length > 0) emit('editRange', { kind: 'paste', range: selected(), texts })
    },
    fillDown: () => void editRange('fillDown'),
    clear: () => void editRange('clearCells'),
    edit: () => startEdit(tabStop.value),
    focusActive: () => focusAt(tabStop.value, marks.range.value !== null),
    fitColumn: grid.fit,
  }

  return { onGridKey, onEditorKey, moveColumn, listeners: { ...clipboard, ...pointer }, commands }
}
