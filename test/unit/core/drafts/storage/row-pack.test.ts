import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  newRow,
  packJournalRows,
  postedIn,
  unpackJournalRows,
  type JournalRow,
} from '../../../../../src/core/drafts/storage/row-pack.ts'

const textOrNull = fc.option(fc.string({ unit: 'binary' }), { nil: null })

const inputArbitrary = fc.record(
  {
    rego: fc.string(),
    client_name: fc.string({ unit: 'binary' }),
    // zod leaves out a key `__proto__`, which no column has.
    additional_fields: fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.string(),
    ),
  },
  { requiredKeys: [] },
)

const rowArbitrary: fc.Arbitrary<JournalRow> = fc.record({
  row: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  input: inputArbitrary,
  original: fc.array(fc.string({ unit: 'binary' })),
  known: fc.boolean(),
  correctsRow: fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 }), { nil: null }),
  outcome: fc.option(fc.constantFrom('accepted', 'failed', 'not-processed', 'not-sent', 'with-errors', 'excluded'), {
    nil: null,
  }),
  reason: textOrNull,
  generalReason: textOrNull,
  reasonColumns: fc.array(fc.nat(50), { maxLength: 3 }),
  customerId: textOrNull,
  duplicateId: textOrNull,
})

describe('rows of an upload', () => {
  it('are the same after packing', () => {
    fc.assert(
      fc.property(fc.array(rowArbitrary, { minLength: 1, maxLength: 20 }), (rows) => {
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

  it('that are sent are stored as the list that is posted', () => {
    const input = { rego: 'ABC123', client_name: 'Zoë “Z”\n', additional_fields: { '10': 'x', __proto__: 'y' } }
    const { customers } = packJournalRows([
      { ...newRow, row: 2, input, original: [] },
      { ...newRow, row: 3, input, original: [] },
    ])
    expect(postedIn(customers).toString()).toBe(JSON.stringify([input, input]))
  })
})
