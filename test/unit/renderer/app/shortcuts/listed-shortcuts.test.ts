import { expect, it } from 'vitest'
import { findShortcuts, listShortcuts } from '../../../../../src/renderer/app/shortcuts/listed-shortcuts.ts'

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
  expect(groups[0]?.shortcuts.map(({ keys }) => keys)).toEqual(['Alt+1'])
  expect(groups[3]?.shortcuts.map(({ keys }) => keys)).toEqual(['P'])
})

it('lists shortcuts of a group that do the same in one line', () => {
  const settings = { label: 'Settings', group: 'Anywhere', run }
  const [anywhere] = listShortcuts(
    [],
    [
      { ...settings, keys: 'Ctrl+,' },
      { ...settings, keys: 'Alt+7' },
    ],
  )
  expect(anywhere?.shortcuts[0]).toEqual({ label: 'Settings', keys: 'Ctrl+, or Alt+7' })
})

it('lists the shortcuts of the open screen first', () => {
  const feature = (title: string, name: string) => ({
    title,
    routes: [{ path: `/${name}`, name, component: {} }],
    shortcuts: [{ title, shortcuts: [{ keys: 'X', label: title }] }],
  })
  const groups = listShortcuts([feature('Calls', 'calls'), feature('Customers', 'customers')], [], 'customers')
  expect(groups.map(({ title }) => title)).toEqual(['Customers', 'Anywhere', 'In a table', 'Calls'])
})

it('finds shortcuts by their label, keys and group', () => {
  const groups = [
    { title: 'Calls', shortcuts: [{ keys: 'Ctrl+Enter', label: 'Save and go to the next call' }] },
    {
      title: 'Anywhere',
      shortcuts: [
        { keys: 'F1', label: 'Help' },
        { keys: '?', label: 'Show shortcuts' },
      ],
    },
  ]
  const found = (search: string) =>
    findShortcuts(groups, search).flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys))
  expect(found('save next')).toEqual(['Ctrl+Enter'])
  expect(found('f1')).toEqual(['F1'])
  expect(found('anywhere')).toEqual(['F1', '?'])
  expect(found('unicorn')).toEqual([])
  expect(found(' ')).toEqual(['Ctrl+Enter', 'F1', '?'])
})
