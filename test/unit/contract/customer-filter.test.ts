import { describe, expect, it } from 'vitest'
import {
  activeFilter,
  CustomerFilter,
  daysOfRange,
  filterParts,
  noCustomerFilter,
  withoutPart,
} from '../../../src/contract/customer-filter.ts'

const full: CustomerFilter = {
  search: 'smith',
  states: ['VIC', 'NSW'],
  sighting: 'seen',
  expiresWithinDays: 30,
  uploadId: 'u1',
  uploadIds: ['u1', 'u2'],
  missingVin: true,
  fields: [
    { name: 'Badge', contains: '' },
    { name: 'Badge', contains: 'gt' },
  ],
  unsettled: true,
  dates: [
    { date: 'saleDate', range: { kind: 'relative', unit: 'years', from: -5, to: -3 } },
    { date: 'expiryDate', range: { kind: 'between', from: '2026-01-01', to: null } },
  ],
  missing: ['mobileNumber', 'field:Email'],
  contact: 'allowed',
  outcomes: ['voicemail'],
  cars: [{ make: 'Toyota', model: 'HiLux' }],
  off: [],
}

describe('a filter of customers', () => {
  it('is empty by default', () => expect(CustomerFilter.parse({})).toEqual(noCustomerFilter))

  it('applies without the parts that are switched off, and keeps them', () => {
    const off = ['states', 'date:saleDate', 'missing:field:Email', 'field:Badge:gt']
    const active = activeFilter({ ...full, off })
    expect(active).toEqual({
      ...full,
      states: [],
      dates: full.dates.slice(1),
      missing: ['mobileNumber'],
      fields: full.fields.slice(0, 1),
    })
  })

  it('is empty but for the search when each of its parts was removed', () => {
    const parts = filterParts(full)
    expect(new Set(parts).size).toBe(15)
    expect(parts.reduce(withoutPart, full)).toEqual({ ...noCustomerFilter, search: 'smith' })
    expect(activeFilter({ ...full, off: parts })).toEqual({ ...noCustomerFilter, search: 'smith' })
  })

  it('forgets that a part was switched off when the part is removed', () => {
    expect(withoutPart({ ...full, off: ['states', 'vin'] }, 'states').off).toEqual(['vin'])
  })
})

describe('a range of days', () => {
  it.each([
    ['the next 30 days', 'days', 0, 30, '2026-11-22', '2026-12-22'],
    ['3 to 5 years ago', 'years', -5, -3, '2021-11-22', '2023-11-22'],
    ['more than 2 months ago', 'months', null, -2, null, '2026-09-22'],
  ] as const)('moves with the calendar: %s', (_, unit, from, to, first, last) => {
    expect(daysOfRange({ kind: 'relative', unit, from, to }, '2026-11-22')).toEqual({ from: first, to: last })
  })

  it('stays when it has fixed days', () => {
    expect(daysOfRange({ kind: 'between', from: null, to: '2026-01-31' }, '2026-11-22')).toEqual({
      from: null,
      to: '2026-01-31',
    })
  })
})
