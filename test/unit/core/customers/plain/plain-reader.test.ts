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
import {
  listPartOf,
  mostRecordsOfPart,
  recordsOfPart,
  type ListPart,
} from '../../../../../src/core/customers/packed/list-part.ts'
import { createRecordPacker } from '../../../../../src/core/customers/packed/packed-record.ts'
import { createPartWriter } from '../../../../../src/core/customers/plain/part-writer.ts'
import { createKnownRecords } from '../../../../../src/core/customers/sync/known-records.ts'
import { listPage, recordOf } from '../../../../../src/core/customers/sync/listed-page.ts'
import { createPageReader } from '../../../../../src/core/customers/sync/page-reader.ts'
import { CustomersAnswer } from '../../../../../src/core/service/remote-records.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { openCache, scope } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

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
  known.start(0)
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

const writePart = createPartWriter()

/** Expects the same of both ways: records, lines, digests, blocks and parts of the list. Returns how many were read in which way. `from`: the first one that is compared. */
function compareBoth(customers: readonly object[], from = 0): { readonly plain: number; readonly parsed: number } {
  const read = readBoth(customers)
  if (!read) return { plain: 0, parsed: 0 }
  const plain = read.listed.filter(isPlainRecord).length
  const [listed, ordinary] = [read.listed.slice(from), read.ordinary.slice(from)]
  expect(listed.map(remoteOf)).toEqual(ordinary)
  const entries = ordinary.map((record, number) => ({
    number,
    id: record.id,
    ...toRecordText(record),
    packed: pack(record),
  }))
  for (const [at, record] of listed.entries()) {
    if (!isPlainRecord(record)) continue
    const { id, line, digest } = entries[at]!
    expect({ id: idOf(record), line: plainLine(record), digest: plainDigest(record) }).toEqual({ id, line, digest })
  }
  const mixed = listed.map((record, at) => (isPlainRecord(record) ? { ...record, number: at } : entries[at]!))
  for (let first = 0; first < entries.length; first += mostRecordsOfPart) {
    const end = first + mostRecordsOfPart
    expect(encodeBlock(mixed.slice(first, end))).toEqual(encodeBlock(entries.slice(first, end)))
    expect(contentOf(writePart(mixed.slice(first, end)))).toEqual(contentOf(listPartOf(entries.slice(first, end))))
  }
  return { plain, parsed: read.listed.length - plain }
}

const idAt = (at: number): string => `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`

describe('customers that stay bytes', () => {
  it('are the customers that the ordinary way reads, with the same lines, digests, blocks and parts of the list', () => {
    let plain = 0
    let parsed = 0
    fc.assert(
      fc.property(rawPage, (customers) => {
        const read = compareBoth(customers)
        plain += read.plain
        parsed += read.parsed
      }),
      { numRuns: runs(60) },
    )
    expect(plain).toBeGreaterThan(runs(60))
    expect(parsed).toBeGreaterThan(runs(60) / 2)
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
      { numRuns: runs(10) },
    )
  })

  it('have the digests of their lines, however long they are', () => {
    const customers = Array.from({ length: 300 }, (_, at) => ({ id: idAt(at), client_name: 'x'.repeat(at) }))
    expect(compareBoth(customers)).toEqual({ plain: 300, parsed: 0 })
  })

  it('are the same behind names whose forms have no room, and when there are more words than are remembered', () => {
    const long = ['\ufdfa'.repeat(1_300), '\u00e9'.repeat(2_000), 'x'.repeat(4_000), 'x'.repeat(5_000)]
    const words = Array.from({ length: 5_000 }, (_, at) => `\u00c9lise\u00e9${at} Smith`)
    const customers = [...long, ...words].map((name, at) => ({ id: idAt(at), client_name: name }))
    expect(compareBoth(customers)).toEqual({ plain: 5_002, parsed: 2 })
  })

  it('have their cars and texts when there are more different ones than get a number', () => {
    const many = 33_000
    const customers = Array.from({ length: many }, (_, at) => ({
      id: idAt(at),
      vehicle_title: `2019 Kia Rio ${at}`,
    }))
    expect(compareBoth(customers, many - 500)).toEqual({ plain: many, parsed: 0 })
    const texts = customers.map(({ id }, at) => ({ id, state: `S${at}` }))
    expect(compareBoth(texts, many - 500)).toEqual({ plain: 0x7fff, parsed: many - 0x7fff })
  })

  it('keep the fields of sets that are told apart by their names and references', () => {
    const fields = (at: number): object => ({
      [`Note ${at % 1_200}`]: at % 2 === 0 ? 'fc-0123456789abcdef-12' : 'Blue',
      Make: 'Kia',
      ref: `fc-0123456789abcdef-${at % 5 === 0 ? '4294967296' : at}`,
    })
    const customers = Array.from({ length: 3_000 }, (_, at) => ({ id: idAt(at), additional_fields: fields(at) }))
    const { plain, parsed } = compareBoth(customers)
    expect(plain).toBeGreaterThan(1_000)
    expect(parsed).toBeGreaterThan(300)
  })

  it('are not read from a body that is too long for the memory', () => {
    const customers = Array.from({ length: 10 }, (_, at) => ({ id: idAt(at), client_name: 'x'.repeat(1_000_000) }))
    expect(createPageReader(createKnownRecords(), 'au')(bodyOf(customers))).toBeNull()
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
