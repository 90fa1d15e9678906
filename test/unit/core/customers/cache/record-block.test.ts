import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decodeBlock,
  digestAt,
  encodeBlock,
  entriesOf,
  idAt,
  lineAt,
  placeOf,
  type BlockEntry,
} from '../../../../../src/core/customers/cache/record-block.ts'
import { fromRecordText, toRecordText } from '../../../../../src/core/customers/record/record-text.ts'
import { remote } from '../customers-bench.ts'

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom("Zoë O'Brien", 'a\nb\tc', '"]', '🚗'))
const value = fc.oneof(text, fc.constant(null))
const record = fc.record({
  id: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: text }),
  lastUpdated: text,
  rego: value,
  state: value,
  vin: value,
  clientName: value,
  mobileNumber: value,
  saleDate: value,
  expiryDate: value,
  vehicleTitle: value,
  sightings: fc.constantFrom(
    [],
    [{ at: '2026-11-01T00:00:00Z', listingId: 'l', listingUrl: 'u', listingTitle: 't', listingPrice: null }],
  ),
  additionalFields: fc.dictionary(text, fc.jsonValue()),
  other: fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 }),
})
const toEntries = (records: readonly Parameters<typeof toRecordText>[0][]): BlockEntry[] =>
  records.map((each, index) => ({ number: 3 + index * 2, id: each.id, ...toRecordText(each) }))
const throughJson = (each: unknown): unknown => JSON.parse(JSON.stringify(each))

it('reads records of any content as they were written', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
      const entries = toEntries(records)
      const block = decodeBlock(encodeBlock(entries))
      if (block === 'damaged') throw new Error('The block is damaged')
      expect(entriesOf(block)).toEqual(entries)
      expect(entries.map((_, index) => fromRecordText(idAt(block, index), lineAt(block, index)))).toEqual(
        records.map(throughJson),
      )
      expect(entries.map(({ number }) => placeOf(block, number))).toEqual(entries.map((_, index) => index))
      expect([placeOf(block, 2), placeOf(block, 4), placeOf(block, 1_000)]).toEqual([-1, -1, -1])
      expect(digestAt(block, 0)).toEqual(entries[0]?.digest)
    }),
  )
})

it('never reads a block with a flipped bit as something else', () => {
  const stored = encodeBlock(toEntries(Array.from({ length: 40 }, (_, index) => remote(`c${index}`))))
  fc.assert(
    fc.property(fc.constantFrom('keys', 'records'), fc.nat(), fc.nat(7), (part, at, bit) => {
      const bytes = Buffer.from(stored[part])
      // The first byte of the records names the codec, and three of its bits are free.
      const byte = part === 'records' ? 1 + (at % (bytes.length - 1)) : at % bytes.length
      bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
      const read = decodeBlock({ ...stored, [part]: bytes })
      expect(read === 'damaged' || JSON.stringify(entriesOf(read)) === JSON.stringify(entriesOf(asBlock(stored)))).toBe(
        true,
      )
    }),
  )
})

const asBlock = (stored: ReturnType<typeof encodeBlock>) => {
  const block = decodeBlock(stored)
  if (block === 'damaged') throw new Error('The block is damaged')
  return block
}

it('has another digest for every change of a field, and only there', () => {
  const first = toRecordText(remote('a')).digest
  expect(toRecordText(remote('a')).digest).toEqual(first)
  expect(toRecordText(remote('a', { clientName: 'Ana' })).digest.low).not.toBe(first.low)
  const seen = toRecordText(remote('a', { other: { seen: 1 } })).digest
  expect({ ...seen, other: 0 }).toEqual(first)
  expect(seen.other).not.toBe(0)
})
