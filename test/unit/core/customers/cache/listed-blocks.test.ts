import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { recordsPerBlock } from '../../../../../src/core/customers/cache/record-block.ts'
import { createRecordStore, type RecordStore } from '../../../../../src/core/customers/cache/record-store.ts'
import { mostMissingParts } from '../../../../../src/core/customers/cache/scope-records.ts'
import { removeRows } from '../../../../../src/core/connections/remove-rows.ts'
import { decompressBlock } from '../../../../../src/core/database/block-codec.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import { FailureError } from '../../../../../src/core/failures/failure-error.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { createLogTwin, type LogTwin } from '../../../../twins/log-twin.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { remote, scope, signal } from '../customers-bench.ts'
import { listedRecords, recordsAsListed } from './listed-records.ts'
import { runs } from '../../../../runs.ts'

let database: Database
let store: RecordStore
let log: LogTwin
const open = (of: Database = database): RecordStore =>
  createRecordStore(of, { changes: { add: () => undefined }, log, onLost: () => undefined })
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  log = createLogTwin()
  store = open()
})

const sighting = { at: '2026-11-10T00:00:00Z', listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }
const idOf = (number: number): string =>
  number % 5 === 0 ? `c${number}` : `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const updatedAt = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()
const recordOf = (number: number, minute = 0): RemoteCustomer =>
  remote(idOf(number), {
    lastUpdated: updatedAt(minute),
    clientName: `Client ${number} at ${minute}`,
    state: ['VIC', 'NSW', null][(number + minute) % 3] ?? null,
    additionalFields: number % 4 === 0 ? { Stock: number } : {},
    sightings: (number + minute) % 7 === 0 ? [sighting] : [],
    other: {},
  })
const many = (count: number, from = 0): RemoteCustomer[] =>
  Array.from({ length: count }, (_, index) => recordOf(from + index))

const listed = (of: RecordStore = store) => listedRecords(of, scope)
const fromRecords = (of: RecordStore = store) => recordsAsListed(of, scope)
const countOf = (table: string): number =>
  database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? -1
const storedTexts = (): string =>
  database
    .all<{ part: Uint8Array }>('SELECT part FROM customer_list')
    .map(({ part }) => decompressBlock(part)?.toString('utf8') ?? '')
    .join('')

describe('after any changes, rollbacks and restarts', () => {
  const ids = fc.array(fc.nat(500), { maxLength: 90 })
  const operation = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('save'), ids, minute: fc.nat(9) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('add'), ids: fc.constant([]), minute: fc.nat(300) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('remove'), ids, minute: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('restart', 'list', 'lose a part', 'damage a part', 'exchange parts'),
        ids: fc.constant([]),
        minute: fc.nat(),
      }),
    },
  )
  const step = fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 4 }), fails: fc.boolean() })

  const apply = (each: { do: string; ids: readonly number[]; minute: number }): void => {
    const parts = database.all<{ first: number; part: Uint8Array }>('SELECT first, part FROM customer_list')
    const chosen = parts[each.minute % Math.max(1, parts.length)]
    const setPart = (first: number | undefined, part: Uint8Array): void =>
      void database.run('UPDATE customer_list SET part = ? WHERE first = ?', [part, first ?? -1])
    if (each.do === 'save') {
      store.save(
        scope,
        each.ids.map((id) => recordOf(id, each.minute)),
      )
    } else if (each.do === 'add') store.save(scope, many(each.minute, 600 + each.minute))
    else if (each.do === 'remove') store.remove(scope, each.ids.map(idOf))
    else if (each.do === 'restart') store = open()
    else if (each.do === 'list') listed()
    else if (each.do === 'lose a part') database.run('DELETE FROM customer_list WHERE first = ?', [chosen?.first ?? -1])
    else if (each.do === 'damage a part' && chosen)
      setPart(
        chosen.first,
        chosen.part.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
      )
    else if (each.do === 'exchange parts' && chosen) setPart(parts[0]?.first, chosen.part)
  }

  it('has what the records have, and stores it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        store.forgetConnection(connectionId)
        for (const { operations, fails } of steps) {
          try {
            store.transaction(() => {
              for (const each of operations) apply(each)
              if (fails) throw new RangeError('No room')
            })
          } catch (error) {
            if (!(error instanceof RangeError)) throw error
          }
          expect(listed()).toEqual(fromRecords())
        }
        store = open()
        expect(listed()).toEqual(fromRecords())
        expect(countOf('customer_list')).toBe(countOf('customer_block'))
      }),
      { numRuns: runs(20) },
    )
  })
})

it('is stored with each block, so that no record is parsed at a start', () => {
  store.save(scope, many(recordsPerBlock * 3))
  store.save(scope, [recordOf(5, 1)])
  const expected = fromRecords()
  database.run('UPDATE customer_block SET records = zeroblob(9)')
  expect(listed(open())).toEqual(expected)
})

it('is made for the blocks of an older version when they are first read, and is stored then', () => {
  const blocks = mostMissingParts + 3
  store.save(scope, many(recordsPerBlock * blocks))
  const expected = listed()
  database.run('DELETE FROM customer_list')
  store = open()
  const reading = store.listBlocks(scope)
  for (let block = 0; block <= mostMissingParts; block += 1) reading.next()
  // Before the last ones are read, most are on the disk already.
  expect(countOf('customer_list')).toBe(mostMissingParts)
  expect(listed(open())).toEqual(expected)
  expect(countOf('customer_list')).toBe(blocks)
})

it('holds nothing of a customer that was removed or changed', () => {
  store.save(scope, [...many(300), recordOf(1_000), remote('x', { clientName: 'Ottilie Quast', rego: 'QQQ999' })])
  expect(storedTexts()).toContain('ottilie quast')
  store.save(scope, [remote('x', { clientName: 'Another Name', lastUpdated: updatedAt(5) })])
  expect(storedTexts()).not.toMatch(/ottilie|QQQ999/)
  expect(storedTexts()).toContain('another name')
  store.remove(scope, ['x'])
  expect(storedTexts()).not.toContain('another name')
})

it('is removed with its connection, at once and in pieces', async () => {
  store.save(scope, many(300))
  store.forgetConnection(connectionId)
  expect(countOf('customer_list')).toBe(0)
  store.save(scope, many(300))
  expect(await removeRows(database, connectionId, signal)).toBe(true)
  expect(countOf('customer_list')).toBe(0)
  // What was read before does not come back.
  expect(listed()).toEqual([])
  expect(countOf('customer_list')).toBe(0)
})

it('costs a list nothing when it cannot be stored', () => {
  store.save(scope, many(recordsPerBlock * (mostMissingParts + 2)))
  const expected = listed()
  database.run('DELETE FROM customer_list')
  const full: Database = {
    ...database,
    run(sql, params) {
      if (sql.includes('INSERT INTO customer_list')) {
        throw new FailureError({ kind: 'disk-full', message: 'The disk is full.' })
      }
      return database.run(sql, params)
    },
  }
  const limited = open(full)
  expect(listed(limited)).toEqual(expected)
  expect(listed(limited)).toEqual(expected)
  expect(log.entries).toMatchObject([
    { level: 'warning', event: 'customers.list-not-stored', fields: { kind: 'disk-full' } },
  ])
  expect(listed()).toEqual(expected)
  expect(countOf('customer_list')).toBe(mostMissingParts + 2)
})
