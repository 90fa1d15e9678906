import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { encodeBlock, recordsPerBlock } from '../../../../../src/core/customers/cache/record-block.ts'
import {
  idOf,
  isPlainRecord,
  plainDigest,
  plainLine,
  remoteOf,
} from '../../../../../src/core/customers/plain/plain-page.ts'
import { toRecordText } from '../../../../../src/core/customers/record/record-text.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { listPartOf, recordsOfPart, type ListPart } from '../../../../../src/core/customers/packed/list-part.ts'
import { createRecordPacker } from '../../../../../src/core/customers/packed/packed-record.ts'
import { createPartWriter } from '../../../../../src/core/customers/plain/part-writer.ts'
import { createKnownRecords } from '../../../../../src/core/customers/sync/known-records.ts'
import { listPage, recordOf } from '../../../../../src/core/customers/sync/listed-page.ts'
import { createPageReader } from '../../../../../src/core/customers/sync/page-reader.ts'
import { CustomersAnswer } from '../../../../../src/core/service/remote-records.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { openCache, scope } from '../customers-bench.ts'

/** Texts as dealers have them, and others. */
const text = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'Isla Smith',
      "O'Brien",
      'Seán  Ó Briain ',
      ' van der Berg',
      'VIC',
      'ABC 123',
      'abc123',
      'ABC\u00a0123',
      'MR0ABCDEFGH000001',
      '0491 570 006',
      '+61491570006',
      '61491570006',
      '0',
      '2024-03-04T00:00:00.000Z',
      '2024-03-04',
      '2024-3-4',
      '2019 Toyota HiLux SR5',
      'Mazda',
      'CX-5',
      'ﷺ ﬁ Ǆ',
      'ΟΔΟΣ ΑΣ ¨ a¨ é',
      'fc-0123456789abcdef-17',
      'fc-0123456789abcdef-x',
      '-',
      '',
    ),
  },
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const value = fc.oneof({ weight: 9, arbitrary: text }, fc.constant(null), fc.integer(), fc.boolean(), fc.constant([1]))
const fieldValue = fc.oneof(
  { weight: 9, arbitrary: text },
  fc.nat(),
  fc.constantFrom(-1, 0.5, 1e21, null, true, { a: 1 }),
)
const fieldNames = ['Make', 'Model', 'Vehicle Title', 'Notes', 'Zähler', 'upload', 'year', '__proto__', '12', 'a"b', '']
const additionalFields = fc.oneof(
  { weight: 6, arbitrary: fc.record({ Make: text, Model: text, Notes: text }) },
  fc.dictionary(fc.constantFrom(...fieldNames), fieldValue, { maxKeys: 5 }),
  fc.constantFrom(null, [], {}),
)
const sighting = {
  at: '2026-11-10T00:00:00Z',
  lead_id: 'l',
  listing_url: 'u',
  listing_title: '2018 Kia Rio',
  listing_price: 1,
}
const usual = {
  id: fc.uuid(),
  last_updated: fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', ''),
  rego: text,
  state: text,
  vin: text,
  client_name: text,
  mobile_number: text,
  sale_date: text,
  expiry_date: fc.oneof(text, fc.constant(null)),
  vehicle_title: fc.oneof(text, fc.constant(null)),
  sightings: fc.constantFrom([], [], [], [sighting], null),
  additional_fields: additionalFields,
}
const rawCustomer = fc.oneof(
  { weight: 8, arbitrary: fc.record(usual) },
  fc.record({ ...usual, rego: value, mobile_number: value, sale_date: value, unknown: value }),
  fc.record({ ...usual, id: fc.constantFrom('c1', 'c2', 'C0FFEE00-0000-4000-8000-000000000000') }),
)
/** The same order of the fields for all customers of a page. */
const rawPage = fc
  .tuple(
    fc.uniqueArray(rawCustomer, { maxLength: 30, selector: ({ id }) => id }),
    fc.shuffledSubarray(['last_updated', 'rego', 'state', 'vin', 'client_name', 'additional_fields'], { minLength: 3 }),
    fc.boolean(),
  )
  .map(([customers, names, isUsual]) =>
    isUsual
      ? customers
      : customers.map((customer) =>
          Object.fromEntries(['id', ...names].map((name) => [name, customer[name as keyof typeof customer]])),
        ),
  )

const bodyOf = (customers: readonly object[]): Buffer => Buffer.from(JSON.stringify({ success: true, customers }))

/** The customers as a sync lists them, of which the plain ones stay bytes, and as the ordinary way reads them. */
function readBoth(customers: readonly object[]) {
  const known = createKnownRecords()
  known.start()
  const page = createPageReader(known, 'au')(bodyOf(customers))
  if (!page) return null
  const listed = listPage(known, page.customers, page.reading).map(recordOf)
  return { listed, ordinary: CustomersAnswer.parse({ customers: JSON.parse(JSON.stringify(customers)) }).customers }
}

const pack = createRecordPacker('au')
const contentOf = (part: ListPart) => ({
  sighted: part.sighted,
  records: recordsOfPart(part)?.map((record) => ({
    ...record,
    searched: Buffer.from(record.searched).toString('latin1'),
    unsearched: Buffer.from(record.unsearched).toString('latin1'),
  })),
})

describe('customers that stay bytes', () => {
  it('are the customers that the ordinary way reads, with the same lines, digests, blocks and parts of the list', () => {
    let plain = 0
    let parsed = 0
    const writePart = createPartWriter()
    fc.assert(
      fc.property(rawPage, (customers) => {
        const read = readBoth(customers)
        if (!read) return
        const { listed, ordinary } = read
        expect(listed.map(remoteOf)).toEqual(ordinary)
        const entries = ordinary.map((record, number) => ({
          number,
          id: record.id,
          ...toRecordText(record),
          packed: pack(record),
        }))
        for (const [at, record] of listed.entries()) {
          if (!isPlainRecord(record)) {
            parsed += 1
            continue
          }
          plain += 1
          const { id, line, digest } = entries[at]!
          expect({ id: idOf(record), line: plainLine(record), digest: plainDigest(record) }).toEqual({
            id,
            line,
            digest,
          })
        }
        const mixed = listed.map((record, at) => (isPlainRecord(record) ? { ...record, number: at } : entries[at]!))
        expect(encodeBlock(mixed)).toEqual(encodeBlock(entries))
        expect(contentOf(writePart(mixed))).toEqual(contentOf(listPartOf(entries)))
      }),
      { numRuns: 400 },
    )
    expect(plain).toBeGreaterThan(600)
    expect(parsed).toBeGreaterThan(300)
  })

  it('lead to the same cache and list as objects, page by page', () => {
    fc.assert(
      fc.property(
        fc.array(rawPage, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        (pages, isLoaded, partsLater) => {
          const [bytes, objects] = [openCacheWithList(), openCacheWithList()]
          if (isLoaded) for (const { lists } of [bytes, objects]) lists.now(scope)
          for (const customers of pages) {
            const read = readBoth(customers)
            if (!read) continue
            const changes = [
              bytes.cache.save(scope, read.listed, { partsLater }),
              objects.cache.save(scope, read.ordinary, { partsLater }),
            ]
            expect(changes[0]).toEqual(changes[1])
          }
          expect(bytes.content()).toEqual(objects.content())
        },
      ),
      { numRuns: 40 },
    )
  })

  it('take the newer version when a page lists a customer twice', () => {
    const { cache } = openCacheWithList()
    const customer = { id: '0f8fad5b-d9cb-469f-a165-000000000001', last_updated: '2026-11-01T00:00:00.000Z', rego: 'A' }
    const later = { ...customer, last_updated: '2026-11-02T00:00:00.000Z', rego: 'B' }
    const listed = readBoth([customer, later, customer])?.listed ?? []
    expect(listed.filter(isPlainRecord)).toHaveLength(3)
    expect(cache.save(scope, listed).changed).toBe(1)
    expect([...cache.each(scope)].map(({ record }) => record.rego)).toEqual(['B'])
  })

  it('fill whole blocks', () => {
    const { cache, content } = openCacheWithList()
    const customers = Array.from({ length: recordsPerBlock * 2 + 7 }, (_, at) => ({
      id: `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`,
      additional_fields: { Make: 'Kia', ref: `fc-0123456789abcdef-${at}` },
    }))
    cache.save(scope, readBoth(customers)?.listed ?? [], { partsLater: true })
    expect(content().list).toHaveLength(customers.length)
    expect(content().blocks).toHaveLength(3)
  })
})

function openCacheWithList() {
  const database = openMemory()
  onTestFinished(() => database.close())
  const cache = openCache(database)
  const lists = createCustomerLists(cache, database)
  return {
    cache,
    lists,
    content() {
      const { list, sighted } = lists.now(scope)
      return {
        blocks: database.all('SELECT first, last, keys, records FROM customer_block ORDER BY first'),
        parts: database.get('SELECT count(*) AS count FROM customer_list'),
        records: [...cache.each(scope)].map(({ record }) => record),
        list: (list.recordsOf(Uint32Array.from([...cache.each(scope)], ({ number }) => number)) ?? []).map(
          (packed) => ({
            ...packed,
            searched: Buffer.from(packed.searched).toString('latin1'),
            unsearched: Buffer.from(packed.unsearched).toString('latin1'),
          }),
        ),
        counts: list.counts(),
        fields: [...list.countsBy('field')],
        uploads: [...list.countsBy('uploadId')],
        cars: list.cars(),
        ids: [...list.ids()],
        keys: [...list.vehicleKeys()],
        sighted: [...sighted].toSorted(([one], [other]) => one - other),
      }
    },
  }
}
