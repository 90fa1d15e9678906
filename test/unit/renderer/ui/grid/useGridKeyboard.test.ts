import { beforeEach, expect, test } from 'vitest'
import type { GridColumn, GridPosition } from '../../../../../src/renderer/ui/grid/grid.ts'
import { type GridEditor, useGridEditor } from '../../../../../src/renderer/ui/grid/useGridEditor.ts'
import { useGridKeyboard } from '../../../../../src/renderer/ui/grid/useGridKeyboard.ts'

const columns: GridColumn[] = [
  { key: 'rego', title: 'Rego', width: 90, sortable: true, movable: true, menu: true },
  { key: 'name', title: 'Name', width: 160, editable: true },
  { key: 'box', title: '', width: 40, ticks: true },
]

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

let focus: GridPosition
let done: string[]
let marked: boolean
let editsRanges: boolean
let editor: GridEditor
let keyboard: ReturnType<typeof useGridKeyboard>

beforeEach(() => {
  focus = { row: 3, column: 1 }
  done = []
  marked = false
  editsRanges = false
  editor = useGridEditor()
  keyboard = useGridKeyboard(() => ({ columns, rowCount: 10, pageRows: 5, focus, tabEdits: editsRanges }), editor, {
    focusAt: ({ row, column }, extend) => done.push(`${extend ? 'mark to' : 'focus'} ${row}:${column}`),
    startEdit: ({ row, column }, typed) => done.push(`edit ${row}:${column} ${typed ?? ''}`.trim()),
    moveEditor: ({ row, column }) => done.push(`edit next ${row}:${column}`),
    commit: () => done.push(`commit ${editor.commit()?.text ?? 'nothing'}`),
    open: ({ row, column }) => done.push(`open ${row}:${column}`),
    sort: (key) => done.push(`sort ${key}`),
    menu: (key) => done.push(`menu ${key}`),
    resizeBy: (key, deltaPx) => done.push(`resize ${key} ${deltaPx}`),
    moveBy: (key, by) => done.push(`move ${key} ${by}`),
    tickAll: () => done.push('tick all'),
    markAll: () => done.push('mark all'),
    markRows: ({ row }) => done.push(`mark row ${row}`),
    pastEnd: () => done.push('past end'),
    unmark: () => done.push('unmark') > 0 && marked,
    act: (row, kind) => done.push(`${kind} ${row}`),
    contextMenu: ({ row, column }) => done.push(`menu of ${row}:${column}`),
    editRange: (kind) => editsRanges && done.push(kind) > 0,
  })
})

test.each([
  ['Enter', {}, 'edit 3:1'],
  ['F2', {}, 'edit 3:1'],
  ['x', {}, 'edit 3:1 x'],
  ['Enter', { ctrlKey: true }, 'open 3:1'],
  ['Delete', { ctrlKey: true }, 'delete 3'],
  ['Backspace', { metaKey: true }, 'delete 3'],
  ['F10', { shiftKey: true }, 'menu of 3:1'],
  ['ContextMenu', {}, 'menu of 3:1'],
  [' ', {}, 'toggle 3'],
  [' ', { shiftKey: true }, 'mark row 3'],
  ['a', { ctrlKey: true }, 'mark all'],
  ['ArrowDown', { shiftKey: true }, 'mark to 4:1'],
  ['End', { shiftKey: true, ctrlKey: true }, 'mark to 9:2'],
  ['ArrowDown', {}, 'focus 4:1'],
])('%s %o on a cell that can be changed: %s', (key, changes, expected) => {
  const event = press(key, changes)
  keyboard.onGridKey(event)
  expect(done).toEqual([expected])
  expect(event.defaultPrevented).toBe(true)
})

test.each(['Dead', 'Process'])('%s opens the editor, in which the letter is composed', (key) => {
  const event = press(key)
  keyboard.onGridKey(event)
  expect(done).toEqual(['edit 3:1'])
  expect(event.defaultPrevented).toBe(false)
})

test('Delete, Backspace and Ctrl+D change the selected cells where the grid changes many at once', () => {
  editsRanges = true
  keyboard.onGridKey(press('Delete'))
  keyboard.onGridKey(press('Backspace'))
  const fill = press('d', { ctrlKey: true })
  keyboard.onGridKey(fill)
  expect(done).toEqual(['clearCells', 'clearCells', 'fillDown'])
  // The browser would add a bookmark.
  expect(fill.defaultPrevented).toBe(true)
  editsRanges = false
  keyboard.onGridKey(press('d', { ctrlKey: true }))
  keyboard.onGridKey(press('Delete'))
  expect(done).toHaveLength(3)
})

test('a cell that cannot be changed is opened, and a letter on it is left to others', () => {
  focus = { row: 3, column: 0 }
  keyboard.onGridKey(press('Enter'))
  const letter = press('x')
  keyboard.onGridKey(letter)
  expect(done).toEqual(['open 3:0'])
  expect(letter.defaultPrevented).toBe(false)
})

test('a command of the window is not taken for text', () => {
  for (const event of [press('o', { ctrlKey: true }), press('1', { altKey: true })]) {
    keyboard.onGridKey(event)
    expect(event.defaultPrevented).toBe(false)
  }
  expect(done).toEqual([])
})

test('a heading sorts, changes its width and opens its menu', () => {
  focus = { row: -1, column: 0 }
  keyboard.onGridKey(press('Enter'))
  keyboard.onGridKey(press('ArrowRight', { shiftKey: true }))
  keyboard.onGridKey(press('ArrowDown', { altKey: true }))
  expect(done).toEqual(['sort rego', 'resize rego 16', 'menu rego'])
})

test('a heading goes to another place with Ctrl and Shift, where it may', () => {
  focus = { row: -1, column: 0 }
  keyboard.onGridKey(press('ArrowRight', { shiftKey: true, ctrlKey: true }))
  focus = { row: -1, column: 1 }
  keyboard.onGridKey(press('ArrowRight', { shiftKey: true, ctrlKey: true }))
  expect(done).toEqual(['move rego 1'])
})

test('the boxes are ticked from the keyboard, one or all', () => {
  focus = { row: -1, column: 2 }
  keyboard.onGridKey(press(' '))
  focus = { row: 3, column: 2 }
  keyboard.onGridKey(press('Enter'))
  expect(done).toEqual(['tick all', 'toggle 3'])
})

test('Escape takes marks away; without any it is left to the panel beside the grid', () => {
  const nothing = press('Escape')
  keyboard.onGridKey(nothing)
  expect(nothing.defaultPrevented).toBe(false)
  marked = true
  const some = press('Escape')
  keyboard.onGridKey(some)
  expect(some.defaultPrevented).toBe(true)
})

test('marking ends at the first row: the heading is not part of a range', () => {
  focus = { row: 0, column: 1 }
  keyboard.onGridKey(press('ArrowUp', { shiftKey: true }))
  expect(done).toEqual(['mark to 0:1'])
})

test('in the editor Enter keeps and goes down, Tab keeps and goes on, Escape leaves it as it was', () => {
  editor.start({ ...focus, rowKey: 'k' }, 'Jo', 'Jane')
  const enter = press('Enter')
  keyboard.onEditorKey(enter)
  expect(enter.stopped).toBe(true)

  editor.start({ ...focus, rowKey: 'k' }, 'Jo', 'Jane')
  keyboard.onEditorKey(press('Tab'))

  editor.start({ ...focus, rowKey: 'k' }, 'Jo', 'Jane')
  keyboard.onEditorKey(press('Escape'))
  expect(done).toEqual(['commit Jane', 'focus 4:1', 'commit Jane', 'focus 4:1', 'focus 3:1'])
  expect(editor.current.value).toBeNull()
})

test('in the editor text and the window’s commands pass, and the grid keeps out', () => {
  editor.start({ ...focus, rowKey: 'k' }, 'Jo')
  for (const event of [press('x'), press('ArrowLeft'), press('o', { ctrlKey: true })]) {
    keyboard.onEditorKey(event)
    keyboard.onGridKey(event)
    expect(event.stopped).toBe(false)
    expect(event.defaultPrevented).toBe(false)
  }
  expect(done).toEqual([])
})

test('Enter that ends a composed character does not end the change', () => {
  editor.start({ ...focus, rowKey: 'k' }, 'Jo')
  keyboard.onEditorKey(press('Enter', { isComposing: true }))
  expect(editor.current.value).not.toBeNull()
})

test('in the editor Shift+Enter keeps and goes up, and Tab in the last cell says that it was the last', () => {
  editor.start({ ...focus, rowKey: 'k' }, 'Jo', 'Jane')
  keyboard.onEditorKey(press('Enter', { shiftKey: true }))
  editor.start({ row: 9, column: 1, rowKey: 'k' }, 'Jo', 'Jane')
  keyboard.onEditorKey(press('Tab'))
  expect(done).toEqual(['commit Jane', 'focus 2:1', 'commit Jane', 'focus 9:1', 'past end'])
})

test('Tab in the editor opens the next one where the grid changes many cells at once', () => {
  editsRanges = true
  editor.start({ ...focus, rowKey: 'k' }, 'Jo', 'Jane')
  keyboard.onEditorKey(press('Tab'))
  expect(done).toEqual(['commit Jane', 'edit next 4:1'])
})
