import { describe, expect, test } from 'vitest'
import {
  type GridColumn,
  gridMinWidth,
  gridTracks,
  moveInGrid,
  nextEditable,
  pinnedCount,
  pinnedEdges,
  previousEditable,
} from '../../../../../src/renderer/ui/grid/grid.ts'
import { movedKeys, moveByOne } from '../../../../../src/renderer/ui/grid/useColumnMove.ts'
import { useGridRange } from '../../../../../src/renderer/ui/grid/useGridRange.ts'
import { useGridEditor } from '../../../../../src/renderer/ui/grid/useGridEditor.ts'

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

test('a resized column has its width, the others share the rest', () => {
  const resized = new Map([['rego', 140]])
  expect(gridTracks(columns, resized)).toBe('minmax(60px, 60fr) 140px minmax(70px, 70fr) minmax(160px, 160fr)')
  expect(gridMinWidth(columns, resized)).toBe(60 + 140 + 70 + 160)
})

describe('columns that stay', () => {
  const pinned = columns.map((column, at) => (at < 2 ? { ...column, pinned: true } : column))
  test('are the pinned ones, or the first', () => {
    expect(pinnedCount(columns)).toBe(1)
    expect(pinnedCount(pinned)).toBe(2)
  })
  test('have their exact width, so that the next one knows where it begins', () => {
    expect(gridTracks(pinned, new Map([['row', 70]]))).toBe('70px 90px minmax(70px, 70fr) minmax(160px, 160fr)')
    expect(pinnedEdges(pinned, new Map([['row', 70]]))).toEqual([0, 70, 160])
  })
})

describe('a range of cells', () => {
  test('reaches from where it began to the newest end, whichever way it went', () => {
    const marks = useGridRange()
    marks.extend({ row: 5, column: 2 }, { row: 6, column: 2 })
    marks.extend({ row: 6, column: 2 }, { row: 3, column: 0 })
    expect(marks.range.value).toEqual({ top: 3, bottom: 5, left: 0, right: 2 })
    expect(marks.clear()).toBe(true)
    expect(marks.clear()).toBe(false)
  })
  test('of all cells is none in an empty grid', () => {
    const marks = useGridRange()
    marks.all({ rows: 3, columns: 2 })
    expect(marks.range.value).toEqual({ top: 0, bottom: 2, left: 0, right: 1 })
    marks.all({ rows: 0, columns: 2 })
    expect(marks.range.value).toBeNull()
  })
})

describe('a column that goes elsewhere', () => {
  const movable = columns.map((column) => ({ ...column, movable: column.key !== 'row' }))
  test('by one place, among those that may move', () => {
    expect(moveByOne(movable, 'state', -1)).toEqual({ key: 'state', before: 'rego' })
    expect(moveByOne(movable, 'state', 1)).toEqual({ key: 'state', before: null })
    expect(moveByOne(movable, 'rego', 1)).toEqual({ key: 'rego', before: 'name' })
    expect(moveByOne(movable, 'rego', -1)).toBeNull()
    expect(moveByOne(movable, 'name', 1)).toBeNull()
  })
  test('stands before the one that was named, or at the end', () => {
    expect(movedKeys(['a', 'b', 'c'], { key: 'c', before: 'a' })).toEqual(['c', 'a', 'b'])
    expect(movedKeys(['a', 'b', 'c'], { key: 'a', before: null })).toEqual(['b', 'c', 'a'])
  })
})

describe('the one editor', () => {
  test('gives a change once, and nothing when the text is as it was', () => {
    const editor = useGridEditor()
    editor.start({ row: 2, column: 1, rowKey: 'k' }, 'ABC123')
    expect(editor.commit()).toBeNull()

    editor.start({ row: 2, column: 1, rowKey: 'k' }, 'ABC123')
    editor.type('ABC124')
    expect(editor.commit()).toEqual({ row: 2, column: 1, rowKey: 'k', before: 'ABC123', text: 'ABC124' })
    expect(editor.current.value).toBeNull()
    expect(editor.commit()).toBeNull()
  })

  test('moves with its row, and keeps the text', () => {
    const editor = useGridEditor()
    editor.move(4)
    expect(editor.current.value).toBeNull()
    editor.start({ row: 2, column: 1, rowKey: 'k' }, 'ABC123', 'X')
    editor.move(4)
    expect(editor.commit()).toEqual({ row: 4, column: 1, rowKey: 'k', before: 'ABC123', text: 'X' })
  })

  test('opened by a letter, the letter takes the place of the text', () => {
    const editor = useGridEditor()
    editor.start({ row: 2, column: 1, rowKey: 'k' }, 'ABC123', 'X')
    expect(editor.current.value?.text).toBe('X')
    editor.cancel()
    expect(editor.current.value).toBeNull()
  })
})
