import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerFilter } from '../../../../../src/contract/customer-filter.ts'
import { CustomerSort } from '../../../../../src/contract/customer-views.ts'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import { createCustomerLists, type CustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { createCustomerSummary } from '../../../../../src/core/customers/list/customer-summary.ts'
import { createKnownVehicles } from '../../../../../src/core/customers/list/known-vehicles.ts'
import type { ListOrder } from '../../../../../src/core/customers/list/listed-customers.ts'
import { normaliseForSearch, searchText } from '../../../../../src/core/customers/record/search-text.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { createCallLog } from '../../../../../src/core/sightings/call-log.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, emptyCache, openCache } from '../customers-bench.ts'
import { factsAsMaps, type KnownHere, referenceAnswers } from './reference-list.ts'
import { runs } from '../../../../runs.ts'

const today = '2026-11-21'
const text = (...usual: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(null, '', ...usual) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  )
const day = fc.constantFrom(null, '2026-01-31', '2026-12-01', '2027-05-05', 'soon')
const moment = fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '', 'then')
const reference = fc.constantFrom('fc-0123456789abcdef-1', 'fc-0123456789abcdef-22', 'fc-fedcba9876543210-3')
const fieldValue = fc.oneof(
  text('Kim Tan', 'kim', 'Blue shed', 'in the shed', '77', 'Größe'),
  fc.constantFrom(12, true, null, { a: 'shed' }),
  reference,
)
const fields = fc
  .tuple(
    fc.dictionary(fc.constantFrom('Salesperson', 'Stock', 'Größe', 'a "b" \\', ''), fieldValue, { maxKeys: 4 }),
    fc.constantFrom({}, {}, { Make: 'MAZDA', Model: 'CX-5 Touring' }, { 'Vehicle make': 'Ford', Model: 'Ranger XLT' }),
  )
  .map(([others, car]) => ({ ...others, ...car }))
const content = fc.record<Omit<RemoteCustomer, 'id'>>({
  clientName: text(
    'Anna Li',
    'anna li',
    'ANNA',
    'Seán O’Brien',
    "O'Brien",
    'Zoë',
    'ÆGIR',
    'Müller',
    '李',
    '𝒜𝒷',
    '\uFFEE',
    'José Maria de la Cruz',
  ),
  rego: text('ABC123', 'abc 123', 'ABC-123', 'ABC12', '1A'),
  state: text('VIC', 'NSW', 'vic'),
  vin: text('6G1FA8E5AZ4033922', '6g1fa8e5az4033922', 'JTDKN3DU7A0123456'),
  mobileNumber: text('+61491570006', '0491 570 006', '0491570156', '6401234', '12'),
  // Some letters of other scripts are another letter, or two, in lower case again, and the reference compares what is shown.
  vehicleTitle: text('2019 Mazda CX-5', '2019 mazda cx-5 Touring', 'Škoda Octavia RS with everything in it').filter(
    (title) => title === null || title.toUpperCase().toLowerCase() === title.toLowerCase(),
  ),
  saleDate: day,
  expiryDate: day,
  lastUpdated: moment,
  sightings: fc.array(
    moment.map((at) => ({ at, listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: null })),
    { maxLength: 2 },
  ),
  additionalFields: fields,
})
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const idOf = (number: number): string => (number % 5 === 0 ? `c${number}` : uuid(number))

/** What happens to the customers: `at` chooses one. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      contents: fc.array(content, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(), content }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('rollback' as const, 'restart' as const, 'remove all' as const) }),
  },
)
const order = fc.record<ListOrder>({ sort: fc.constantFrom(...CustomerSort.options), descending: fc.boolean() })
const search = fc.constantFrom(
  '',
  '',
  'anna',
  'an',
  'a',
  '2',
  'obrien',
  'o’brien',
  'cx5',
  'cx-5 2019',
  '0491 570',
  '491570006',
  'vic',
  'shed',
  'kim',
  'größe',
  '李',
  'ae',
  'zoe',
  'li ann',
  'fc-0123',
)
const between = (from: string | null, to: string | null) => ({ kind: 'between' as const, from, to })
const everyPart = fc.record<CustomerFilter>({
  search,
  states: fc.constantFrom([], ['VIC'], ['VIC', 'NSW', '']),
  sighting: fc.constantFrom('any', 'seen', 'never'),
  expiresWithinDays: fc.constantFrom(null, 10),
  uploadId: fc.constantFrom(null, '0123456789abcdef'),
  uploadIds: fc.constantFrom([], ['without']),
  missingVin: fc.boolean(),
  fields: fc.constantFrom(
    [],
    [{ name: 'Salesperson', contains: '' }],
    [{ name: 'Größe', contains: 'shed' }],
    [{ name: 'Stock', contains: 'in the' }],
    [{ name: 'Stock', contains: '"' }],
    [{ name: 'a "b" \\', contains: '' }],
  ),
  unsettled: fc.constant(false),
  dates: fc.constantFrom(
    [],
    [{ date: 'saleDate' as const, range: between('2026-01-31', '2026-12-01') }],
    [{ date: 'saleDate' as const, range: between(null, '2026-01-31') }],
    [{ date: 'lastSighting' as const, range: between('2026-11-02', null) }],
    [
      { date: 'lastSighting' as const, range: between(null, '2026-11-30') },
      { date: 'expiryDate' as const, range: { kind: 'relative' as const, unit: 'days' as const, from: 10, to: null } },
    ],
  ),
  missing: fc.subarray(['mobileNumber', 'clientName', 'rego', 'saleDate', 'field:Salesperson', 'field:Größe'], {
    maxLength: 2,
  }),
  contact: fc.constantFrom('any', 'forbidden', 'allowed'),
  outcomes: fc.constantFrom([], ['new' as const], ['no_answer' as const], ['new' as const, 'bought' as const]),
  cars: fc.constantFrom(
    [],
    [{ make: 'mazda', model: null }],
    [{ make: 'MAZDA', model: 'CX5' }],
    [
      { make: 'Skoda', model: 'Octavia' },
      { make: 'Ford', model: null },
    ],
  ),
  off: fc.constantFrom([], ['states'], ['cars', 'contact']),
})
/** A few parts: with all of them a filter finds nothing. */
const filter = fc
  .tuple(everyPart, fc.subarray(Object.keys(noFilter) as (keyof CustomerFilter)[], { maxLength: 5 }))
  .map(([parts, chosen]): CustomerFilter => ({
    ...noFilter,
    ...Object.fromEntries(chosen.map((name) => [name, parts[name]])),
  }))

let database: Database
let cache: CustomerCache
let lists: CustomerLists
const restart = (): void => {
  cache = openCache(database)
  lists = createCustomerLists(cache)
}
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  restart()
})

/** Does the work in a transaction that fails. */
function rollBack(work: () => void): void {
  const failure = new RangeError('No room')
  try {
    cache.transaction(() => {
      work()
      throw failure
    })
  } catch (error) {
    if (error !== failure) throw error
  }
}

/** Marks, calls and uploads of this PC in the database, and the same for the reference. */
function plantHere(region: 'au' | 'nz'): KnownHere {
  const scope = { connectionId, region }
  const doNotContact = createDoNotContact(database)
  doNotContact.add(scope, { id: idOf(5), mobileNumber: '0491 570 156' }, '')
  doNotContact.add(scope, { id: idOf(2), mobileNumber: null }, '')
  const calls = createCallLog(database)
  const outcomes = new Map([
    [idOf(1), 'no_answer'],
    [idOf(3), 'bought'],
    [idOf(8), 'no_answer'],
  ] as const)
  for (const [customerId, outcome] of outcomes) {
    const next = { nextAction: '', nextDate: null, nextTime: null, person: null, amount: null }
    const note = { id: `${region} ${customerId}`, at: '', outcome, note: '', ...next }
    calls.append(scope, [{ customerId, note, contact: null }])
  }
  const uploads = new Map([['without', [idOf(1), idOf(5), 'nobody']]])
  const code = region === 'au' ? '61' : '64'
  return { today, people: new Set([idOf(5), idOf(2), `${code}491570156`]), outcomes, uploads }
}

function plantUploads(): void {
  const upload = database.run.bind(
    null,
    `INSERT OR IGNORE INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key,
    header, rows_in_file, rows_excluded, paid_lookups, batch_size, state, created_at, fixes)
    VALUES (?, '${connectionId}', 'au', '', '', 0, ?, '[]', 1, 0, 0, 1, 'complete', '', '[]')`,
  )
  for (const id of ['0123456789abcdef', 'fedcba9876543210']) upload([id, 'ref'])
  upload(['without', null])
  for (const [row, id] of [idOf(1), idOf(5), 'nobody'].entries()) {
    database.run('INSERT OR IGNORE INTO upload_customer (upload_id, row, customer_id) VALUES (?, ?, ?)', [
      'without',
      row + 1,
      id,
    ])
  }
}

describe('the list of customers', () => {
  it('answers as the records themselves do, after any changes, rollbacks and restarts', async () => {
    plantUploads()
    const known = { au: plantHere('au'), nz: plantHere('nz') }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('au' as const, 'nz' as const),
        fc.array(fc.record({ step, filter, orders: fc.array(order, { minLength: 1, maxLength: 2 }), key: fc.nat() }), {
          minLength: 1,
          maxLength: 20,
        }),
        async (region, rounds) => {
          const scope = { connectionId, region }
          emptyCache(database, cache)
          const records = new Map<string, RemoteCustomer>()
          let [lastId, minute] = [0, 0]
          for (const { step: next, filter: asked, orders, key } of rounds) {
            minute += 1
            const lastUpdated = new Date(Date.UTC(2026, 11, 1, 0, minute)).toISOString()
            const ids = [...records.keys()]
            const at = (index: number): string => ids[index % Math.max(1, ids.length)] ?? 'nobody'
            const save = (saved: readonly RemoteCustomer[]): void => {
              for (const record of saved) records.set(record.id, record)
              cache.save(scope, saved)
            }
            const remove = (removed: readonly string[]): void => {
              for (const id of removed) records.delete(id)
              cache.remove(scope, removed)
            }
            if (next.do === 'add') save(next.contents.map((each) => ({ ...each, id: idOf((lastId += 1)) })))
            else if (next.do === 'edit' && ids.length > 0) save([{ ...next.content, lastUpdated, id: at(next.at) }])
            else if (next.do === 'remove') remove(Array.from({ length: next.count }, (_, index) => at(next.at + index)))
            else if (next.do === 'remove all') remove(ids)
            else if (next.do === 'restart') restart()
            else if (next.do === 'rollback') {
              rollBack(() => cache.remove(scope, ids))
            }
            const expected = referenceAnswers([...records.values()], region, known[region])
            const sources = { database, doNotContact: createDoNotContact(database) }
            const list = createCustomerList({ ...sources, cache, lists })
            for (const each of orders) {
              expect((await list.find(scope, noFilter, each, today)).map(({ id }) => id)).toEqual(
                expected.find(noFilter, each),
              )
              expect((await list.find(scope, asked, each, today)).map(({ id }) => id)).toEqual(
                expected.find(asked, each),
              )
            }
            expect(await list.counts(scope, asked, today)).toEqual(expected.counts(asked))
            const summarise = createCustomerSummary({ ...sources, list, lists })
            expect(factsAsMaps(await summarise(scope, undefined, today))).toEqual(expected.facts(noFilter))
            expect(factsAsMaps(await summarise(scope, asked, today))).toEqual(expected.facts(asked))
            const vehicles = createKnownVehicles(lists)
            const keys = expected.keys()
            expect([...(await vehicles.vehicleKeys(connectionId, region))]).toEqual(keys)
            const wanted = keys[key % Math.max(1, keys.length)] ?? 'v:NONE'
            expect(await vehicles.idsOfVehicles(scope, [wanted])).toEqual(expected.withKey(wanted))
          }
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('finds each part of a search text, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        async (contents, at, from, length) => {
          emptyCache(database, cache)
          const scope = { connectionId, region: 'au' } as const
          const records = contents.map((each, index) => ({ id: idOf(index), ...each }))
          cache.save(scope, records)
          const chosen = records[at % records.length]!
          const words = [...searchText(chosen, 'au').split(/\s/), normaliseForSearch(chosen.clientName ?? '')]
          const word = [...(words[from % words.length] ?? '')]
          const start = from % Math.max(1, word.length)
          const term = word.slice(start, start + 1 + (length % 4)).join('')
          if (term === '' || term.includes(' ')) return
          const asked = { ...noFilter, search: term }
          const sources = { database, doNotContact: createDoNotContact(database) }
          const list = createCustomerList({ ...sources, cache, lists })
          const expected = referenceAnswers(records, 'au', {
            today,
            people: new Set(),
            outcomes: new Map(),
            uploads: new Map(),
          })
          const byState = { sort: 'state', descending: false } as const
          expect((await list.find(scope, asked, byState, today)).map(({ id }) => id)).toEqual(
            expected.find(asked, byState),
          )
        },
      ),
    )
  })
})
