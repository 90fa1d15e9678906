import { expect, it } from 'vitest'
import { keysOnThisPc } from '../../../../src/renderer/ui/key-names.ts'

it.each([
  ['Ctrl+O', 'Cmd+O'],
  ['Ctrl+Y or Ctrl+Shift+Z', 'Cmd+Y or Cmd+Shift+Z'],
  ['Alt+Down', 'Option+Down'],
  [
    'Type in a cell to edit it. Ctrl+Enter opens the customer.',
    'Type in a cell to edit it. Cmd+Enter opens the customer.',
  ],
  // Command+H hides a program, and Forecourt does not see it.
  ['Ctrl+H', 'Control+H'],
  ['F2', 'F2'],
])('%s is %s on a Mac, and unchanged elsewhere', (keys, onMac) => {
  expect(keysOnThisPc(keys, true)).toBe(onMac)
  expect(keysOnThisPc(keys, false)).toBe(keys)
})
