import { crc32 } from 'node:zlib'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { inScope, scopeKey, scopeParams } from '../../database/scope-sql.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { createRowReader, type ListedCustomer } from './listed-customer.ts'
import { createPreviousVersions } from './previous-versions.ts'
import { toCustomer } from './stored-customer.ts'

/** What a transaction has changed in the cache. */
export type RecordChange =
  | {
      readonly kind: 'changed'
      readonly scope: ConnectionRegion
      /** New customers, and the new versions of others. */
      readonly saved: readonly ListedCustomer[]
      /** The ids of customers that left the cache. */
      readonly removed: readonly string[]
    }
  /** All customers of a connection left the cache, in all regions. */
  | { readonly kind: 'forgotten'; readonly connectionId: string }

/** A record that was saved: as it is now, and as it was; null: it is new. */
export interface SavedRecord {
  readonly record: RemoteCustomer
  readonly before: RemoteCustomer | null
}

/** The service's records on this PC: the table `customer`. */
export type CustomerRows = ReturnType<typeof createCustomerRows>

/** Fields of the record as received. */
const fieldNames = [
  ...(['lastUpdated', 'rego', 'state', 'vin', 'clientName', 'mobileNumber'] as const),
  ...(['saleDate', 'expiryDate', 'vehicleTitle'] as const),
] as const
const listedNames = ['id', ...fieldNames, 'lastSighting', 'uploadId', 'fields', 'car', 'search'] as const

/** The column of a property: `clientName` is in `client_name`. */
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const selected = (names: readonly string[]): string =>
  ['number', ...names].map((name) => `${columnOf(name)} AS ${name}`).join(', ')
/** What `fromStored` reads. */
export const recordColumns = selected(['id', ...fieldNames, 'details', 'other'])

const written = [...listedNames.map(columnOf), 'details', 'other']
const insert = `INSERT INTO customer (${written.join(', ')}, number, connection_id, region, id_hash)
  VALUES (${written.map(() => '?').join(', ')}, ?, ?, ?, ?)`
const update = `UPDATE customer SET ${written.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`
// The indexes are named: SQLite would read all customers of a scope by the other one.
const byId = `customer INDEXED BY customer_id WHERE id_hash = ? AND id = ? AND ${inScope}`
const byIds = `customer INDEXED BY customer_id WHERE id_hash IN (SELECT value FROM json_each(?)) AND ${inScope}`
const byNumbers = `customer NOT INDEXED WHERE number IN (SELECT value FROM json_each(?)) AND ${inScope}`

/** Numbers that are read at once: about 4 ms. */
const numbersPerStep = 1_000

/** A record as it is stored. */
export interface StoredRecord extends Pick<RemoteCustomer, 'id' | (typeof fieldNames)[number]> {
  readonly number: number
  /** JSON: an array of its sightings and its additional fields. */
  readonly details: string
  /** JSON of the fields that the program does not know; null: there are none. */
  readonly other: string | null
}

/** The columns `details` and `other`. Throws a `TypeError` for a value that JSON does not have. */
const textsOf = ({ sightings, additionalFields, other }: RemoteCustomer): Pick<StoredRecord, 'details' | 'other'> => ({
  details: JSON.stringify([sightings, additionalFields]),
  other: other && Object.keys(other).length > 0 ? JSON.stringify(other) : null,
})

/** The record of a row. Only this file writes rows. */
export function fromStored(row: StoredRecord): RemoteCustomer {
  const { id, lastUpdated, rego, state, vin, clientName, mobileNumber, saleDate, expiryDate, vehicleTitle } = row
  const own = { id, lastUpdated, rego, state, vin, clientName, mobileNumber, saleDate, expiryDate, vehicleTitle }
  const [sightings, additionalFields] = JSON.parse(row.details) as [
    RemoteCustomer['sightings'],
    RemoteCustomer['additionalFields'],
  ]
  const other = row.other === null ? {} : (JSON.parse(row.other) as Record<string, unknown>)
  return { ...own, sightings, additionalFields, other }
}

/** A page that was read before the record was saved must not bring back the older version. */
const isOlder = (next: RemoteCustomer, before: RemoteCustomer): boolean =>
  Date.parse(next.lastUpdated) < Date.parse(before.lastUpdated)

function storedOf(database: Database, scope: ConnectionRegion, ids: readonly string[]): Map<string, StoredRecord> {
  const hashes = JSON.stringify(ids.map((id) => crc32(id)))
  const rows = database.all<StoredRecord>(`SELECT ${recordColumns} FROM ${byIds}`, [hashes, ...scopeParams(scope)])
  return new Map(rows.map((row) => [row.id, row]))
}

function findRecord(database: Database, scope: ConnectionRegion, id: string): RemoteCustomer | null {
  const row = database.get<StoredRecord>(`SELECT ${recordColumns} FROM ${byId}`, [crc32(id), id, ...scopeParams(scope)])
  return row ? fromStored(row) : null
}

/** Rows of a scope with a number above `after`, up to `last`. By number alone: an index would not give them in their order. */
function rowsAfter<Row>(
  database: Database,
  scope: ConnectionRegion,
  columns: string,
  after: number,
): { readonly rows: Row[]; readonly last: number } | null {
  const next = database.value<number>('SELECT number FROM customer WHERE number > ? ORDER BY number LIMIT 1', [after])
  if (next === null) return null
  const last = next + numbersPerStep - 1
  const rows = database.all<Row>(
    `SELECT ${columns} FROM customer NOT INDEXED WHERE number > ? AND number <= ? AND ${inScope} ORDER BY number`,
    [after, last, ...scopeParams(scope)],
  )
  return { rows, last }
}

/** `tell`: called with each change, within its transaction. */
export function createCustomerRows(database: Database, tell: (change: RecordChange) => void) {
  const previousVersions = createPreviousVersions()
  const readRow = createRowReader()
  /** Records with unknown fields that were compared since the start: an unknown field that changes at each reading, such as a time, is no change. */
  const compared = new Set<string>()
  let rollbacks = database.rollbacks()

  const write = (
    scope: ConnectionRegion,
    row: ListedCustomer,
    { details, other }: ReturnType<typeof textsOf>,
    isNew: boolean,
  ): void => {
    const values: SqlValue[] = listedNames.map((name) => row[name])
    values.push(details, other, row.number)
    if (isNew) values.push(scope.connectionId, scope.region, crc32(row.id))
    database.run(isNew ? insert : update, values)
  }

  const save = (scope: ConnectionRegion, records: readonly RemoteCustomer[]): SavedRecord[] => {
    if (rollbacks !== database.rollbacks()) {
      rollbacks = database.rollbacks()
      compared.clear()
    }
    const stored = storedOf(
      database,
      scope,
      records.map(({ id }) => id),
    )
    let lastNumber = database.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'customer'") ?? 0
    const saved = new Map<string, SavedRecord & { readonly row: ListedCustomer }>()
    for (const record of records) {
      const texts = textsOf(record)
      // A page may list a record twice while it changes.
      const earlier = saved.get(record.id)
      const existing = (earlier ? storedOf(database, scope, [record.id]) : stored).get(record.id)
      const hasOther = texts.other !== null || (existing?.other ?? null) !== null
      const key = hasOther ? `${scopeKey(scope)} ${record.id}` : ''
      const isSame =
        existing !== undefined &&
        existing.details === texts.details &&
        fieldNames.every((name) => existing[name] === record[name]) &&
        (existing.other === texts.other || compared.has(key))
      const before = existing && !isSame ? fromStored(existing) : null
      if (before && isOlder(record, before)) continue
      if (hasOther) compared.add(key)
      if (isSame) continue
      if (!existing) lastNumber += 1
      const row = readRow(record, existing?.number ?? lastNumber, scope.region)
      write(scope, row, texts, !existing)
      saved.set(record.id, { record, before: earlier ? earlier.before : before, row })
      if (before) previousVersions.add(scope, before)
    }
    const all = [...saved.values()]
    if (all.length > 0) tell({ kind: 'changed', scope, saved: all.map(({ row }) => row), removed: [] })
    return all
  }

  return {
    previousVersions,
    /** Runs `work` in a transaction. After a rollback none of its records counts as saved. */
    transaction: <T>(work: () => T, durable?: 'now' | 'later'): T => database.transaction(work, durable),
    /**
     * Saves records of the service, except those of which the cache has a newer version. Returns those that are new or different.
     * `later`: a power cut can undo it, and the next sync reads the records again.
     */
    save: (scope: ConnectionRegion, records: readonly RemoteCustomer[], durable?: 'now' | 'later'): SavedRecord[] =>
      database.transaction(() => save(scope, records), durable),

    remove(scope: ConnectionRegion, ids: readonly string[]): void {
      database.transaction(() => {
        const stored = storedOf(database, scope, ids)
        const removed = [...new Set(ids)].filter((id) => stored.has(id))
        for (const id of removed) database.run('DELETE FROM customer WHERE number = ?', [stored.get(id)!.number])
        if (removed.length > 0) tell({ kind: 'changed', scope, saved: [], removed })
      })
    },

    /** The records of a connection were removed in all regions. */
    forgetConnection(connectionId: string): void {
      tell({ kind: 'forgotten', connectionId })
      compared.clear()
    },

    has: (scope: ConnectionRegion, id: string): boolean =>
      database.get(`SELECT 1 FROM ${byId}`, [crc32(id), id, ...scopeParams(scope)]) !== undefined,

    find(scope: ConnectionRegion, id: string): Customer | null {
      const found = findRecord(database, scope, id)
      return found && toCustomer(found)
    },

    /** Records by their numbers, in that order. Numbers that are not of this scope are skipped. */
    read(scope: ConnectionRegion, numbers: readonly number[]): Customer[] {
      const rows = database.all<StoredRecord>(`SELECT ${recordColumns} FROM ${byNumbers}`, [
        JSON.stringify(numbers),
        ...scopeParams(scope),
      ])
      const byNumber = new Map(rows.map((row) => [row.number, row]))
      return numbers.flatMap((number) => {
        const row = byNumber.get(number)
        return row ? toCustomer(fromStored(row)) : []
      })
    },

    /** Fields of a record that the interface does not name or that could not be read, as received; null: no such record. */
    otherFields: (scope: ConnectionRegion, id: string): Readonly<Record<string, unknown>> | null =>
      findRecord(database, scope, id)?.other ?? null,

    /** All records in the order of their numbers, as they are when their part is read: 1,000 numbers at once. */
    *each(scope: ConnectionRegion): IterableIterator<RemoteCustomer> {
      for (let after = 0; ;) {
        const found = rowsAfter<StoredRecord>(database, scope, recordColumns, after)
        if (!found) return
        for (const row of found.rows) yield fromStored(row)
        after = found.last
      }
    },

    /** The customers with a number above `after` as lists have them: those up to `last`, in the order of their numbers. Null: there are none. */
    listedAfter: (
      scope: ConnectionRegion,
      after: number,
    ): { readonly rows: ListedCustomer[]; readonly last: number } | null =>
      rowsAfter<ListedCustomer>(database, scope, selected(listedNames), after),

    /** A page of all customers in `orderAtStart`, without reading the others. */
    firstRows(
      scope: ConnectionRegion,
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): { readonly total: number; readonly numbers: readonly number[] } {
      const total = database.value<number>(`SELECT count(*) FROM customer WHERE ${inScope}`, scopeParams(scope))!
      const numbers = database.values<number>(
        `SELECT number FROM customer WHERE ${inScope} ORDER BY last_sighting DESC, number DESC LIMIT ? OFFSET ?`,
        [...scopeParams(scope), limit, offset],
      )
      return { total, numbers }
    },
  }
}
