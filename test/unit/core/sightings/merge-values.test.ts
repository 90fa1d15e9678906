import { describe, expect, it } from 'vitest'
import { mergeValues } from '../../../../src/core/sightings/merge-values.ts'
import { line, sightedCustomer, sighting } from './sample-sightings.ts'

const now = new Date(2026, 10, 21, 14, 30)
const sender = { dealership: 'Harbour Motors', salesperson: 'Kim' }
const at = '2026-11-18T02:00:00Z'

describe('the fields of a message', () => {
  it('are filled from the record, the listing and the sender', () => {
    expect(mergeValues(line(sightedCustomer('a')), sender, now, 'au')).toEqual({
      'first name': 'Priya',
      name: 'Priya Raman',
      car: '2019 Toyota RAV4',
      rego: 'ABC12D',
      price: '$31,990',
      'years owned': '4 years',
      dealership: 'Harbour Motors',
      salesperson: 'Kim',
    })
  })

  it('are null where nothing is known, never a guess', () => {
    const unknown = sightedCustomer('a', {
      clientName: null,
      vehicleTitle: null,
      rego: null,
      saleDate: null,
      sightings: [{ ...sighting(at, null), listingTitle: '' }],
    })
    const values = mergeValues(line(unknown), { dealership: '', salesperson: ' ' }, now, 'au')
    expect(Object.values(values)).toEqual(Array.from({ length: 8 }, () => null))
  })

  it.each([
    ['2025-11-21', '1 year'],
    ['2025-11-22', null],
    ['2016-02-29', '10 years'],
    ['2027-01-01', null],
  ])('count the whole years since the sale on %s as %s', (saleDate, years) => {
    expect(mergeValues(line(sightedCustomer('a', { saleDate })), sender, now, 'au')['years owned']).toBe(years)
  })

  it('are one line without braces, whatever a website wrote', () => {
    const strange = sightedCustomer('a', {
      vehicleTitle: null,
      sightings: [{ ...sighting(at, 12_345_678), listingTitle: 'RAV4\r\nbcc: x {price}\u202E  GXL' }],
    })
    const values = mergeValues(line(strange), sender, now, 'my')
    expect(values.car).toBe('RAV4 bcc: x price GXL')
    expect(values.price).toBe('RM 12,345,678')
  })
})
