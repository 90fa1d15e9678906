import { nextTick } from 'vue'
import { expect, it } from 'vitest'
import { openGrid } from './grid-twin.ts'

const at = { row: 2, column: 1 }

/** Edits the name of a row that is then removed from the list. */
async function loseRow(type: string | null) {
  const twin = openGrid()
  twin.grid.startEdit(at)
  if (type !== null) twin.grid.typeText(type)
  twin.props.rowKey = (row) => `other key ${row}`
  await nextTick()
  return twin
}

it('says what was typed when the edited row leaves the list, and nothing was typed when its text is the old one', async () => {
  const noticeOf = async (type: string | null) => (await loseRow(type)).toasts.shown.value[0]?.text
  expect(await noticeOf('Anne')).toMatch(/Nothing was changed\. You had typed: Anne$/)
  expect(await noticeOf(null)).toMatch(/Nothing was changed\.$/)
})

it('edits no other cell after that, until the user chooses one: the next letters are meant for the row that left', async () => {
  const { grid, emitted } = await loseRow('Anne')
  grid.startEdit(at, 'x')
  expect(grid.edit.value).toBeNull()
  expect(emitted).toEqual([])
  await grid.focusAt(at)
  grid.startEdit(at, 'x')
  expect(grid.edit.value?.text).toBe('x')
})

it('saves a change once, and nothing when the text is as it was', () => {
  const { grid, emitted } = openGrid()
  grid.startEdit(at)
  grid.commit()
  expect(emitted).toEqual([])

  grid.startEdit(at)
  grid.typeText('Anne')
  grid.commit()
  grid.commit()
  expect(grid.edit.value).toBeNull()
  expect(emitted).toEqual([['edit', { rowKey: 'key 2', key: 'name', value: 'Anne' }]])
})

it('moves with its row, and keeps the text', async () => {
  const { grid, props, emitted } = openGrid()
  grid.startEdit(at, 'X')
  props.rowKey = (row) => `key ${row - 2}`
  await nextTick()
  expect(grid.edit.value).toMatchObject({ row: 4, text: 'X' })
  expect(grid.active.value).toEqual({ row: 4, column: 1 })
  // Its element is drawn at another place, which takes the focus away for a moment.
  grid.onEditorBlur()
  expect(emitted).toEqual([])
  await nextTick()
  grid.onEditorBlur()
  expect(emitted).toEqual([['edit', { rowKey: 'key 2', key: 'name', value: 'X' }]])
})

it('opens with the text of the cell, or with the letter that opened it, and changes nothing when it is cancelled', () => {
  const { grid, emitted } = openGrid({ cell: () => ({ text: '3/4/2031', editText: '2031-04-03' }) })
  grid.startEdit(at)
  expect(grid.edit.value?.text).toBe('2031-04-03')
  grid.startEdit(at, 'X')
  expect(grid.edit.value?.text).toBe('X')
  grid.cancelEdit()
  grid.commit()
  expect(emitted).toEqual([])
})

it('opens for no cell that cannot be edited or is loading', () => {
  const { grid } = openGrid({ cell: (row) => (row === 2 ? null : { text: 'x' }) })
  grid.startEdit(at)
  grid.startEdit({ row: 3, column: 0 })
  expect(grid.edit.value).toBeNull()
})
