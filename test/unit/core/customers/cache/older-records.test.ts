import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { hasOlderRecords, moveOlderRecords } from '../../../../../src/core/customers/cache/older-records.ts'
import { createRecordStore } from '../../../../../src/core/customers/cache/record-store.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { migrations } from '../../../../../src/core/database/migrations.ts'
import { FailureError } from '../../../../../src/core/failures/failure-error.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { createDataFolder } from '../../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { remote } from '../customers-bench.ts'

const key = 'ab'.repeat(32)
/** The last version that stored a row for each record. */
const olderVersion = migrations.findIndex((sql) => sql.includes('CREATE TABLE customer_block'))
const scopes = [
  { connectionId: 'c', region: 'au' },
  { connectionId: 'c', region: 'nz' },
  { connectionId: 'd', region: 'au' },
] as const

const odd: readonly Partial<RemoteCustomer>[] = [
  { vin: null, rego: null, clientName: null, other: { score: 7, tags: ['a', { deep: null }] } },
  {
    clientName: 'Zoë "Zed" O’Brien\nsecond line',
    additionalFields: { 'Grösse "x"': 'ü', empty: '', none: null, list: [1] },
  },
  { id: 'not-a-uuid', other: { last_updated: 12, rego: { odd: true } } },
  {
    sightings: [
      { at: '2026-11-02T00:00:00Z', listingId: 'l', listingUrl: 'u', listingTitle: '🚗', listingPrice: null },
      { at: '2026-11-03T00:00:00Z', listingId: 'm', listingUrl: 'u', listingTitle: 't', listingPrice: 12_500 },
    ],
  },
]
const recordsOf = (scope: number): RemoteCustomer[] =>
  Array.from({ length: [2_300, 40, 1][scope] ?? 0 }, (_, index) => ({
    ...remote(`00000000-0000-4000-8000-${String(scope * 10_000 + index).padStart(12, '0')}`, {
      clientName: `Client ${index}`,
      vin: index % 2 ? 'JTMHV05J704012345' : null,
      other: {},
    }),
    ...(index % 100 === 7 ? odd[((index / 100) % odd.length) | 0] : {}),
    ...(index % 100 === 7 && (index / 100) % odd.length < 3 ? { id: `odd-${scope}-${index}` } : {}),
  }))

let path: string
let database: Database
const open = (steps = migrations): Database => {
  const answer = openDatabase(path, key, { migrations: steps })
  if (answer.state !== 'ready') throw new Error(answer.state)
  return answer.database
}

beforeEach(() => {
  path = join(createDataFolder(), 'x.db')
  const older = open(migrations.slice(0, olderVersion))
  fill(older)
  older.close()
  database = open()
  onTestFinished(() => database.close())
})

/** Records as the older version saved them, with numbers that have gaps, and what other tables know about them. */
function fill(older: Database): void {
  older.transaction(() => {
    for (const id of ['c', 'd']) {
      older.run(
        `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
         VALUES (?, 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
        [id],
      )
    }
    for (const [index, { connectionId, region }] of scopes.entries()) {
      for (const record of recordsOf(index)) {
        older.run(
          `INSERT INTO customer (connection_id, region, id, last_updated, rego, state, vin, client_name, mobile_number, sale_date,
             expiry_date, vehicle_title, sightings, additional_fields, other, search) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
          [
            connectionId,
            region,
            record.id,
            record.lastUpdated,
            record.rego,
            record.state,
            record.vin,
            record.clientName,
            record.mobileNumber,
            record.saleDate,
            record.expiryDate,
            record.vehicleTitle,
            JSON.stringify(record.sightings),
            JSON.stringify(record.additionalFields),
            JSON.stringify(record.other ?? {}),
          ],
        )
      }
    }
    older.run('DELETE FROM customer WHERE number % 50 = 3')
    older.run(
      `INSERT INTO customer_edit (id, connection_id, region, customer_id, field, value, state) VALUES ('e', 'c', 'au', 'odd-0-7', 'clientName', 'New', 'pending')`,
    )
    older.run(
      `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending, sent) VALUES ('c', 'au', ?, '', '2026-11-01', 1, 0)`,
      [recordsOf(0)[9]?.id ?? ''],
    )
    older.run(
      `INSERT INTO customer_sync (connection_id, region, synced_at, listed) VALUES ('c', 'au', '2026-11-20', 2300)`,
    )
    older.run(`INSERT INTO setting (name, value) VALUES ('customers.indexes-away', '[]')`)
  })
}

const openStore = () =>
  createRecordStore(database, { changes: { add: () => undefined }, log: createLogTwin(), onLost: () => undefined })

/** What the older version would still have after its own deletions, by scope. */
function expected(): RemoteCustomer[][] {
  let number = 0
  return scopes.map((_, index) => recordsOf(index).filter(() => ++number % 50 !== 3))
}
function stored(): RemoteCustomer[][] {
  const store = openStore()
  return scopes.map((scope) => [...store.each(scope)].map(({ record }) => record))
}
const others = (): unknown =>
  ['customer_edit', 'bin', 'customer_sync', 'connection'].map((table) => database.all(`SELECT * FROM ${table}`))
const tables = (): string[] =>
  database.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`).map(({ name }) => name)

it('moves every record, with its number, and changes nothing else', () => {
  const before = others()
  const shares: number[] = []
  expect(hasOlderRecords(database)).toBe(true)
  moveOlderRecords(database, (share) => shares.push(share))
  expect(stored()).toEqual(expected())
  const store = openStore()
  expect(store.findByNumbers(scopes[0], [1, 2, 3, 4]).map(({ clientName }) => clientName)).toEqual([
    'Client 0',
    'Client 1',
    'Client 3',
  ])
  expect(others()).toEqual(before)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  expect(hasOlderRecords(database)).toBe(false)
  expect(tables().filter((name) => /older|search|field_set/.test(name))).toEqual([])
  expect(database.all(`SELECT name FROM setting WHERE name LIKE 'customers.%'`)).toEqual([])
})

it('gives the room of the old table back to the disk', () => {
  const before = statSync(path).size
  moveOlderRecords(database, () => undefined)
  // What remains is mostly a page for each other table.
  expect(statSync(path).size).toBeLessThan((before * 2) / 3)
  expect(database.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 })
  expect(database.get('PRAGMA secure_delete')).toEqual({ secure_delete: 1 })
})

it('continues after an end at any write, and loses nothing', () => {
  /** The database of a process that ends before a write. */
  const endingBefore = (write: number): Database => {
    let writes = 0
    const count = (): void => {
      writes += 1
      if (writes === write) throw new Error('The process ended')
    }
    return {
      ...database,
      run(sql, params) {
        count()
        return database.run(sql, params)
      },
      compact() {
        count()
        database.compact()
      },
    }
  }
  let ends = 0
  // Each run ends a little later than the one before, and begins where that one has stopped.
  for (let write = 1; hasOlderRecords(database) && write < 300; write += 3) {
    try {
      moveOlderRecords(endingBefore(write), () => undefined)
    } catch {
      ends += 1
    }
    database.close()
    database = open()
  }
  expect(ends).toBeGreaterThan(3)
  expect(stored()).toEqual(expected())
})

it('keeps the old table while a block does not read as it was written', () => {
  const stopAfterCopy = {
    ...database,
    run(sql: string, params?: Parameters<Database['run']>[1]) {
      if (sql.startsWith('INSERT INTO setting')) throw new Error('The process ended')
      return database.run(sql, params)
    },
  }
  expect(() => moveOlderRecords(stopAfterCopy, () => undefined)).toThrow('The process ended')
  database.run(
    'UPDATE customer_block SET records = substr(records, 1, length(records) - 8) WHERE first > 200 AND first < 600',
  )
  // All blocks of the scope are written again.
  moveOlderRecords(database, () => undefined)
  expect(stored()).toEqual(expected())
})

it('does not remove the old table when the blocks stay wrong', () => {
  const wrong = {
    ...database,
    run: (sql: string, params?: Parameters<Database['run']>[1]) =>
      database.run(sql.replace('VALUES (?, ?, ?, ?, ?, ?)', 'VALUES (?, ?, ?, ?, ?, substr(?, 2))'), params),
  }
  expect(() => moveOlderRecords(wrong, () => undefined)).toThrow('could not be moved')
  expect(tables()).toContain('older_customer')
  moveOlderRecords(database, () => undefined)
  expect(stored()).toEqual(expected())
})

it('leaves out a record that cannot be read, and moves all others', () => {
  database.run(`UPDATE older_customer SET sightings = '[{' WHERE number = 5`)
  database.run(`UPDATE older_customer SET sightings = '[{"at":1}]' WHERE number = 1200`)
  moveOlderRecords(database, () => undefined)
  const unread = [5, 1200].map((number) => recordsOf(0)[number - 1]?.id)
  const readable = (records: RemoteCustomer[]): RemoteCustomer[] => records.filter(({ id }) => !unread.includes(id))
  expect(stored()).toEqual(expected().map(readable))
  expect(tables()).not.toContain('older_customer')
})

it('is done without room for a second copy of the file, and makes the file smaller later', () => {
  const full: Database = {
    ...database,
    compact: () => {
      throw new FailureError({ kind: 'disk-full', message: 'The disk is full' })
    },
  }
  moveOlderRecords(full, () => undefined)
  expect(stored()).toEqual(expected())
  expect(hasOlderRecords(database)).toBe(true)
  moveOlderRecords(database, () => undefined)
  expect(hasOlderRecords(database)).toBe(false)
  expect(database.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 })
})

it('removes an empty old table at once', () => {
  database.run('DELETE FROM older_customer')
  expect(hasOlderRecords(database)).toBe(false)
  expect(tables()).not.toContain('older_customer')
})
