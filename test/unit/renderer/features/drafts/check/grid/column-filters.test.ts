import { expect, it } from 'vitest'
import type { ColumnFilter } from '../../../../../../../src/contract/draft-rows.ts'
import {
  filterChips,
  filterOf,
  withFilter,
} from '../../../../../../../src/renderer/features/drafts/check/grid/column-filters.ts'
import { columnWidth } from '../../../../../../../src/renderer/features/drafts/check/grid/column-width.ts'

const name: ColumnFilter = { column: 'client_name', test: 'contains', text: 'lee' }
const notes: ColumnFilter = { column: 4, test: 'empty' }

it('has one filter for a column', () => {
  const other: ColumnFilter = { column: 'client_name', test: 'filled' }
  expect(withFilter([name, notes], other)).toEqual([notes, other])
  expect(filterOf([name, notes], 4)).toBe(notes)
  expect(filterOf(undefined, 'vin')).toBeNull()
})

it('names each filter and the sorting, and what remains without it', () => {
  const filter = {
    show: 'all',
    group: null,
    search: '',
    filters: [name, notes],
    sort: { column: 'vin', descending: true },
  } as const
  expect(filterChips(filter, (column) => ({ client_name: 'Name', vin: 'VIN' })[String(column)] ?? 'Notes')).toEqual([
    { id: 'filter client_name', label: 'Name contains “lee”', without: { filters: [notes] } },
    { id: 'filter 4', label: 'Notes is blank', without: { filters: [name] } },
    { id: 'sort', label: 'Sorted by VIN, descending', without: { sort: undefined } },
  ])
})

it('gives a column the width of nearly all of its texts', () => {
  const measure = (texts: readonly string[]): number[] => texts.map((text) => 24 + text.length * 8)
  const names = Array.from({ length: 80 }, () => 'Alexandra Papadopoulos')
  expect(columnWidth('Name', names, measure)).toBe(24 + 22 * 8 + 1)
  expect(columnWidth('Name', [...names, 'x'.repeat(300)], measure)).toBe(24 + 22 * 8 + 40 + 1)
  expect(columnWidth('State', ['VIC', 'NSW'], measure)).toBe(24 + 5 * 8 + 16)
  expect(columnWidth('Notes', ['x'.repeat(900)], measure)).toBe(320)
})
