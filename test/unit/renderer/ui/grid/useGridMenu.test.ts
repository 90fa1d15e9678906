import { expect, it } from 'vitest'
import { columnItems } from '../../../../../src/renderer/ui/grid/useGridMenu.ts'

const nothing = (): void => undefined

it('sorts, pins, sizes and hides a column', () => {
  const column = { sortable: true, pinned: false, canPin: true, canHide: true }
  const labels = (changes: Partial<typeof column>) =>
    columnItems({ ...column, ...changes }, { sort: nothing, pin: nothing, hide: nothing, fit: nothing })
      .flat()
      .map(({ label, disabled }) => (disabled ? `${label} (off)` : label))
  expect(labels({})).toEqual(['Sort ascending', 'Sort descending', 'Pin to the left', 'Size to content', 'Hide column'])
  expect(labels({ sortable: false, pinned: true, canHide: false })).toEqual([
    'Unpin',
    'Size to content',
    'Hide column (off)',
  ])
  expect(labels({ canPin: false })[2]).toBe('Pin to the left (off)')
})
