import { expect, test } from 'vitest'
import { filterChips, isFiltered, noFilter } from '../../../../../src/renderer/features/customers/customer-filter.ts'

const filter = {
  ...noFilter,
  search: 'smith',
  states: ['VIC', 'NSW'],
  sighting: 'seen' as const,
  expiresWithinDays: 30,
  uploadId: 'u1',
  missingVin: true,
  fields: [
    { name: 'Badge', contains: '' },
    { name: 'Salesperson', contains: 'kim' },
  ],
  unsettled: true,
}

test('each part of the filter is one chip that can be removed', () => {
  const chips = filterChips(filter, [{ id: 'u1', name: 'March', count: 3 }])
  expect(chips.map(({ label }) => label)).toEqual([
    'VIC',
    'NSW',
    'Seen for sale',
    'Expires within 30 days',
    'Upload: March',
    'No VIN',
    'Has Badge',
    'Salesperson: kim',
    'Unsaved changes',
  ])
  expect(chips[0]?.without).toEqual({ ...filter, states: ['NSW'] })
  expect(chips[4]?.without).toEqual({ ...filter, uploadId: null })
  expect(chips[6]?.without.fields).toEqual([{ name: 'Salesperson', contains: 'kim' }])
})

test('removing every chip keeps the search', () => {
  let left: typeof noFilter = filter
  for (let chip = filterChips(left, [])[0]; chip; chip = filterChips(left, [])[0]) left = chip.without
  expect(left).toEqual({ ...noFilter, search: 'smith' })
  expect(isFiltered(left)).toBe(true)
  expect(isFiltered(noFilter)).toBe(false)
})
