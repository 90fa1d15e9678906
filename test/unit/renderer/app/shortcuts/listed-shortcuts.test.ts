import { expect, it } from 'vitest'
import { listShortcuts } from '../../../../../src/renderer/app/shortcuts/listed-shortcuts.ts'

const run = (): void => undefined

it('lists the shell first, then the grid, the features, and last what only this screen registers', () => {
  const undo = { keys: 'Ctrl+Z', label: 'Undo' }
  const groups = listShortcuts(
    [{ title: 'Drafts', shortcuts: [{ title: 'While importing', shortcuts: [undo] }] }],
    [
      { ...undo, run },
      { keys: 'Alt+1', label: 'Sightings', group: 'Anywhere', run },
      { keys: 'P', label: 'Print', run },
      { keys: 'N', label: 'No answer', hidden: true, run },
    ],
  )
  expect(groups.map(({ title }) => title)).toEqual(['Anywhere', 'In a table', 'While importing', 'On this screen'])
  expect(groups[0]?.shortcuts.map(({ keys }) => keys)).toEqual(['Alt+1', 'Ctrl+F'])
  expect(groups[3]?.shortcuts.map(({ keys }) => keys)).toEqual(['P'])
})
