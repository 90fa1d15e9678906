import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { recordsPerBlock } from '../../../../../src/core/customers/cache/record-block.ts'
import type { RecordChange } from '../../../../../src/core/customers/cache/record-changes.ts'
import { createRecordStore, type RecordStore } from '../../../../../src/core/customers/cache/record-store.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { connectionId, openMemory } from '../../uploads/upload-bench.ts'
import { remote, scope } from '../customers-bench.ts'
import { runs } from '../../../../runs.ts'

let database: Database
let store: RecordStore
let told: RecordChange[]
let lost: string[]
const log = createLogTwin()

const open = (): RecordStore =>
  createRecordStore(database, {
    changes: { add: (change) => void told.push(change) },
    log,
    onLost: (_, ids) => void lost.push(...ids),
  })
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  told = []
  lost = []
  store = open()
})

const idOf = (number: number): string =>
  number % 5 === 0 ? `c${number}` : `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const updatedAt = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()
const many = (count: number, from = 0): RemoteCustomer[] =>
  Array.from({ length: count }, (_, index) => remote(idOf(from + index), { clientName: `Client ${from + index}` }))
const all = (of: RecordStore = store): RemoteCustomer[] => [...of.each(scope)].map(({ record }) => record)
const blocks = (): number[] =>
  database.all<{ first: number }>('SELECT first FROM customer_block ORDER BY first').map(({ first }) => first)

/** The message of what the work has thrown; null: nothing. */
function endOf(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('random operations', () => {
  const operation = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        records: fc.array(
          fc.record({
            id: fc.nat(400),
            minute: fc.nat(5),
            name: fc.constantFrom('Ana', 'Zoë', null),
            other: fc.nat(1),
          }),
          { maxLength: 60 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), count: fc.nat(300) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('remove' as const), ids: fc.array(fc.nat(400), { maxLength: 80 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('remove' as const), ids: fc.constant([...Array(380).keys()]) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'forget' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'release memory' as const }) },
  )
  /** Records that were compared since the start: then a change of unknown fields alone is no change. */
  const compared = new Set<string>()
  /** Several operations in one transaction, which may fail at its end. */
  const step = fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 4 }), fails: fc.boolean() })

  it('leave what a plain map has, after commits, rollbacks and restarts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        database.run('DELETE FROM customer_block')
        store = open()
        let expected = new Map<string, RemoteCustomer>()
        compared.clear()
        for (const { operations, fails } of steps) {
          const before = new Map(expected)
          const end = endOf(() =>
            store.transaction(() => {
              for (const each of operations) apply(each, expected)
              if (fails) throw new Error('No room')
            }),
          )
          expect(end).toBe(fails ? 'No room' : null)
          if (fails) {
            expected = before
            compared.clear()
          }
          expect(new Map(all().map((record) => [record.id, record]))).toEqual(expected)
        }
        const numbers = [...store.each(scope)].map(({ number }) => number)
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        expect(store.findByNumbers(scope, numbers).map(({ id }) => id)).toEqual(all().map(({ id }) => id))
        for (let id = 0; id < 400; id += 7) {
          expect(store.find(scope, idOf(id))?.clientName).toBe(expected.get(idOf(id))?.clientName)
          expect(store.has(scope, idOf(id))).toBe(expected.has(idOf(id)))
        }
      }),
      { numRuns: runs(30) },
    )
  })

  function apply(
    each: typeof operation extends fc.Arbitrary<infer T> ? T : never,
    expected: Map<string, RemoteCustomer>,
  ) {
    switch (each.do) {
      case 'save': {
        const records = each.records.map(({ id, minute, name, other }) =>
          remote(idOf(id), { lastUpdated: updatedAt(minute), clientName: name, other: other ? { seen: true } : {} }),
        )
        for (const record of records) saveInMap(expected, record)
        return store.save(scope, records)
      }
      case 'add': {
        const records = many(each.count).map((record) => ({ ...record, other: {} }))
        for (const record of records) saveInMap(expected, record)
        return store.save(scope, records)
      }
      case 'remove':
        for (const id of each.ids) expected.delete(idOf(id))
        return store.remove(scope, each.ids.map(idOf))
      case 'forget':
        expected.clear()
        compared.clear()
        return store.forgetConnection(connectionId)
      case 'release memory':
        return store.releaseMemory()
      case 'restart':
        compared.clear()
        store = open()
    }
  }

  function saveInMap(expected: Map<string, RemoteCustomer>, record: RemoteCustomer): void {
    const before = expected.get(record.id)
    const isSame = JSON.stringify({ ...before, other: {} }) === JSON.stringify({ ...record, other: {} })
    if (before && isSame && compared.has(record.id)) return
    if (before && Date.parse(before.lastUpdated) > Date.parse(record.lastUpdated)) return
    compared.add(record.id)
    expected.set(record.id, record)
  }
})

it('reads no block again for the same page of 100 records, each from another block', () => {
  store.save(scope, many(100 * recordsPerBlock))
  const reads: string[] = []
  const counted: Database = {
    ...database,
    get: (sql, params) => {
      reads.push(sql)
      return database.get(sql, params)
    },
  }
  store = createRecordStore(counted, { changes: { add: () => undefined }, log, onLost: () => undefined })
  const page = Array.from({ length: 100 }, (_, at) => at * recordsPerBlock + 1)
  const first = store.findByNumbers(scope, page)
  expect(first).toHaveLength(100)
  expect(reads).toHaveLength(100)
  expect(store.findByNumbers(scope, page)).toEqual(first)
  expect(reads).toHaveLength(100)
})

it('tells what a save and a removal changed, by number', () => {
  store.save(scope, many(3))
  store.save(scope, [remote(idOf(1), { clientName: 'Other', lastUpdated: updatedAt(1) }), ...many(1)])
  store.remove(scope, [idOf(0), 'unknown'])
  store.forgetConnection(connectionId)
  expect(told).toMatchObject([
    { kind: 'changed', saved: [], removed: [], appended: [{ numbers: Uint32Array.of(1, 2, 3) }] },
    { kind: 'changed', saved: [{ number: 2, record: { clientName: 'Other' } }], removed: [] },
    { kind: 'changed', saved: [], removed: [1] },
    { kind: 'forgotten', connectionId },
  ])
})

it('fills a small last block before it begins another one, and joins blocks that have become small', () => {
  const half = recordsPerBlock / 2
  const remove = (records: readonly RemoteCustomer[]): void =>
    store.remove(
      scope,
      records.map(({ id }) => id),
    )
  store.save(scope, many(recordsPerBlock + 20))
  store.save(scope, many(5, 1_000))
  expect(blocks()).toEqual([1, half + 11])
  store.save(scope, many(recordsPerBlock, 2_000))
  expect(blocks()).toEqual([1, half + 11, recordsPerBlock + 26])
  remove(many(recordsPerBlock))
  expect(blocks()).toEqual([half + 11, recordsPerBlock + 26])
  remove(many(recordsPerBlock - 30, 2_000))
  expect(blocks()).toEqual([half + 11])
  expect(all()).toHaveLength(55)
  store = open()
  expect(all()).toHaveLength(55)
})

it('stops a save after changes in so many blocks, so that other calls are let through', () => {
  store.save(scope, many(recordsPerBlock * 5))
  const changed = Array.from({ length: 5 }, (_, block) =>
    remote(idOf(block * recordsPerBlock), { clientName: 'Later', lastUpdated: updatedAt(1) }),
  )
  expect(store.save(scope, [...many(100), ...changed], { mostBlocks: 2 })).toMatchObject({ changed: 2, taken: 102 })
  expect(store.save(scope, [...changed, ...many(300, 2_000)], { mostBlocks: 4 })).toMatchObject({
    changed: 303,
    taken: 305,
  })
  expect(store.save(scope, many(300, 3_000), { mostBlocks: 1 })).toMatchObject({ changed: 300, taken: 300 })
})

it('gives a new record the number after the last one', () => {
  store.save(scope, many(2))
  store.remove(scope, [idOf(1)])
  store.save(scope, many(1, 7))
  expect([...store.each(scope)].map(({ number }) => number)).toEqual([1, 3])
})

it('reads records that change meanwhile in their latest version', () => {
  store.save(scope, many(300))
  const read: string[] = []
  for (const { number, record } of store.each(scope)) {
    read.push(record.clientName ?? '')
    if (number === 5) {
      store.save(scope, [remote(idOf(200), { clientName: 'Later', lastUpdated: updatedAt(1) })])
      store.remove(scope, [idOf(100), idOf(1)])
      store.save(scope, many(1, 999))
    }
  }
  expect(read).toHaveLength(300)
  expect(read).toContain('Later')
  expect(read).toContain('Client 999')
  expect(read).not.toContain('Client 100')
  expect(read).not.toContain('Client 200')
})

describe('a damaged block', () => {
  const count = recordsPerBlock * 3
  const damage = (column: 'keys' | 'records'): void => {
    database.run(`UPDATE customer_block SET ${column} = substr(${column}, 1, length(${column}) - 9) WHERE first = ?`, [
      recordsPerBlock + 1,
    ])
    store = open()
  }
  const inBlock = idOf(recordsPerBlock + 3)

  it.each(['keys', 'records'] as const)('costs only its own records when its %s cannot be read', (column) => {
    store.save(scope, many(count))
    damage(column)
    expect(store.find(scope, inBlock)).toBeNull()
    expect(all()).toHaveLength(count - recordsPerBlock)
    expect(log.entries.at(-1)).toMatchObject({ level: 'error', event: 'customers.block-damaged' })
  })

  it('is forgotten, so that the next sync saves its records again', () => {
    store.save(scope, many(count))
    damage('records')
    told = []
    store.find(scope, inBlock)
    expect(told).toMatchObject([{ removed: expect.arrayContaining([recordsPerBlock + 3]) }])
    expect(lost).toEqual(many(recordsPerBlock, recordsPerBlock).map(({ id }) => id))
    expect(store.save(scope, many(count)).changed).toBe(recordsPerBlock)
    expect(
      all()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(
      many(count)
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  it('does not keep others from being saved or removed', () => {
    store.save(scope, many(count))
    damage('records')
    store.save(scope, [remote(inBlock, { clientName: 'Later', lastUpdated: updatedAt(1) }), ...many(1, 5_000)])
    store.remove(scope, [idOf(recordsPerBlock + 5), idOf(2)])
    expect(store.has(scope, idOf(5_000))).toBe(true)
    expect(store.has(scope, idOf(2))).toBe(false)
    store.save(scope, [remote(inBlock, { clientName: 'Later', lastUpdated: updatedAt(1) })])
    expect(store.find(scope, inBlock)?.clientName).toBe('Later')
  })
})

it('finds all records of many blocks after a start, also of blocks of other lengths than the first ones', () => {
  const first = recordsPerBlock * 9
  store.save(scope, many(first))
  store.save(scope, many(recordsPerBlock * 2, first))
  store.remove(
    scope,
    many(100, first).map(({ id }) => id),
  )
  const started = open()
  const expected = all(store).map(({ id }) => id)
  expect(expected).toHaveLength(first + recordsPerBlock * 2 - 100)
  expect(expected.filter((id) => !started.has(scope, id))).toEqual([])
  const later = many(recordsPerBlock * 4, first * 2)
  started.save(scope, later)
  expect(later.filter(({ id }) => !started.has(scope, id))).toEqual([])
})
