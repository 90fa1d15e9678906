import { reactive, shallowRef } from 'vue'
import type { GridColumn } from '../../../../../src/renderer/ui/grid/grid.ts'
import { createGrid, type Grid } from '../../../../../src/renderer/ui/grid/useGrid.ts'
import type { GridProps } from '../../../../../src/renderer/ui/grid/virtual-grid.ts'
import { createToasts, type Toasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { withinScope } from '../../within-scope.ts'

export const gridColumns: readonly GridColumn[] = [
  { key: 'rego', title: 'Rego', width: 90, sortable: true, movable: true, menu: true },
  { key: 'name', title: 'Name', width: 160, editable: true },
  { key: 'box', title: '', width: 40, ticks: true },
]

export interface GridTwin {
  readonly grid: Grid
  readonly props: { -readonly [Key in keyof GridProps]: GridProps[Key] }
  /** What the grid told its owner, with the values, from the oldest. */
  readonly emitted: (readonly [event: string, ...values: readonly unknown[]])[]
  readonly toasts: Toasts
}

/** The parts of a grid of ten rows, without a page. The focus is on the name in the row 3. */
export function openGrid(changes: Partial<GridProps> = {}): GridTwin {
  const emitted: GridTwin['emitted'] = []
  const toasts = createToasts()
  const props = reactive<GridProps>({
    label: 'Customers',
    columns: gridColumns,
    rowCount: 10,
    rowKey: (row) => `key ${row}`,
    cell: (row, key) => ({ text: `${key} ${row}` }),
    sort: null,
    version: 0,
    rowPx: 36,
    markedRow: null,
    editsRanges: false,
    opensRows: true,
    allTicked: 'none',
    ...changes,
  })
  const emit = (event: string, ...values: readonly unknown[]): void => void emitted.push([event, ...values])
  const grid = withinScope(() => createGrid(props, emit, shallowRef(null), () => undefined), { toasts })
  grid.active.value = { row: 3, column: 1 }
  return { grid, props, emitted, toasts }
}
