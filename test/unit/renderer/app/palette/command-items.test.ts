import { expect, it } from 'vitest'
import { commandItems } from '../../../../../src/renderer/app/palette/command-items.ts'

const run = (): void => undefined
const options = { focused: null, everywhere: 'Anywhere', without: new Set(['Customers']) }

it('lists what the open screen can do first, each command once with its keys, and no screens', () => {
  const items = commandItems(
    [
      { keys: 'Alt+3', label: 'Customers', group: 'Anywhere', run },
      { keys: 'Ctrl+O', label: 'Open a spreadsheet', group: 'Anywhere', run },
      { keys: 'Ctrl+Z', label: 'Undo the last change', run },
      { keys: 'Ctrl+Z', label: 'Undo the last change', run },
    ],
    [{ label: 'Use the dark theme', run }],
    options,
  )
  expect(items.map(({ label, keys }) => [label, keys])).toEqual([
    ['Undo the last change', 'Ctrl+Z'],
    ['Open a spreadsheet', 'Ctrl+O'],
    ['Use the dark theme', undefined],
  ])
})

it('leaves out what cannot be done now: hidden, inactive, or of a part of the screen without the focus', () => {
  const inPart = { closest: (selector: string) => (selector === '.part' ? {} : null) } as unknown as Element
  const bindings = [
    { keys: 'A', label: 'Hidden', hidden: true, run },
    { keys: 'B', label: 'Inactive', isActive: () => false, run },
    { keys: 'C', label: 'In the part', within: '.part', run },
  ]
  expect(commandItems(bindings, [], options)).toEqual([])
  expect(commandItems(bindings, [], { ...options, focused: inPart }).map(({ label }) => label)).toEqual(['In the part'])
})
