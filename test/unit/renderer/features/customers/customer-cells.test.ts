import { describe, expect, test } from 'vitest'
import type { CellEdit } from '../../../../../src/contract/customers.ts'
import {
  additionalText,
  customerCell,
  customerTitle,
  sightingsByAge,
} from '../../../../../src/renderer/features/customers/customer-cells.ts'
import { customer } from './sample-customer.ts'

const nothingLocal = (): null => null

const edit = (changes: Partial<CellEdit>): CellEdit => ({
  editId: 'e1',
  field: 'mobileNumber',
  value: '0491570110',
  state: 'pending',
  failure: null,
  elsewhere: null,
  ...changes,
})

describe('cells of the list', () => {
  test('dates and mobiles are shown for the eye', () => {
    expect(customerCell(customer('c'), 'saleDate', nothingLocal, 'au').text).toBe('7/3/2019')
    expect(customerCell(customer('c'), 'mobileNumber', nothingLocal, 'au').text).toBe('0491 570 006')
  })

  test('the last sighting is the newest, with its price', () => {
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
    expect(customerCell(seen, 'lastSighting', nothingLocal, 'au')).toEqual({
      text: '18/11/2026',
      title: 'New',
      mark: '$31,990',
    })
    expect(sightingsByAge(seen).map((sighting) => sighting.listingId)).toEqual(['b', 'a'])
  })

  test('an additional field is a column like any other', () => {
    const record = customer('c', { additionalFields: { Salesperson: 'Kim' } })
    expect(customerCell(record, 'field:Salesperson', nothingLocal, 'au').text).toBe('Kim')
    expect(customerCell(record, 'field:Badge', nothingLocal, 'au').text).toBe('')
  })

  test('someone who is not to be contacted is marked where the number is', () => {
    expect(customerCell(customer('c', { doNotContact: true }), 'mobileNumber', nothingLocal, 'au').mark).toBe('⊘')
  })
})

describe('a change that is not at the service yet', () => {
  const cellWith = (changes: Partial<CellEdit>) =>
    customerCell(customer('c', { edits: [edit(changes)] }), 'mobileNumber', nothingLocal, 'au')

  test('waits with her value in the cell, and its title names the old one', () => {
    expect(cellWith({})).toEqual({
      text: '0491 570 110',
      tone: 'pending',
      title: 'Waiting to be saved. At the service: 0491 570 006',
    })
  })

  test('that failed is rolled back, with the reason; her value is what the editor begins with', () => {
    const cell = cellWith({ state: 'failed', failure: { kind: 'rejected', message: 'Not a mobile.' } })
    expect(cell).toMatchObject({ text: '0491 570 006', tone: 'failed', mark: '!', editText: '0491 570 110' })
    expect(cell.title).toBe('Not saved: 0491 570 110. Not a mobile.')
  })

  test('that met another one overwrites nothing, and names all three', () => {
    const cell = cellWith({ state: 'conflict', elsewhere: '0491570157' })
    expect(cell).toMatchObject({ text: '0491 570 006', tone: 'conflict', editText: '0491 570 110' })
    expect(cell.title).toContain('0491 570 157')
  })

  test('an emptied cell that waits is empty', () => {
    expect(cellWith({ value: null }).text).toBe('')
  })

  test('what was not taken shows the record again; what is being taken is as it was typed', () => {
    const refused = customerCell(
      customer('c'),
      'saleDate',
      () => ({ kind: 'refused', typed: '30/2/2020', failure: { kind: 'invalid-input', message: 'No such day.' } }),
      'au',
    )
    expect(refused).toMatchObject({ text: '7/3/2019', tone: 'failed', editText: '30/2/2020' })
    expect(refused.title).toBe('Not saved: 30/2/2020. No such day.')
    const taking = customerCell(customer('c'), 'clientName', () => ({ kind: 'taking', typed: 'New' }), 'au')
    expect(taking).toMatchObject({ text: 'New', tone: 'pending' })
    expect(customerCell(customer('c'), 'clientName', () => ({ kind: 'saved' }), 'au').tone).toBe('saved')
  })

  test('a record that is being deleted is struck through; one that could not be says why', () => {
    const leaving = customer('c', { deleting: { state: 'pending', failure: null } })
    expect(customerCell(leaving, 'rego', nothingLocal, 'au').tone).toBe('leaving')
    const kept = customer('c', {
      deleting: { state: 'failed', failure: { kind: 'no-licence', message: 'No licence.' } },
    })
    expect(customerCell(kept, 'clientName', nothingLocal, 'au')).toMatchObject({
      tone: 'failed',
      title: 'Not deleted: No licence.',
    })
  })
})

test('a record without a name goes by its car, then its plate', () => {
  expect(customerTitle(customer('c', { clientName: null }))).toBe('2019 Toyota RAV4 GXL')
  expect(customerTitle(customer('c', { clientName: null, vehicleTitle: null }))).toBe('ABC12D')
})

test('a record whose new name waits to be saved goes by the new one, as its cell does', () => {
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
