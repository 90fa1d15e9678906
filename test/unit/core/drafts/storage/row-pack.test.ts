import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasCustomerIn,
  outcomeIn,
  packJournalRows,
  unpackJournalRows,
  type JournalRow,
} from '../../../../../src/core/drafts/storage/row-pack.ts'

const textOrNull = fc.option(fc.string({ unit: 'binary' }), { nil: null })

const rowArbitrary = (sent: boolean): fc.Arbitrary<JournalRow> =>
  fc.record({
    row: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    body: sent ? fc.object().map((value) => JSON.stringify(value)) : fc.constant(null),
    original: fc.array(fc.string({ unit: 'binary' })).map((cells) => JSON.stringify(cells)),
    known: fc.boolean(),
    correctsRow: fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 }), { nil: null }),
    outcome: fc.option(fc.constantFrom('accepted', 'failed', 'not-processed', 'not-sent', 'excluded'), { nil: null }),
    reason: textOrNull,
    reasonColumns: fc.array(fc.nat(50), { maxLength: 3 }),
    customerId: textOrNull,
    duplicateId: textOrNull,
  })

describe('rows of an upload', () => {
  it.each([true, false])('are the same after packing (sent: %s)', (sent) => {
    fc.assert(
      fc.property(fc.array(rowArbitrary(sent), { minLength: 1, maxLength: 20 }), (rows) => {
        const pack = packJournalRows(rows)
        expect(unpackJournalRows(pack)).toEqual(rows)
        expect([pack.rows, pack.firstRow, pack.lastRow]).toEqual([
          rows.length,
          Math.min(...rows.map(({ row }) => row)),
          Math.max(...rows.map(({ row }) => row)),
        ])
      }),
    )
  })

  it('have one byte each that says outcome and customer', () => {
    const row: JournalRow = {
      row: 2,
      body: '{}',
      original: '[]',
      known: true,
      correctsRow: null,
      outcome: 'accepted',
      reason: null,
      reasonColumns: [],
      customerId: 'c',
      duplicateId: null,
    }
    const { states } = packJournalRows([row, { ...row, row: 3, outcome: 'not-sent', customerId: null }])
    expect(Array.from(states, (state) => [outcomeIn(state), hasCustomerIn(state)])).toEqual([
      ['accepted', true],
      ['not-sent', false],
    ])
  })

  it('cannot be packed when only some of them are sent', () => {
    const row = {
      original: '[]',
      known: false,
      correctsRow: null,
      outcome: null,
      reason: null,
      reasonColumns: [],
    } as const
    const mixed: JournalRow[] = ['{}', null].map((body, at) => ({
      ...row,
      row: at + 1,
      body,
      customerId: null,
      duplicateId: null,
    }))
    expect(() => packJournalRows(mixed)).toThrow('must all be sent')
  })
})
