import { describe, expect, test } from 'vitest'
import {
  type GridColumn,
  moveInGrid,
  nextEditable,
  previousEditable,
} from '../../../../../src/renderer/ui/grid/grid.ts'

const size = { rows: 1000, columns: 4, pageRows: 20 }

describe('the keyboard of a spreadsheet', () => {
  test.each([
    [{ row: 5, column: 1 }, 'ArrowDown', false, { row: 6, column: 1 }],
    [{ row: 999, column: 1 }, 'ArrowDown', false, { row: 999, column: 1 }],
    [{ row: 5, column: 1 }, 'ArrowDown', true, { row: 999, column: 1 }],
    // The heading is one step above the first row, for sorting without a mouse.
    [{ row: 0, column: 1 }, 'ArrowUp', false, { row: -1, column: 1 }],
    [{ row: -1, column: 1 }, 'ArrowUp', false, { row: -1, column: 1 }],
    [{ row: -1, column: 1 }, 'ArrowDown', false, { row: 0, column: 1 }],
    [{ row: 5, column: 0 }, 'ArrowLeft', false, { row: 5, column: 0 }],
    [{ row: 5, column: 2 }, 'ArrowRight', false, { row: 5, column: 3 }],
    [{ row: 5, column: 3 }, 'ArrowRight', false, { row: 5, column: 3 }],
    [{ row: 5, column: 1 }, 'PageDown', false, { row: 25, column: 1 }],
    [{ row: 990, column: 1 }, 'PageDown', false, { row: 999, column: 1 }],
    [{ row: 5, column: 1 }, 'PageUp', false, { row: 0, column: 1 }],
    [{ row: 5, column: 2 }, 'Home', false, { row: 5, column: 0 }],
    [{ row: 5, column: 2 }, 'End', false, { row: 5, column: 3 }],
    [{ row: 5, column: 2 }, 'Home', true, { row: 0, column: 0 }],
    [{ row: 5, column: 2 }, 'End', true, { row: 999, column: 3 }],
  ])('from %o by %s (Ctrl %s) to %o', (from, key, withCtrl, to) => {
    expect(moveInGrid(from, key, withCtrl, size)).toEqual(to)
  })

  test('a letter does not move', () => {
    expect(moveInGrid({ row: 5, column: 1 }, 'x', false, size)).toBeNull()
  })

  test('an empty grid keeps the focus in its header', () => {
    expect(moveInGrid({ row: -1, column: 0 }, 'ArrowDown', false, { rows: 0, columns: 4, pageRows: 5 })).toEqual({
      row: -1,
      column: 0,
    })
  })
})

const columns: GridColumn[] = [
  { key: 'row', title: 'Row', width: 60 },
  { key: 'rego', title: 'Rego', width: 90, editable: true },
  { key: 'state', title: 'State', width: 70 },
  { key: 'name', title: 'Name', width: 160, editable: true },
]

describe('Tab while changing', () => {
  test('goes over the columns that cannot be changed, then to the next row', () => {
    expect(nextEditable({ row: 3, column: 1 }, columns, 10)).toEqual({ row: 3, column: 3 })
    expect(nextEditable({ row: 3, column: 3 }, columns, 10)).toEqual({ row: 4, column: 1 })
    expect(nextEditable({ row: 9, column: 3 }, columns, 10)).toBeNull()
  })
  test('and back again', () => {
    expect(previousEditable({ row: 4, column: 1 }, columns)).toEqual({ row: 3, column: 3 })
    expect(previousEditable({ row: 3, column: 3 }, columns)).toEqual({ row: 3, column: 1 })
    expect(previousEditable({ row: 0, column: 1 }, columns)).toBeNull()
  })
})
