import { describe, expect, it } from 'vitest'
import type { RemoteCustomer } from '../../../../src/core/service/service-client.ts'
import {
  countUnlisted,
  isOfOtherRow,
  matchByReference,
  matchRows,
  rowOf,
  resolveRows,
} from '../../../../src/core/uploads/matching.ts'

const customer = (id: string, more: Partial<RemoteCustomer> = {}): RemoteCustomer => ({
  id,
  lastUpdated: '2026-11-20T00:00:00Z',
  rego: null,
  state: null,
  vin: null,
  clientName: null,
  mobileNumber: null,
  saleDate: null,
  expiryDate: null,
  vehicleTitle: null,
  sightings: [],
  additionalFields: {},
  ...more,
})
const referring = (id: string, reference: unknown): RemoteCustomer =>
  customer(id, { additionalFields: { ref: reference } })

const uploadId = '00000000000000a1'
const ref = (row: number | string, upload = uploadId): string => `fc-${upload}-${row}`

describe('the row that a customer refers to', () => {
  it.each([
    ['as it was sent', { ref: ref(7) }, 7],
    ['in capitals', { ref: ref(7).toUpperCase() }, 7],
    ['with blanks around it', { ref: ` ${ref(7)}\n` }, 7],
    ['under another name', { Imported: ref(7) }, 7],
    ['within another field', { fields: { extra: { ref: ref(7) } } }, 7],
    ['in a list of pairs', { list: [{ name: 'ref', value: ref(7) }] }, 7],
    ['with a zero in front', { ref: ref('07') }, null],
    ['without a row', { ref: ref('') }, null],
    ['with half a row', { ref: ref('7.5') }, null],
    ['cut', { ref: ref(7).slice(0, 12) }, null],
    ['of another upload', { ref: ref(7, '00000000000000a2') }, null],
    ['as a number', { ref: 7 }, null],
    ['not at all', {}, null],
  ])('is read from a reference %s', (_, additionalFields, expected) => {
    expect(rowOf(customer('c', { additionalFields }), uploadId)).toBe(expected)
  })

  it('is read from a field beside the additional ones', () => {
    expect(rowOf(customer('c', { other: { forecourt_ref: ref(7) } }), uploadId)).toBe(7)
  })
})

describe('a customer that names a row', () => {
  const row = {
    rego: 'ABC123',
    state: 'NSW',
    vin: '6G1FA8E5AZ4033922',
    client_name: 'Ann',
    mobile_number: '0491570006',
  }
  it.each([
    ['has the same car and another name', { rego: 'abc 123', clientName: 'Ben', mobileNumber: '0491570157' }, false],
    ['has a new rego and the same VIN', { rego: 'XYZ789', vin: row.vin, clientName: 'Ann' }, false],
    ['has no car and the same mobile', { clientName: 'Ben', mobileNumber: '+61 491 570 006' }, false],
    ['has nothing to compare', {}, false],
    ['has another car and the same name', { rego: 'XYZ789', state: 'NSW', clientName: 'Ann' }, true],
    ['has the plate of another state', { rego: 'ABC123', state: 'VIC', clientName: 'Ann' }, true],
    ['has no car, another name and another mobile', { clientName: 'Ben', mobileNumber: '0491570157' }, true],
  ])('%s: of another row is decided by the car first', (_, fields, expected) => {
    expect(isOfOtherRow(customer('c', fields), row)).toBe(expected)
  })
})

describe('rows and customers', () => {
  const rows = [
    { row: 2, input: { rego: 'ABC123', client_name: 'Ann' } },
    { row: 3, input: { rego: 'ABC123', client_name: 'Ann' } },
    { row: 4, input: { vin: '6G1FA8E5AZ4033922' } },
  ]
  const found = (customers: RemoteCustomer[]): [number, string][] => [...matchRows(rows, customers, uploadId)]

  it('are matched by reference, also after changes', () => {
    const changed = customer('y', { additionalFields: { ref: ref(2) }, rego: 'ABC123', clientName: 'Other' })
    expect(found([referring('x', ref(3)), changed])).toEqual([
      [3, 'x'],
      [2, 'y'],
    ])
  })

  it('are not matched by a reference that was cut to that of another row', () => {
    const cut = customer('x', { additionalFields: { ref: ref(2) }, rego: 'XYZ789', clientName: 'Ben' })
    expect(found([cut, customer('y', { rego: 'ABC123', clientName: 'Ann' })])).toEqual([[2, 'y']])
  })

  it('are matched by content when there is no reference, each customer once', () => {
    const ann = customer('x', { rego: 'abc-123', clientName: 'ANN', vin: '6G1FA8E5AZ4033922' })
    expect(found([ann, customer('z', { vin: '6g1fa8e5az4033922' })])).toEqual([
      [4, 'z'],
      [2, 'x'],
    ])
  })

  it.each([
    ['VIN and name, without the rego', { vin: '6G1FA8E5AZ4033922', clientName: 'Ann' }],
    ['VIN alone', { vin: '6G1FA8E5AZ4033922' }],
    ['rego and name, without the state', { rego: 'ABC123', clientName: 'Ann' }],
    ['rego and state', { rego: 'ABC123', state: 'VIC' }],
    ['name and mobile', { clientName: 'Ann', mobileNumber: '+61491570006' }],
  ])('are matched by %s', (_, listed) => {
    const input = {
      rego: 'ABC123',
      state: 'VIC',
      vin: '6G1FA8E5AZ4033922',
      client_name: 'Ann',
      mobile_number: '0491570006',
    }
    expect([...matchRows([{ row: 2, input }], [customer('x', listed)], uploadId)]).toEqual([[2, 'x']])
  })

  it.each([
    ['the same VIN of another person', { vin: '6G1FA8E5AZ4033922', clientName: 'Ben' }],
    ['the same rego in another state', { rego: 'ABC123', state: 'NSW', clientName: 'Ann' }],
    ['another car of the same person', { rego: 'XYZ789', clientName: 'Ann', mobileNumber: '0491570006' }],
    ['the same name alone', { clientName: 'Ann' }],
  ])('are not matched by %s', (_, listed) => {
    const input = {
      rego: 'ABC123',
      state: 'VIC',
      vin: '6G1FA8E5AZ4033922',
      client_name: 'Ann',
      mobile_number: '0491570006',
    }
    expect([...matchRows([{ row: 2, input }], [customer('x', listed)], uploadId)]).toEqual([])
  })
})

describe('rows by reference alone', () => {
  it('take the first of several customers, and none of another upload', () => {
    const rows = [
      { row: 2, input: {} },
      { row: 3, input: {} },
    ]
    const listed = [referring('a', ref(2)), referring('b', ref(2)), referring('c', ref(3, '00000000000000a9'))]
    expect([...matchByReference(rows, listed, uploadId)]).toEqual([[2, 'a']])
  })
})

describe('rows that the service counts as created and does not list', () => {
  const rows = [2, 3, 4].map((row) => ({ row, input: { rego: `A${row}` } }))
  const counters = { uploaded: 3, processed: 3, errors: 1 }
  const today = '2026-11-21'

  it('are counted', () => {
    expect(countUnlisted(rows, new Map([[2, 'a']]), counters, today)).toBe(1)
    expect(
      countUnlisted(
        rows,
        new Map([
          [2, 'a'],
          [3, 'b'],
        ]),
        counters,
        today,
      ),
    ).toBe(0)
  })

  it('have no result, because each of them may be the failed one', () => {
    const outcomes = (matched: Map<number, string>) =>
      resolveRows(rows, matched, counters, false, today).map(({ outcome }) => outcome)
    expect(outcomes(new Map([[2, 'a']]))).toEqual(['accepted', null, null])
    expect(
      outcomes(
        new Map([
          [2, 'a'],
          [3, 'b'],
        ]),
      ),
    ).toEqual(['accepted', 'accepted', 'failed'])
  })
})

describe('rows whose customer the service deleted on the expiry date', () => {
  const rows = [
    { row: 2, input: { rego: 'A', expiry_date: '2026-11-20' } },
    { row: 3, input: { rego: 'B' } },
    { row: 4, input: { rego: 'C', expiry_date: '2026-11-21' } },
    { row: 5, input: { rego: 'D', expiry_date: '2027-01-01' } },
  ]
  const outcomes = (processed: number, errors: number, isCancelled = false, matched = new Map<number, string>()) =>
    resolveRows(rows, matched, { uploaded: 4, processed, errors }, isCancelled, '2026-11-21').map(
      ({ outcome }) => outcome,
    )

  it('are accepted when the service did not count them as errors', () => {
    expect(outcomes(4, 1, false, new Map([[5, 'd']]))).toEqual(['accepted', 'failed', 'accepted', 'accepted'])
  })

  it('are failed as far as the service counted errors', () => {
    expect(outcomes(4, 2, false, new Map([[5, 'd']]))).toEqual(['accepted', 'failed', 'failed', 'accepted'])
    expect(outcomes(4, 4)).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  it('are not confused with the unprocessed rows of a cancelled upload', () => {
    expect(outcomes(1, 0, true)).toEqual(['accepted', 'not-processed', 'not-processed', 'not-processed'])
    expect(outcomes(0, 0, true)).toEqual(['not-processed', 'not-processed', 'not-processed', 'not-processed'])
  })
})
