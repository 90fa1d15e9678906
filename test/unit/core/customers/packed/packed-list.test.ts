import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CustomerSort } from '../../../../../src/contract/customer-views.ts'
import type { NumberedRecord } from '../../../../../src/core/customers/cache/record-changes.ts'
import { normaliseForSearch, searchText, searchTerms } from '../../../../../src/core/customers/record/search-text.ts'
import { anyRecord, type SlotFilter } from '../../../../../src/core/customers/packed/slot-filter.ts'
import type { ListOrder } from '../../../../../src/core/customers/packed/packed-list.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { remote } from '../customers-bench.ts'
import { createListOfRecords, packedAnswers, packedListOf, plainAnswers } from './plain-list.ts'
import { runs } from '../../../../runs.ts'

const noFilter = anyRecord
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
  vehicleTitle: text('2019 Mazda CX-5', '2019 mazda cx-5 Touring', 'Škoda Octavia RS with everything in it'),
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

/** What happens to the list: `at` chooses a record. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('add'), contents: fc.array(content, { minLength: 1, maxLength: 12 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit'), at: fc.nat(), content }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('touch'), at: fc.nat(), lastUpdated: moment }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove'), at: fc.nat(), count: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replaceLast'), content }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeAll') }) },
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
const everyPart = fc.record<SlotFilter>({
  terms: search.map(searchTerms),
  states: fc.constantFrom([], [], ['VIC'], ['VIC', 'NSW', '']),
  sighting: fc.constantFrom('any', 'any', 'seen', 'never'),
  expiresUntil: fc.constantFrom(null, null, '2026-12-01'),
  missingVin: fc.constantFrom(false, false, true),
  upload: fc.constantFrom(null, null, {
    ids: new Set(['0123456789abcdef']),
    customerIds: [idOf(1), idOf(5), 'nobody'],
  }),
  fields: fc.constantFrom(
    [],
    [],
    [{ name: 'Salesperson', contains: '' }],
    [{ name: 'Größe', contains: 'shed' }],
    [
      { name: 'Stock', contains: 'in the' },
      { name: 'a "b" \\', contains: '' },
    ],
  ),
  ids: fc.constantFrom(null, null, [idOf(1), idOf(2), idOf(3), idOf(10), 'nobody']),
  dates: fc.constantFrom(
    [],
    [],
    [{ date: 'saleDate', from: '2026-01-31', to: '2026-12-01' }],
    [{ date: 'saleDate', from: null, to: '2026-01-31' }],
    [{ date: 'lastSighting', from: '2026-11-01', to: '2026-11-01' }],
    [{ date: 'lastSighting', from: '2026-11-02', to: null }],
    [
      { date: 'lastSighting', from: null, to: '2026-11-30' },
      { date: 'expiryDate', from: '2026-12-01', to: null },
    ],
  ),
  missing: fc.subarray(['mobileNumber', 'clientName', 'rego', 'saleDate', 'expiryDate'], { maxLength: 2 }),
  missingFields: fc.constantFrom([], [], ['Salesperson'], ['Stock', 'Größe']),
  contact: fc.constantFrom(
    null,
    null,
    ...(['forbidden', 'allowed'] as const).map((wanted) => ({
      wanted,
      people: { ids: [idOf(2), idOf(7), 'nobody'], numbers: new Set([61491570006]) },
    })),
  ),
  outcomes: fc.constantFrom(
    null,
    null,
    { ids: [idOf(1), idOf(4), idOf(6)], withOutcome: null },
    { ids: [idOf(1), 'nobody'], withOutcome: [idOf(1), idOf(3), idOf(8)] },
    { ids: [], withOutcome: [] },
  ),
  cars: fc.constantFrom(
    [],
    [],
    [{ make: 'mazda', model: null }],
    [{ make: 'MAZDA', model: 'CX5' }],
    [
      { make: 'Skoda', model: 'Octavia' },
      { make: 'Ford', model: null },
    ],
  ),
})

/** A few parts: with all of them a filter finds nothing. */
const filter = fc
  .tuple(everyPart, fc.subarray(Object.keys(anyRecord) as (keyof SlotFilter)[], { maxLength: 4 }))
  .map(([parts, chosen]): SlotFilter => ({
    ...anyRecord,
    ...Object.fromEntries(chosen.map((name) => [name, parts[name]])),
  }))

describe('the packed list', () => {
  it('answers as a plain array does, after any changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('au' as const, 'nz' as const),
        fc.array(
          fc.record({
            step,
            filter,
            orders: fc.array(order, { minLength: 1, maxLength: 3 }),
            key: fc.nat(),
            rests: fc.boolean(),
          }),
          { minLength: 1, maxLength: 30 },
        ),
        (region, rounds) => {
          const { list: packed, change: changePacked } = createListOfRecords(region)
          const plain = new Map<number, RemoteCustomer>()
          let lastNumber = 0
          const change = (saved: readonly NumberedRecord[], removed: readonly number[]): void => {
            for (const number of removed) plain.delete(number)
            for (const { number, record } of saved) plain.set(number, record)
            expect(changePacked(saved, removed)).toBe(true)
          }
          const add = (contents: readonly Omit<RemoteCustomer, 'id'>[]): void => {
            const saved = contents.map((each) => {
              lastNumber += 1
              return { number: lastNumber, record: { id: idOf(lastNumber), ...each } }
            })
            change(saved, [])
          }
          for (const round of rounds) {
            const numbers = [...plain.keys()]
            const at = (index: number): number => numbers[index % Math.max(1, numbers.length)] ?? 0
            const { step: next } = round
            if (next.do === 'add') add(next.contents)
            else if (next.do === 'removeAll') change([], [...numbers, 10_000])
            else if (next.do === 'replaceLast') {
              // The highest number is given again when its record was removed.
              const last = Math.max(0, ...numbers)
              if (last > 0) {
                change([], [last])
                lastNumber = last - 1
              }
              add([next.content])
            } else if (numbers.length > 0) {
              const number = at(next.at)
              const record = plain.get(number)!
              if (next.do === 'edit') change([{ number, record: { id: record.id, ...next.content } }], [])
              else if (next.do === 'touch')
                change([{ number, record: { ...record, lastUpdated: next.lastUpdated } }], [])
              else
                change(
                  [],
                  Array.from({ length: next.count }, (_, index) => at(next.at + index)),
                )
            }
            const [expected, actual] = [plainAnswers(plain, region), packedAnswers(packed)]
            if (round.rests) runAtOnce(packed.pack())
            for (const each of round.orders) {
              expect(actual.inOrder(each)).toEqual(expected.inOrder(each))
              expect(actual.found(round.filter, each)).toEqual(expected.found(round.filter, each))
              expect(actual.countFound(round.filter)).toEqual(expected.countFound(round.filter))
            }
            expect(actual.counts()).toEqual(expected.counts())
            expect(actual.countsBy()).toEqual(expected.countsBy())
            expect(actual.cars()).toEqual(expected.cars())
            expect(actual.ids()).toEqual(expected.ids())
            expect(actual.keys()).toEqual(expected.keys())
            const key = expected.keys()[round.key % Math.max(1, expected.keys().length)] ?? 'v:NONE'
            expect(actual.withKey(key)).toEqual(expected.withKey(key))
          }
        },
      ),
      { numRuns: runs(50) },
    )
  })

  it('finds each part of a search text, and no other', () => {
    fc.assert(
      fc.property(
        fc.array(content, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (contents, at, from, length) => {
          const records = contents.map((each, index) => ({ number: index + 1, record: { id: idOf(index), ...each } }))
          const chosen = records[at % records.length]!.record
          const words = [...searchText(chosen, 'au').split(' '), normaliseForSearch(chosen.clientName ?? '')]
          const word = [...(words[from % words.length] ?? '')]
          const start = from % Math.max(1, word.length)
          const term = word.slice(start, start + 1 + (length % 4)).join('')
          if (term === '' || term.includes(' ')) return
          const filterFor = { ...noFilter, terms: [term] }
          const byNumber = { sort: 'state', descending: false } as const
          const plain = new Map(records.map(({ number, record }) => [number, record]))
          expect(packedAnswers(packedListOf(records)).found(filterFor, byNumber)).toEqual(
            plainAnswers(plain, 'au').found(filterFor, byNumber),
          )
        },
      ),
    )
  })

  it('sorts as SQLite does', () => {
    const database = openMemory()
    const names = fc.array(text('a', 'A', 'ab', 'AB', 'b', 'Ä', 'ä', 'é', '_', '[', 'Z', 'z'), { maxLength: 60 })
    fc.assert(
      fc.property(names, fc.boolean(), (clientNames, descending) => {
        database.run('CREATE TEMP TABLE IF NOT EXISTS sorted (number INTEGER PRIMARY KEY, name TEXT, rego TEXT)')
        database.run('DELETE FROM sorted')
        clientNames.forEach((name, index) =>
          database.run('INSERT INTO sorted VALUES (?, ?, ?)', [index + 1, name, name]),
        )
        const records = clientNames.map((name, index) => ({
          number: index + 1,
          record: remote(idOf(index), { clientName: name, rego: name }),
        }))
        const expected = (column: string): number[] =>
          database
            .all<{ number: number }>(
              `SELECT number FROM sorted ORDER BY ${column} ${descending ? 'DESC, number DESC' : 'ASC NULLS LAST, number ASC'}`,
            )
            .map(({ number }) => number)
        const actual = packedAnswers(packedListOf(records))
        expect(actual.inOrder({ sort: 'clientName', descending })).toEqual(expected('name COLLATE NOCASE'))
        expect(actual.inOrder({ sort: 'rego', descending })).toEqual(expected('rego'))
      }),
    )
    database.close()
  })
})
