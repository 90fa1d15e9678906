import { describe, expect, it } from 'vitest'
import type { RemoteCustomer } from '../../../../src/core/service/service-client.ts'
import {
  countUnlisted,
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

describe('the row that a customer refers to', () => {
  it.each([
    ['fc-u1-7', 7],
    ['fc-u1-07', null],
    ['fc-u1-', null],
    ['fc-u1-7.5', null],
    ['fc-u12-7', null],
    ['fc-u2-7', null],
    [7, null],
    [undefined, null],
  ])('%s', (reference, expected) => {
    expect(rowOf(referring('c', reference), 'u1', 'ref')).toBe(expected)
  })
})

describe('rows and customers', () => {
  const rows = [
    { row: 2, input: { rego: 'ABC123', client_name: 'Ann' } },
    { row: 3, input: { rego: 'ABC123', client_name: 'Ann' } },
    { row: 4, input: { vin: '6G1FA8E5AZ4033922' } },
  ]

  it('are matched by reference, also after changes', () => {
    const found = [referring('x', 'fc-u1-3'), customer('y', { additionalFields: { ref: 'fc-u1-2' }, rego: 'OTHER' })]
    expect([...matchRows(rows, found, 'u1', 'ref')]).toEqual([
      [3, 'x'],
      [2, 'y'],
    ])
  })

  it('are matched by content when there is no reference, each customer once', () => {
    const found = [
      customer('x', { rego: 'abc-123', clientName: 'ANN', vin: '6G1FA8E5AZ4033922' }),
      customer('z', { vin: '6g1fa8e5az4033922' }),
    ]
    expect([...matchRows(rows, found, 'u1', null)]).toEqual([
      [2, 'x'],
      [4, 'z'],
    ])
  })
})

describe('rows by reference alone', () => {
  it('take the first of several customers, and none of another upload', () => {
    const rows = [
      { row: 2, input: {} },
      { row: 3, input: {} },
    ]
    const found = [referring('a', 'fc-u1-2'), referring('b', 'fc-u1-2'), referring('c', 'fc-u9-3')]
    expect([...matchByReference(rows, found, 'u1', 'ref')]).toEqual([[2, 'a']])
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
