import { describe, expect, test } from 'vitest'
import type { CellEdit, Customer } from '../../../../../src/contract/customer-record.ts'
import {
  additionalText,
  customerCell,
  customerTitle,
} from '../../../../../src/renderer/features/customers/customer-cells.ts'
import { sightingsByAge } from '../../../../../src/renderer/features/customers/customer-fields.ts'
import { formatTime } from '../../../../../src/renderer/ui/format.ts'
import { inTimeZone } from '../../../time-zone.ts'
import { customer } from './sample-customer.ts'

const noLocalEdit = (): null => null

const edit = (changes: Partial<CellEdit>): CellEdit => ({
  editId: 'e1',
  field: 'mobileNumber',
  value: '0491570110',
  state: 'pending',
  failure: null,
  elsewhere: null,
  ...changes,
})

const hiddenCell = (changes: Partial<Customer> = {}) => {
  const forbidden = { doNotContact: true, mobileNumber: null, hiddenNumbers: ['mobileNumber'] }
  return customerCell(customer('c', { ...forbidden, ...changes }), 'mobileNumber', noLocalEdit, 'au')
}

describe('cells of a customer', () => {
  test('format dates and mobile numbers', () => {
    expect(customerCell(customer('c'), 'saleDate', noLocalEdit, 'au').text).toBe('7/3/2019')
    expect(customerCell(customer('c'), 'mobileNumber', noLocalEdit, 'au').text).toBe('0491 570 006')
  })

  test('show the newest sighting with its price', () => {
    const seen = customer('c', {
      sightings: [
        {
          at: '2026-11-02T00:00:00Z',
          listingId: 'a',
          listingUrl: 'https://x',
          listingTitle: 'Old',
          listingPrice: 33_990,
        },
        {
          at: '2026-11-18T00:00:00Z',
          listingId: 'b',
          listingUrl: 'https://x',
          listingTitle: 'New',
          listingPrice: 31_990,
        },
      ],
    })
    expect(customerCell(seen, 'lastSighting', noLocalEdit, 'au')).toEqual({
      text: '18/11/2026',
      title: `18/11/2026, ${formatTime('2026-11-18T00:00:00Z')} · New`,
      mark: '$31,990',
    })
    expect(sightingsByAge(seen).map((sighting) => sighting.listingId)).toEqual(['b', 'a'])
  })

  test.each([
    ['Australia/Sydney', '22/11/2026', '22/11/2026, 7:30 am'],
    ['America/Los_Angeles', '21/11/2026', '21/11/2026, 12:30 pm'],
  ])('show the day of a sighting on this PC in %s, and its time on hover', async (timeZone, day, moment) => {
    const at = '2026-11-21T20:30:00Z'
    const seen = customer('c', {
      sightings: [{ at, listingId: 'a', listingUrl: 'https://x', listingTitle: 'RAV4', listingPrice: null }],
    })
    const cell = await inTimeZone(timeZone, () => customerCell(seen, 'lastSighting', noLocalEdit, 'au'))
    expect([cell.text, cell.title]).toEqual([day, `${moment} · RAV4`])
  })

  test('show additional fields', () => {
    const record = customer('c', { additionalFields: { Salesperson: 'Kim' } })
    expect(customerCell(record, 'field:Salesperson', noLocalEdit, 'au').text).toBe('Kim')
    expect(customerCell(record, 'field:Badge', noLocalEdit, 'au').text).toBe('')
  })

  test('mark the mobile number of a Do Not Contact customer', () => {
    expect(hiddenCell()).toMatchObject({ text: 'Hidden', mark: '⊘', editText: '', copyText: '' })
    expect(hiddenCell({ hiddenNumbers: [] })).toMatchObject({ text: '', mark: '⊘' })
  })

  test('hide the number of a Do Not Contact customer in every state of an edit', () => {
    for (const state of ['pending', 'failed', 'conflict'] as const) {
      const cell = hiddenCell({ edits: [edit({ state, value: null })] })
      expect(cell).toMatchObject({ text: 'Hidden', tone: state, editText: '', copyText: '' })
    }
  })

  test('hide a phone number in an extra field', () => {
    const other = customer('c', { doNotContact: true, hiddenNumbers: ['field:Mobile 2'] })
    expect(customerCell(other, 'field:Mobile 2', noLocalEdit, 'au')).toMatchObject({ text: 'Hidden', copyText: '' })
  })

  test('show the car with its source', () => {
    const cell = (changes: Partial<Customer>) => customerCell(customer('c', changes), 'vehicleTitle', noLocalEdit, 'au')
    expect(cell({})).toEqual({ text: '2019 Toyota RAV4 GXL' })
    expect(cell({ vehicle: null })).toEqual({ text: 'Not looked up yet', tone: 'muted' })
    expect(cell({ vehicle: { title: 'Toyota RAV4', source: 'spreadsheet' } })).toEqual({
      text: 'Toyota RAV4',
      tone: 'muted',
      title: 'Toyota RAV4. From your spreadsheet',
    })
  })
})

describe('a cell with an unsaved edit', () => {
  const cellWith = (changes: Partial<CellEdit>) =>
    customerCell(customer('c', { edits: [edit(changes)] }), 'mobileNumber', noLocalEdit, 'au')

  test('shows the new value while it is pending, and the current value in its tooltip', () => {
    expect(cellWith({})).toEqual({
      text: '0491 570 110',
      tone: 'pending',
      title: 'Waiting to be saved. Current value: 0491 570 006',
    })
  })

  test('shows the current value after a failure, and the new one in the editor', () => {
    const cell = cellWith({ state: 'failed', failure: { kind: 'rejected', message: 'Not a mobile.' } })
    expect(cell).toMatchObject({ text: '0491 570 006', tone: 'failed', mark: '!', editText: '0491 570 110' })
    expect(cell.title).toBe('Not saved: 0491 570 110. Not a mobile.')
  })

  test('shows both values of a conflict', () => {
    const cell = cellWith({ state: 'conflict', elsewhere: '0491570157' })
    expect(cell).toMatchObject({ text: '0491 570 006', tone: 'conflict', editText: '0491 570 110' })
    expect(cell.title).toContain('0491 570 157')
  })

  test('is empty while a cleared value is pending', () => {
    expect(cellWith({ value: null }).text).toBe('')
  })

  test('shows the record after a rejection and the typed text while saving', () => {
    const rejected = customerCell(
      customer('c'),
      'saleDate',
      () => ({ kind: 'rejected', typed: '30/2/2020', failure: { kind: 'invalid-input', message: 'No such day.' } }),
      'au',
    )
    expect(rejected).toMatchObject({ text: '7/3/2019', tone: 'failed', editText: '30/2/2020' })
    expect(rejected.title).toBe('Not saved: 30/2/2020. No such day.')
    const saving = customerCell(customer('c'), 'clientName', () => ({ kind: 'saving', typed: 'New' }), 'au')
    expect(saving).toMatchObject({ text: 'New', tone: 'pending' })
    expect(customerCell(customer('c'), 'clientName', () => ({ kind: 'saved' }), 'au').tone).toBe('saved')
  })

  test('shows a pending deletion and the reason of a failed one', () => {
    const leaving = customer('c', { deleting: { state: 'pending', failure: null } })
    expect(customerCell(leaving, 'rego', noLocalEdit, 'au').tone).toBe('leaving')
    const kept = customer('c', {
      deleting: { state: 'failed', failure: { kind: 'no-licence', message: 'No licence.' } },
    })
    expect(customerCell(kept, 'clientName', noLocalEdit, 'au')).toMatchObject({
      tone: 'failed',
      title: 'Not deleted: No licence.',
    })
  })
})

test('a customer without a name is titled by the vehicle, then the rego', () => {
  expect(customerTitle(customer('c', { clientName: null }))).toBe('2019 Toyota RAV4 GXL')
  expect(customerTitle(customer('c', { clientName: null, vehicle: null }))).toBe('ABC12D')
})

test('a customer with a pending new name is titled by the new name', () => {
  const renamed = edit({ field: 'clientName', value: 'Liam Lee-Martin' })
  expect(customerTitle(customer('c', { edits: [renamed] }))).toBe('Liam Lee-Martin')
  expect(customerTitle(customer('c', { edits: [{ ...renamed, state: 'failed' }] }))).toBe('Priya Raman')
})

test.each([
  [null, ''],
  ['text', 'text'],
  [false, 'No'],
  [{ a: 1, b: [2, 3] }, 'a: 1, b: 2, 3'],
])('an additional field %o reads %s', (value, text) => {
  expect(additionalText(value)).toBe(text)
})
