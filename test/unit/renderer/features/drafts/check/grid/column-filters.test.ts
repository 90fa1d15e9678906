import { expect, it } from 'vitest'
import type { ColumnFilter } from '../../../../../../../src/contract/draft-rows.ts'
import {
  filterChips,
  filterOf,
  withFilter,
} from '../../../../../../../src/renderer/features/drafts/check/grid/column-filters.ts'

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
