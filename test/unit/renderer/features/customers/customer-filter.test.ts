import { expect, test, it } from 'vitest'
import type { DateRange } from '../../../../../src/contract/customer-filter.ts'
import { filterText } from '../../../../../src/renderer/features/customers/customer-filter-text.ts'
import {
  filterChips,
  filterOf,
  isFiltered,
  noFilter,
  findMakes,
  toggleCar,
} from '../../../../../src/renderer/features/customers/customer-filter.ts'

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
  dates: [
    { date: 'saleDate' as const, range: { kind: 'relative' as const, unit: 'years' as const, from: -5, to: -3 } },
    { date: 'lastSighting' as const, range: { kind: 'between' as const, from: '2026-11-01', to: null } },
  ],
  missing: ['mobileNumber', 'field:Email'],
  contact: 'allowed' as const,
  outcomes: ['voicemail' as const, 'new' as const],
  cars: [
    { make: 'Toyota', model: 'HiLux' },
    { make: 'Kia', model: null },
  ],
}

test('each part of the filter is one chip that can be removed', () => {
  const chips = filterChips(filter, [{ id: 'u1', name: 'March', count: 3 }])
  expect(chips.map(({ label }) => label)).toEqual([
    'VIC or NSW',
    'Seen for sale',
    'Toyota HiLux or Kia',
    'Left a voicemail or No outcome yet',
    'Can be contacted',
    'Expires within 30 days',
    'Sale date 3 to 5 years ago',
    'Last sighting from 1/11/2026',
    'Upload: March',
    'No VIN',
    'No mobile',
    'No Email',
    'Has Badge',
    'Salesperson: kim',
    'Unsaved changes',
  ])
  const labelOf = (uploadIds: readonly string[]) =>
    filterChips({ ...noFilter, uploadIds: [...uploadIds] }, [{ id: 'u1', name: 'March', count: 3 }])[0]?.label
  expect([labelOf(['u1']), labelOf(['u9']), labelOf(['u1', 'u2'])]).toEqual([
    'Upload: March',
    'One upload',
    '2 uploads',
  ])
  expect(chips[0]?.without).toEqual({ ...filter, states: [] })
  expect(chips.find(({ id }) => id === 'upload')?.without).toEqual({ ...filter, uploadId: null })
  expect(chips.find(({ label }) => label === 'Has Badge')?.without.fields).toEqual([
    { name: 'Salesperson', contains: 'kim' },
  ])
})

test('a chip switches its part off and on again, and the values stay', () => {
  const chip = filterChips(filter, []).find(({ id }) => id === 'states')
  expect(chip).toMatchObject({ isOn: true, toggled: { ...filter, off: ['states'] } })
  const again = filterChips(chip?.toggled ?? filter, []).find(({ id }) => id === 'states')
  expect(again).toMatchObject({ isOn: false, label: 'VIC or NSW', toggled: filter })
})

test('a filter whose parts are all switched off does not count as one', () => {
  const off = { ...noFilter, missingVin: true, off: ['vin'] }
  expect(isFiltered(off)).toBe(false)
  expect(isFiltered({ ...off, off: [] })).toBe(true)
})

test('all parts of a query are in its filter', () => expect(filterOf(filter)).toEqual(filter))

test.each([
  [{ kind: 'relative', unit: 'days', from: 0, to: 30 }, 'in the next 30 days'],
  [{ kind: 'relative', unit: 'days', from: -7, to: 0 }, 'in the last 7 days'],
  [{ kind: 'relative', unit: 'years', from: -5, to: -3 }, '3 to 5 years ago'],
  [{ kind: 'relative', unit: 'years', from: null, to: -5 }, '5 years ago or earlier'],
  [{ kind: 'relative', unit: 'months', from: -1, to: -1 }, '1 month ago'],
  [{ kind: 'relative', unit: 'days', from: 0, to: 0 }, 'today'],
  [{ kind: 'between', from: '2026-02-01', to: '2026-03-07' }, '1/2/2026 to 7/3/2026'],
  [{ kind: 'between', from: null, to: '2026-03-07' }, 'until 7/3/2026'],
] satisfies [DateRange, string][])('the range %j is described as %s', (range, expected) => {
  expect(filterText.dates.chip('saleDate', range)).toBe(`Sale date ${expected}`)
})

test('removing every chip keeps the search', () => {
  let left: typeof noFilter = filter
  for (let chip = filterChips(left, [])[0]; chip; chip = filterChips(left, [])[0]) left = chip.without
  expect(left).toEqual({ ...noFilter, search: 'smith' })
  expect(isFiltered(left)).toBe(true)
  expect(isFiltered(noFilter)).toBe(false)
})

const makes = [
  {
    make: 'Toyota',
    count: 5,
    models: [
      { model: 'HiLux', count: 3 },
      { model: 'RAV4', count: 2 },
    ],
  },
  { make: 'Škoda', count: 1, models: [{ model: 'Octavia', count: 1 }] },
]

it('finds makes and models in any spelling', () => {
  expect(findMakes(makes, 'hi-lux')).toEqual([{ make: 'Toyota', count: 5, models: [{ model: 'HiLux', count: 3 }] }])
  expect(findMakes(makes, 'toyota rav')).toEqual([{ make: 'Toyota', count: 5, models: [{ model: 'RAV4', count: 2 }] }])
  expect(findMakes(makes, 'skoda')).toEqual([makes[1]])
  expect(findMakes(makes, ' ')).toEqual(makes)
  expect(findMakes(makes, 'kia')).toEqual([])
})

it('replaces the models of a make by any model, and any model by one', () => {
  const hilux = toggleCar([{ make: 'Kia', model: null }], 'Toyota', 'HiLux')
  expect(hilux).toEqual([
    { make: 'Kia', model: null },
    { make: 'Toyota', model: 'HiLux' },
  ])
  expect(toggleCar(hilux, 'Toyota', null)).toEqual([
    { make: 'Kia', model: null },
    { make: 'Toyota', model: null },
  ])
  expect(toggleCar([{ make: 'Toyota', model: null }], 'Toyota', 'RAV4')).toEqual([{ make: 'Toyota', model: 'RAV4' }])
  expect(toggleCar(hilux, 'Toyota', 'HiLux')).toEqual([{ make: 'Kia', model: null }])
})
