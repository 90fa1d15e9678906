import { nextTick } from 'vue'
import { expect, it } from 'vitest'
import { gridColumns, openGrid } from './grid-twin.ts'

it('selects from where the selection began to the newest end, whichever way it went', async () => {
  const { grid } = openGrid()
  grid.active.value = { row: 5, column: 2 }
  await grid.focusAt({ row: 6, column: 2 }, true)
  await grid.focusAt({ row: 3, column: 0 }, true)
  expect(grid.range.value).toEqual({ top: 3, bottom: 5, left: 0, right: 2 })
  expect(grid.unmark()).toBe(true)
  expect(grid.unmark()).toBe(false)
})

it('selects all cells, but none in an empty grid', () => {
  const { grid, props } = openGrid()
  grid.selectAll()
  expect(grid.range.value).toEqual({ top: 0, bottom: 9, left: 0, right: 2 })
  props.rowCount = 0
  grid.selectAll()
  expect(grid.range.value).toBeNull()
})

it('selects the whole rows of the selected cells', async () => {
  const { grid } = openGrid()
  await grid.focusAt({ row: 4, column: 1 }, true)
  grid.selectRows(grid.active.value)
  expect(grid.range.value).toEqual({ top: 3, bottom: 4, left: 0, right: 2 })
})

it('keeps focus and selection within rows and columns that become fewer', async () => {
  const { grid, props } = openGrid()
  await grid.focusAt({ row: 8, column: 2 }, true)
  props.rowCount = 6
  await nextTick()
  expect(grid.active.value).toEqual({ row: 5, column: 2 })
  expect(grid.range.value).toBeNull()
  props.columns = gridColumns.slice(0, 2)
  await nextTick()
  expect(grid.active.value).toEqual({ row: 5, column: 1 })
})

it('has its tab stop in the headings while it is empty', () => {
  expect(openGrid({ rowCount: 0 }).grid.tabStop.value).toEqual({ row: -1, column: 1 })
})

it('opens a menu for the selected cells when it is opened on one of them, else for the cell under the pointer', async () => {
  const { grid, emitted } = openGrid()
  await grid.focusAt({ row: 5, column: 1 }, true)
  await grid.openMenu({ row: 4, column: 1 }, { x: 7, y: 9 })
  const range = { top: 3, bottom: 5, left: 1, right: 1 }
  expect(emitted.at(-1)).toEqual(['contextMenu', { row: 4, key: 'name', range, x: 7, y: 9 }])
  await grid.openMenu({ row: 7, column: 0 }, { x: 7, y: 9 })
  expect(emitted.at(-1)?.[1]).toMatchObject({ key: 'rego', range: { top: 7, bottom: 7, left: 0, right: 0 } })
  expect(grid.active.value).toEqual({ row: 7, column: 0 })
})
