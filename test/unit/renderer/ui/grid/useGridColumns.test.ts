import { describe, expect, test } from 'vitest'
import { type GridColumn, pinnedCount } from '../../../../../src/renderer/ui/grid/grid.ts'
import {
  gridMinWidth,
  gridTracks,
  movedKeys,
  moveByOne,
  pinnedEdges,
} from '../../../../../src/renderer/ui/grid/useGridColumns.ts'

const columns: GridColumn[] = [
  { key: 'row', title: 'Row', width: 60 },
  { key: 'rego', title: 'Rego', width: 90, editable: true },
  { key: 'state', title: 'State', width: 70 },
  { key: 'name', title: 'Name', width: 160, editable: true },
]

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
