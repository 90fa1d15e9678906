import { describe, expect, test } from 'vitest'
import {
  additionalText,
  customerCell,
  customerColumns,
  customerTitle,
  sightingsByAge,
} from '../../../../../src/renderer/features/customers/customer-cells.ts'
import { customer } from './sample-customer.ts'

const noEdit = (): null => null

describe('cells of the list', () => {
  test('dates and mobiles are shown for the eye', () => {
    expect(customerCell(customer('c'), 'saleDate', noEdit, 'au').text).toBe('7/3/2019')
    expect(customerCell(customer('c'), 'mobileNumber', noEdit, 'au').text).toBe('0491 570 006')
  })

  test('the last sighting is the newest, with its price', () => {
    const seen = customer('c', {
      sightings: [
        { at: '2026-11-02T00:00:00Z', leadId: 'a', listingUrl: 'https://x', listingTitle: 'Old', listingPrice: 33_990 },
        { at: '2026-11-18T00:00:00Z', leadId: 'b', listingUrl: 'https://x', listingTitle: 'New', listingPrice: 31_990 },
      ],
    })
    expect(customerCell(seen, 'lastSighting', noEdit, 'au')).toEqual({
      text: '18/11/2026',
      title: 'New',
      mark: '$31,990',
    })
    expect(sightingsByAge(seen).map((sighting) => sighting.leadId)).toEqual(['b', 'a'])
  })

  test('an edit shows her value and what became of it', () => {
    const failed = customerCell(
      customer('c'),
      'saleDate',
      () => ({ kind: 'failed', mine: '30/2/2020', failure: { kind: 'rejected', message: 'No such day.' } }),
      'au',
    )
    expect(failed).toMatchObject({ text: '30/2/2020', tone: 'failed', title: 'Not saved: No such day.' })
    const pending = customerCell(customer('c'), 'clientName', () => ({ kind: 'pending', mine: 'New' }), 'au')
    expect(pending).toMatchObject({ text: 'New', tone: 'pending' })
  })

  test('a state is shown in Australia only', () => {
    expect(customerColumns('au').map((column) => column.key)).toContain('state')
    expect(customerColumns('nz').map((column) => column.key)).not.toContain('state')
  })
})

test('a record without a name goes by its car, then its plate', () => {
  expect(customerTitle(customer('c', { clientName: null }))).toBe('2019 Toyota RAV4 GXL')
  expect(customerTitle(customer('c', { clientName: null, vehicleTitle: null }))).toBe('ABC12D')
})

test.each([
  [null, ''],
  ['text', 'text'],
  [false, 'false'],
  [{ a: 1 }, '{"a":1}'],
])('an additional field %o reads %s', (value, text) => {
  expect(additionalText(value)).toBe(text)
})
