import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { GridColumn } from '../../../../../src/renderer/ui/grid/grid.ts'
import { useGridKeyboard } from '../../../../../src/renderer/ui/grid/useGridKeyboard.ts'
import { type GridTwin, openGrid } from './grid-twin.ts'

/** A key press as far as the grid looks at it. */
const press = (key: string, changes: Partial<KeyboardEvent> = {}): KeyboardEvent & { stopped: boolean } => {
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    defaultPrevented: false,
    stopped: false,
    ...changes,
    preventDefault: () => Object.assign(event, { defaultPrevented: true }),
    stopPropagation: () => Object.assign(event, { stopped: true }),
  }
  return event as unknown as KeyboardEvent & { stopped: boolean }
}

let twin: GridTwin
let keyboard: ReturnType<typeof useGridKeyboard>

beforeEach(() => {
  twin = openGrid()
  keyboard = useGridKeyboard(twin.grid)
})

/** Presses a key where the focus is. Returns what the grid told its owner. */
async function pressKey(key: string, changes: Partial<KeyboardEvent> = {}): Promise<GridTwin['emitted']> {
  const before = twin.emitted.length
  const event = press(key, changes)
  keyboard.onGridKey(event)
  await nextTick()
  await nextTick()
  return twin.emitted.slice(before)
}

/** Opens the editor of the cell with the focus, with this text in it. */
function edit(text: string, at = twin.grid.active.value): void {
  twin.grid.startEdit(at)
  twin.grid.typeText(text)
}

const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right })

test.each([
  ['Enter', {}, 'name 3'],
  ['F2', {}, 'name 3'],
  ['x', {}, 'x'],
])('%s %o edits a cell that can be changed: %s', (key, changes, text) => {
  const event = press(key, changes)
  keyboard.onGridKey(event)
  expect(twin.grid.edit.value).toMatchObject({ row: 3, column: 1, text })
  expect(event.defaultPrevented).toBe(true)
})

test.each(['Dead', 'Process'])('%s opens the editor, in which the letter is composed', (key) => {
  const event = press(key)
  keyboard.onGridKey(event)
  expect(twin.grid.edit.value).toMatchObject({ row: 3, column: 1, text: '' })
  expect(event.defaultPrevented).toBe(false)
})

test.each([
  ['Enter', { ctrlKey: true }, 'open', { row: 3, key: 'name', by: 'keyboard' }],
  ['Delete', { ctrlKey: true }, 'rowAction', { row: 3, kind: 'delete' }],
  ['Backspace', { metaKey: true }, 'rowAction', { row: 3, kind: 'delete' }],
  ['F10', { shiftKey: true }, 'contextMenu', { row: 3, key: 'name', range: range(3, 3, 1, 1), x: 8, y: 0 }],
  ['ContextMenu', {}, 'contextMenu', { row: 3, key: 'name', range: range(3, 3, 1, 1), x: 8, y: 0 }],
  [' ', {}, 'rowAction', { row: 3, kind: 'toggle' }],
  [' ', { shiftKey: true }, 'range', range(3, 3, 0, 2)],
  ['a', { ctrlKey: true }, 'range', range(0, 9, 0, 2)],
  ['ArrowDown', {}, 'active', { row: 4, key: 'name' }],
])('%s %o on a cell: %s %o', async (key, changes, event, value) => {
  expect(await pressKey(key, changes)).toEqual([[event, value]])
})

test.each([
  ['ArrowDown', { shiftKey: true }, range(3, 4, 1, 1)],
  ['End', { shiftKey: true, ctrlKey: true }, range(3, 9, 1, 2)],
])('%s %o selects %o', async (key, changes, selected) => {
  await pressKey(key, changes)
  expect(twin.grid.range.value).toEqual(selected)
})

test('Delete, Backspace and Ctrl+D change the selected cells where the grid changes many at once', async () => {
  twin.props.editsRanges = true
  const fill = press('d', { ctrlKey: true })
  keyboard.onGridKey(fill)
  // The browser would add a bookmark.
  expect(fill.defaultPrevented).toBe(true)
  await pressKey('Delete')
  await pressKey('Backspace')
  expect(twin.emitted).toEqual(
    ['fillDown', 'clearCells', 'clearCells'].map((kind) => ['editRange', { kind, range: range(3, 3, 1, 1) }]),
  )
  twin.props.editsRanges = false
  expect(await pressKey('d', { ctrlKey: true })).toEqual([])
  expect(await pressKey('Delete')).toEqual([])
})

test('a cell that cannot be changed is opened, and a letter on it is left to others', async () => {
  twin.grid.active.value = { row: 3, column: 0 }
  expect(await pressKey('Enter')).toEqual([['open', { row: 3, key: 'rego', by: 'keyboard' }]])
  const letter = press('x')
  keyboard.onGridKey(letter)
  expect(letter.defaultPrevented).toBe(false)
  expect(twin.grid.edit.value).toBeNull()
})

test('a command of the window is not taken for text', () => {
  for (const event of [press('o', { ctrlKey: true }), press('1', { altKey: true })]) {
    keyboard.onGridKey(event)
    expect(event.defaultPrevented).toBe(false)
  }
  expect(twin.emitted).toEqual([])
})

test('a heading sorts, changes its width and opens its menu', async () => {
  twin.grid.active.value = { row: -1, column: 0 }
  expect(await pressKey('Enter')).toEqual([['sort', 'rego']])
  expect(await pressKey('ArrowRight', { shiftKey: true })).toEqual([['resizeColumn', { key: 'rego', widthPx: 106 }]])
  expect(await pressKey('ArrowDown', { altKey: true })).toEqual([['menu', 'rego']])
})

test('a heading goes to another place with Ctrl and Shift, where it may, and keeps the focus', async () => {
  const toTheRight = { shiftKey: true, ctrlKey: true }
  const [rego, name, box] = twin.props.columns as [GridColumn, GridColumn, GridColumn]
  twin.props.columns = [rego, { ...name, movable: true }, box]
  twin.grid.active.value = { row: -1, column: 0 }
  await nextTick()
  const pressed = pressKey('ArrowRight', toTheRight)
  twin.props.columns = [name, rego, box]
  expect(await pressed).toEqual([['moveColumn', { key: 'rego', before: null }]])
  await expect.poll(() => twin.grid.active.value).toEqual({ row: -1, column: 1 })
  twin.grid.active.value = { row: -1, column: 2 }
  expect(await pressKey('ArrowRight', toTheRight)).toEqual([])
})

test('the boxes are ticked from the keyboard, one or all', async () => {
  twin.grid.active.value = { row: -1, column: 2 }
  expect(await pressKey(' ')).toEqual([['tickAll']])
  twin.grid.active.value = { row: 3, column: 2 }
  expect(await pressKey('Enter')).toEqual([['rowAction', { row: 3, kind: 'toggle' }]])
})

test('Escape takes marks away; without any it is left to the panel beside the grid', () => {
  const nothing = press('Escape')
  keyboard.onGridKey(nothing)
  expect(nothing.defaultPrevented).toBe(false)
  twin.grid.selectAll()
  const some = press('Escape')
  keyboard.onGridKey(some)
  expect(some.defaultPrevented).toBe(true)
  expect(twin.grid.range.value).toBeNull()
})

test('marking ends at the first row: the heading is not part of a range', async () => {
  twin.grid.active.value = { row: 0, column: 1 }
  await pressKey('ArrowUp', { shiftKey: true })
  expect(twin.grid.range.value).toEqual(range(0, 0, 1, 1))
  expect(twin.grid.active.value).toEqual({ row: 0, column: 1 })
})

const saved = ['edit', { rowKey: 'key 3', key: 'name', value: 'Jane' }]

test.each([
  ['Enter', {}, { row: 4, column: 1 }],
  ['Enter', { shiftKey: true }, { row: 2, column: 1 }],
  ['Tab', {}, { row: 4, column: 1 }],
])('in the editor %s %o saves, and the focus goes to %o', (key, changes, to) => {
  edit('Jane')
  const event = press(key, changes)
  keyboard.onEditorKey(event)
  expect(event.stopped).toBe(true)
  expect(twin.emitted).toEqual([saved, ['active', { row: to.row, key: 'name' }]])
  expect(twin.grid.active.value).toEqual(to)
  expect(twin.grid.edit.value).toBeNull()
})

test('in the editor Escape leaves the cell as it was', () => {
  edit('Jane')
  keyboard.onEditorKey(press('Escape'))
  expect(twin.emitted).toEqual([])
  expect(twin.grid.active.value).toEqual({ row: 3, column: 1 })
  expect(twin.grid.edit.value).toBeNull()
})

test('in the editor text and the window’s commands pass, and the grid keeps out', () => {
  edit('Jo')
  for (const event of [press('x'), press('ArrowLeft'), press('o', { ctrlKey: true })]) {
    keyboard.onEditorKey(event)
    keyboard.onGridKey(event)
    expect(event.stopped).toBe(false)
    expect(event.defaultPrevented).toBe(false)
  }
  expect(twin.emitted).toEqual([])
})

test('Enter that ends a composed character does not end the change', () => {
  edit('Jo')
  keyboard.onEditorKey(press('Enter', { isComposing: true }))
  expect(twin.grid.edit.value).not.toBeNull()
})

test('Tab in the last cell says that it was the last', () => {
  edit('Jane', { row: 9, column: 1 })
  keyboard.onEditorKey(press('Tab'))
  expect(twin.emitted).toEqual([['edit', { rowKey: 'key 9', key: 'name', value: 'Jane' }], ['pastEnd']])
  expect(twin.grid.active.value).toEqual({ row: 9, column: 1 })
})

test('Tab in the editor opens the next one where the grid changes many cells at once', async () => {
  twin.props.editsRanges = true
  edit('Jane')
  keyboard.onEditorKey(press('Tab'))
  expect(twin.emitted[0]).toEqual(saved)
  await expect.poll(() => twin.grid.edit.value).toMatchObject({ row: 4, column: 1, text: 'name 4' })
})
