import { Customer, Sighting, type CustomerSort } from '../../contract/customers.ts'
import type { Region } from '../../contract/region.ts'
import type { z } from 'zod'
import type { Database, SqlValue } from '../database/database.ts'
import { plateKey } from '../import/cells/plate.ts'
import { vehicleKeys } from '../import/vehicle-key.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import { createHeldRecords } from './held-records.ts'
import { searchText, searchTerms } from './search-text.ts'

/** Whose customers: one connection's in one region. */
export interface CopyOf {
  readonly connectionId: string
  readonly region: Region
}

export interface ListQuery {
  readonly search: string
  readonly onlySighted: boolean
  readonly sort: z.infer<typeof CustomerSort>
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
}

/** The local, encrypted copy of the service's customers, and the bin of those that were deleted. */
export interface CustomerCopy {
  counts(of: CopyOf): { readonly total: number; readonly withSightings: number }
  list(of: CopyOf, query: ListQuery): { total: number; customers: Customer[] }
  get(of: CopyOf, id: string): Customer | null
  /** Takes records in, unless the copy holds a newer one. Returns how many changed something. */
  take(of: CopyOf, records: readonly RemoteCustomer[]): number
  remove(of: CopyOf, ids: readonly string[]): void
  /** Removes the copies of a connection in all regions, and its bin. */
  forgetConnection(connectionId: string): void
  /** The ids that the copy holds and `seen` does not. */
  missingFrom(of: CopyOf, seen: ReadonlySet<string>): string[]
  syncedAt(of: CopyOf): string | null
  markSynced(of: CopyOf, at: string): void
  /** Keys (`vehicleKeys`) of all vehicles in the copy. */
  vehicleKeys(of: CopyOf): Set<string>
  /** Puts a record into the bin before the service is asked to delete it. */
  binPending(of: CopyOf, record: Customer, at: string): void
  /** The service has deleted it: the record that it returned stays in the bin and leaves the copy. */
  binDeleted(of: CopyOf, record: Customer, at: string): void
  /** It was not deleted after all, or there was nothing to delete. */
  unbin(of: CopyOf, id: string): void
  /** Settles deletions whose answer was lost, once all customers have been seen. */
  settleBin(of: CopyOf, seen: ReadonlySet<string>): void
}

interface CustomerColumns {
  readonly id: string
  readonly last_updated: string
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly client_name: string | null
  readonly mobile_number: string | null
  readonly sale_date: string | null
  readonly expiry_date: string | null
  readonly vehicle_title: string | null
  readonly sightings: string
  readonly additional_fields: string
}

/** Each sort with the index that serves it: its entries are read in order, and records are fetched for one page only. */
const sorts: Readonly<Record<ListQuery['sort'], { readonly column: string; readonly index: string }>> = {
  clientName: { column: 'client_name COLLATE NOCASE', index: 'customer_client_name' },
  rego: { column: 'rego', index: 'customer_rego' },
  state: { column: 'state', index: 'customer_rego' },
  vin: { column: 'vin', index: 'customer_rego' },
  mobileNumber: { column: 'mobile_number', index: 'customer_rego' },
  vehicleTitle: { column: 'vehicle_title COLLATE NOCASE', index: 'customer_vehicle_title' },
  saleDate: { column: 'sale_date', index: 'customer_sale_date' },
  expiryDate: { column: 'expiry_date', index: 'customer_expiry_date' },
  lastSighting: { column: 'last_sighting', index: 'customer_last_sighting' },
  lastUpdated: { column: 'last_updated', index: 'customer_last_updated' },
}

const ours = 'connection_id = ? AND region = ?'

export function createCustomerCopy(database: Database): CustomerCopy {
  const held = createHeldRecords()
  const columnsOf = (of: CopyOf, id: string): CustomerColumns | undefined =>
    database.get<CustomerColumns>(`SELECT * FROM customer WHERE ${ours} AND id = ?`, [of.connectionId, of.region, id])

  const valuesOf = (of: CopyOf, record: RemoteCustomer, next: CustomerColumns): SqlValue[] => [
    next.last_updated,
    next.rego,
    next.state,
    next.vin,
    next.client_name,
    next.mobile_number,
    next.sale_date,
    next.expiry_date,
    next.vehicle_title,
    next.sightings,
    next.additional_fields,
    record.sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    searchText(record, of.region),
    of.connectionId,
    of.region,
    next.id,
  ]
  const add = (of: CopyOf, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `INSERT INTO customer (last_updated, rego, state, vin, client_name, mobile_number, sale_date, expiry_date, vehicle_title, sightings,
         additional_fields, last_sighting, search, connection_id, region, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      valuesOf(of, record, next),
    )
  }
  const change = (of: CopyOf, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `UPDATE customer SET last_updated = ?, rego = ?, state = ?, vin = ?, client_name = ?, mobile_number = ?, sale_date = ?,
         expiry_date = ?, vehicle_title = ?, sightings = ?, additional_fields = ?, last_sighting = ?, search = ? WHERE ${ours} AND id = ?`,
      valuesOf(of, record, next),
    )
  }
  const lastNumber = (): number =>
    database.get<{ last: number | null }>('SELECT max(number) AS last FROM customer')?.last ?? 0

  return {
    counts(of) {
      const params = [of.connectionId, of.region]
      const count = (condition: string): number =>
        database.get<{ rows: number }>(`SELECT count(*) AS rows FROM customer WHERE ${ours}${condition}`, params)
          ?.rows ?? 0
      return { total: count(''), withSightings: count(' AND last_sighting IS NOT NULL') }
    },

    list(of, query) {
      const here = [of.connectionId, of.region]
      const conditions = [ours]
      const params: (string | number)[] = [...here]
      const among = (numbers: string, ...more: string[]): void => {
        conditions.push(`number IN (${numbers})`)
        params.push(...more)
      }
      if (query.onlySighted) {
        among(`SELECT number FROM customer WHERE ${ours} AND last_sighting IS NOT NULL`, ...here)
      }
      const terms = searchTerms(query.search)
      const long = terms.filter((term) => [...term].length >= 3)
      if (long.length > 0) {
        const match = long.map((term) => `"${term}"`).join(' AND ')
        among('SELECT rowid FROM customer_search WHERE customer_search MATCH ?', match)
      }
      for (const term of terms) {
        // Too short for the index of three letters each: read through the texts alone, not the records.
        if (!long.includes(term)) {
          among(
            `SELECT number FROM customer INDEXED BY customer_text WHERE ${ours} AND instr(search, ?) > 0`,
            ...here,
            term,
          )
        }
      }
      const { column, index } = sorts[query.sort]
      const from = `FROM customer INDEXED BY ${index} WHERE ${conditions.join(' AND ')}`
      const total = database.get<{ rows: number }>(`SELECT count(*) AS rows ${from}`, params)?.rows ?? 0
      const order = query.descending ? `${column} DESC, number DESC` : `${column} ASC NULLS LAST, number ASC`
      const page = database.all<{ number: number }>(`SELECT number ${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [
        ...params,
        query.limit,
        query.offset,
      ])
      const customers = page.flatMap(({ number }) => {
        const found = database.get<CustomerColumns>('SELECT * FROM customer WHERE number = ?', [number])
        return found ? [fromColumns(found)] : []
      })
      return { total, customers }
    },

    get(of, id) {
      const found = columnsOf(of, id)
      return found ? fromColumns(found) : null
    },

    take(of, records) {
      const digests = new Map<string, string>()
      const changes = database.transaction(() => {
        const known = lastNumber()
        let changed = 0
        for (const record of records) {
          const next = toColumns(record)
          const digest = held.digest(next)
          // A page may list a record twice as it changes: what this call took in before counts.
          if (!digests.has(record.id) && held.holds(of, record.id, digest)) continue
          const before = columnsOf(of, record.id)
          if (before && isOlder(next, before)) continue
          digests.set(record.id, digest)
          if (before && isSame(next, before)) continue
          if (before) change(of, record, next)
          else add(of, record, next)
          changed += 1
        }
        if (changed === 0) return 0
        // All at once: see the migration that took the trigger away.
        database.run(
          'INSERT INTO customer_search (rowid, search) SELECT number, search FROM customer WHERE number > ?',
          [known],
        )
        return changed
      })
      held.keep(of, digests)
      return changes
    },

    remove(of, ids) {
      held.drop(of, ids)
      database.transaction(() => {
        for (const id of ids) {
          database.run(`DELETE FROM customer WHERE ${ours} AND id = ?`, [of.connectionId, of.region, id])
        }
      })
    },

    forgetConnection(connectionId) {
      held.dropConnection(connectionId)
      database.transaction(() => {
        for (const table of ['customer', 'customer_sync', 'bin']) {
          database.run(`DELETE FROM ${table} WHERE connection_id = ?`, [connectionId])
        }
      })
    },

    missingFrom(of, seen) {
      const missing: string[] = []
      for (const { id } of database.each<{ id: string }>(`SELECT id FROM customer WHERE ${ours}`, [
        of.connectionId,
        of.region,
      ])) {
        if (!seen.has(id)) missing.push(id)
      }
      return missing
    },

    syncedAt: (of) =>
      database.get<{ synced_at: string }>(`SELECT synced_at FROM customer_sync WHERE ${ours}`, [
        of.connectionId,
        of.region,
      ])?.synced_at ?? null,

    markSynced(of, at) {
      database.run(
        'INSERT INTO customer_sync (connection_id, region, synced_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET synced_at = excluded.synced_at',
        [of.connectionId, of.region, at],
      )
    },

    vehicleKeys(of) {
      const keys = new Set<string>()
      const all = database.each<Pick<CustomerColumns, 'rego' | 'state' | 'vin'>>(
        `SELECT rego, state, vin FROM customer WHERE ${ours}`,
        [of.connectionId, of.region],
      )
      for (const { rego, state, vin } of all) {
        const vehicle = { rego: rego === null ? null : plateKey(rego), state: of.region === 'au' ? state : null, vin }
        for (const key of vehicleKeys(vehicle)) keys.add(key)
      }
      return keys
    },

    binPending(of, record, at) {
      database.run(
        `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending) VALUES (?, ?, ?, ?, ?, 1)
         ON CONFLICT DO UPDATE SET record = excluded.record, deleted_at = excluded.deleted_at, pending = 1`,
        [of.connectionId, of.region, record.id, JSON.stringify(record), at],
      )
    },

    binDeleted(of, record, at) {
      held.drop(of, [record.id])
      database.transaction(() => {
        // Not an update alone: a look that began before the deletion may have taken the pending record out of the bin.
        database.run(
          `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending) VALUES (?, ?, ?, ?, ?, 0)
           ON CONFLICT DO UPDATE SET record = excluded.record, pending = 0`,
          [of.connectionId, of.region, record.id, JSON.stringify(record), at],
        )
        database.run(`DELETE FROM customer WHERE ${ours} AND id = ?`, [of.connectionId, of.region, record.id])
      })
    },

    unbin(of, id) {
      database.run(`DELETE FROM bin WHERE ${ours} AND customer_id = ? AND pending = 1`, [
        of.connectionId,
        of.region,
        id,
      ])
    },

    settleBin(of, seen) {
      database.transaction(() => {
        const pending = database.all<{ id: string }>(
          `SELECT customer_id AS id FROM bin WHERE ${ours} AND pending = 1`,
          [of.connectionId, of.region],
        )
        for (const { id } of pending) {
          const statement = seen.has(id)
            ? `DELETE FROM bin WHERE ${ours} AND customer_id = ?`
            : `UPDATE bin SET pending = 0 WHERE ${ours} AND customer_id = ?`
          database.run(statement, [of.connectionId, of.region, id])
        }
      })
    },
  }
}

/** A record of the service as the contract shows it. */
export function toCustomer(record: RemoteCustomer): Customer {
  return fromColumns(toColumns(record))
}

function toColumns(record: RemoteCustomer): CustomerColumns {
  return {
    id: record.id,
    last_updated: record.lastUpdated,
    rego: record.rego,
    state: record.state,
    vin: record.vin,
    client_name: record.clientName,
    mobile_number: record.mobileNumber,
    sale_date: record.saleDate,
    expiry_date: record.expiryDate,
    vehicle_title: record.vehicleTitle,
    sightings: JSON.stringify(record.sightings),
    additional_fields: JSON.stringify(record.additionalFields),
  }
}

function fromColumns(columns: CustomerColumns): Customer {
  return {
    id: columns.id,
    lastUpdated: columns.last_updated,
    rego: columns.rego,
    state: columns.state,
    vin: columns.vin,
    clientName: columns.client_name,
    mobileNumber: columns.mobile_number,
    saleDate: columns.sale_date,
    expiryDate: columns.expiry_date,
    vehicleTitle: columns.vehicle_title,
    sightings: Sighting.array().parse(JSON.parse(columns.sightings)),
    additionalFields: Customer.shape.additionalFields.parse(JSON.parse(columns.additional_fields)),
    edits: [],
    deleting: null,
    doNotContact: false,
  }
}

/** A page that was on its way while the record was saved must not bring the old one back. */
function isOlder(next: CustomerColumns, before: CustomerColumns): boolean {
  return Date.parse(next.last_updated) < Date.parse(before.last_updated)
}

function isSame(next: CustomerColumns, before: CustomerColumns): boolean {
  return (Object.keys(next) as (keyof CustomerColumns)[]).every((column) => next[column] === before[column])
}
