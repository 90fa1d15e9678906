import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decodeListPart,
  encodeListPart,
  listFormat,
  listPartOf,
  recordsOfPart,
  type ListPart,
} from '../../../../../src/core/customers/packed/list-part.ts'
import { createRecordPacker } from '../../../../../src/core/customers/packed/packed-record.ts'
import { compressBlock, decompressBlock } from '../../../../../src/core/database/block-codec.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { remote } from '../customers-bench.ts'

const block = 0x8000_0001
const pack = createRecordPacker('au')
const sighting = { at: '2026-11-10T00:00:00Z', listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }
const text = fc.oneof(
  fc.constantFrom(null, '', 'Seán O’Brien', 'VIC', '2026-12-01'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const customer = fc.record({
  clientName: text,
  rego: text,
  state: text,
  vin: text,
  mobileNumber: text,
  saleDate: text,
  expiryDate: text,
  vehicleTitle: text,
  sightings: fc.constantFrom([], [sighting]),
  additionalFields: fc.dictionary(
    fc.constantFrom('Salesperson', 'Stock', 'a "b"', ''),
    fc.oneof(text, fc.constantFrom(1, true, 'fc-0123456789abcdef-7')),
  ),
})
const partRecords = (customers: readonly Partial<RemoteCustomer>[]) =>
  customers.map((each, index) => ({ packed: pack(remote(`c${index}`, each)), line: `["line ${index} Zoë"]` }))
/** The content of a part, also when its bytes lie in other memory. */
const contentOf = (part: ListPart) => ({ records: recordsOfPart(part)?.map(plain), sighted: part.sighted })
const plain = (record: NonNullable<ReturnType<typeof recordsOfPart>>[number]) => ({
  ...record,
  searched: Buffer.from(record.searched).toString('hex'),
  unsearched: Buffer.from(record.unsearched).toString('hex'),
})

it('gives back what was stored, for records of any content', () => {
  fc.assert(
    fc.property(fc.array(customer, { maxLength: 40 }), (customers) => {
      const records = partRecords(customers)
      const read = decodeListPart(encodeListPart(listPartOf(records), block), block, records.length)
      expect(read && contentOf(read)).toEqual({
        records: records.map(({ packed }) => plain(packed)),
        sighted: records.flatMap(({ line }, at) => (customers[at]?.sightings?.length === 0 ? [] : [{ at, line }])),
      })
    }),
  )
})

it('is never read for another version of its block, or with another number of records', () => {
  const stored = encodeListPart(listPartOf(partRecords([{}, { sightings: [sighting] }])), block)
  expect(decodeListPart(stored, block, 2)).not.toBeNull()
  expect(decodeListPart(stored, block + 1, 2)).toBeNull()
  expect(decodeListPart(stored, block, 3)).toBeNull()
})

it('is never read when a byte of it has changed, in any way of compression', () => {
  const records = partRecords([{ clientName: 'Ana' }, { clientName: 'Zoë', sightings: [sighting] }])
  const stored = encodeListPart(listPartOf(records), block)
  const bytes = decompressBlock(stored)
  if (!bytes) throw new Error('The part was stored without its way of compression')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, change, useZstd) => {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ change
      expect(decodeListPart(compressBlock(damaged, useZstd), block, 2)).toBeNull()
    }),
  )
  expect(decodeListPart(stored.subarray(0, stored.length - 5), block, 2)).toBeNull()
  expect(decodeListPart(new Uint8Array(0), block, 2)).toBeNull()
})

it('takes no more records than a block has', () => {
  const record = { packed: pack(remote('a')), line: '[]' }
  expect(() => listPartOf(Array.from({ length: 256 }, () => record))).toThrow(RangeError)
})

it('has a format number that belongs to what is packed', () => {
  const samples = [
    remote('a', {
      clientName: 'Seán O’BRIEN-Tanaka',
      rego: 'abc 123',
      state: 'VIC',
      vin: '6g1FA8E5AZ4033922',
      mobileNumber: '+61 491 570 006',
      saleDate: '2026-01-31',
      expiryDate: '2027-05-05',
      vehicleTitle: '2019 Škoda Octavia RS',
      sightings: [sighting],
      additionalFields: { Salesperson: 'Größe 李', 'Stock no': 77, Ref: 'fc-0123456789abcdef-1', empty: null },
    }),
    remote('b'),
  ]
  const packed = (['au', 'nz'] as const).flatMap((region) => samples.map(createRecordPacker(region)).map(plain))
  // After a change of this number, raise the number in `listFormat` too: stored parts of older versions hold the older texts.
  expect([crc32(JSON.stringify(packed)), listFormat === crc32(`2 ${process.versions['unicode'] ?? ''}`)]).toEqual([
    3309385469,
    true,
  ])
})
