import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Customer } from '../../../contract/customers.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { plateKey } from '../../fields/plate.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { fieldNames, fromColumns, toColumns, type CustomerColumns } from './customer-columns.ts'
import type { CustomerIndexes } from './customer-indexes.ts'
import { createPreviousVersions, type PreviousVersions } from './previous-versions.ts'
import { createRecordDigests } from './record-digests.ts'
import { searchText } from './search-text.ts'

/** What a look at the service changed in the copy. */
export interface Taken {
  /** Records that are new or other than before. */
  readonly changed: number
  /** Some of them are, or were, seen for sale. */
  readonly sighted: boolean
}

/** How the last full look through the service's list ended. */
export interface LastLook {
  readonly syncedAt: string
  /** Records that it listed. */
  readonly listed: number | null
  readonly vanished: { readonly count: number; readonly at: string } | null
}

/** The local, encrypted copy of the service's customers. */
export interface CustomerCache {
  counts(scope: ConnectionRegion): { readonly total: number; readonly withSightings: number }
  get(scope: ConnectionRegion, id: string): Customer | null
  /** In their order; a number that is another copy's by now is passed over. */
  byNumbers(scope: ConnectionRegion, numbers: readonly number[]): Customer[]
  /** All with a sighting, the last seen first. */
  sighted(scope: ConnectionRegion): Customer[]
  /** A transaction in which records are taken in: rolled back, none of them counts as held. */
  transaction<T>(work: () => T): T
  /** Takes records in, unless the copy holds a newer one. */
  take(scope: ConnectionRegion, records: readonly RemoteCustomer[]): Taken
  remove(scope: ConnectionRegion, ids: readonly string[]): void
  /** Removes the copies of a connection in all regions. */
  forgetConnection(connectionId: string): void
  /** The ids that the copy holds and `seen` does not. */
  missingFrom(scope: ConnectionRegion, seen: ReadonlySet<string>): string[]
  lastLook(scope: ConnectionRegion): LastLook | null
  markSynced(scope: ConnectionRegion, at: string, look: { readonly listed: number; readonly vanished: number }): void
  /** Keys (`vehicleKeys`) of all vehicles in the copy. */
  vehicleKeys(scope: ConnectionRegion): Set<string>
  /** What records held before they were last taken in. */
  readonly earlier: PreviousVersions
}

const ours = 'connection_id = ? AND region = ?'

export function createCustomerCache(database: Database, indexes: CustomerIndexes): CustomerCache {
  const held = createRecordDigests()
  const earlier = createPreviousVersions()
  const fieldSets = new Map<string, number>()
  const columnsOf = (scope: ConnectionRegion, id: string): CustomerColumns | undefined =>
    database.get<CustomerColumns>(`SELECT * FROM customer WHERE ${ours} AND id = ?`, [
      scope.connectionId,
      scope.region,
      id,
    ])

  /** Records that came from one file have the same fields: their names are kept once. */
  const fieldSetOf = (record: RemoteCustomer): number | null => {
    const names = fieldNames(record.additionalFields)
    if (names.length === 0) return null
    const key = JSON.stringify(names)
    const known = fieldSets.get(key)
    if (known !== undefined) return known
    database.run('INSERT INTO customer_field_set (names) VALUES (?) ON CONFLICT DO NOTHING', [key])
    const { id } =
      database.get<{ id: number }>('SELECT id FROM customer_field_set WHERE names = ?', [key]) ?? missingSet()
    fieldSets.set(key, id)
    return id
  }

  const valuesOf = (scope: ConnectionRegion, record: RemoteCustomer, next: CustomerColumns): SqlValue[] => [
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
    next.upload_id,
    fieldSetOf(record),
    record.sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    searchText(record, scope.region),
    scope.connectionId,
    scope.region,
    next.id,
  ]
  const add = (scope: ConnectionRegion, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `INSERT INTO customer (last_updated, rego, state, vin, client_name, mobile_number, sale_date, expiry_date, vehicle_title, sightings,
         additional_fields, upload_id, field_set, last_sighting, search, connection_id, region, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      valuesOf(scope, record, next),
    )
  }
  const change = (scope: ConnectionRegion, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `UPDATE customer SET last_updated = ?, rego = ?, state = ?, vin = ?, client_name = ?, mobile_number = ?, sale_date = ?,
         expiry_date = ?, vehicle_title = ?, sightings = ?, additional_fields = ?, upload_id = ?, field_set = ?, last_sighting = ?, search = ?
       WHERE ${ours} AND id = ?`,
      valuesOf(scope, record, next),
    )
  }
  const lastNumber = (): number =>
    database.get<{ last: number | null }>('SELECT max(number) AS last FROM customer')?.last ?? 0

  return {
    earlier,

    counts(scope) {
      const params = [scope.connectionId, scope.region]
      const count = (condition: string): number =>
        database.get<{ rows: number }>(`SELECT count(*) AS rows FROM customer WHERE ${ours}${condition}`, params)
          ?.rows ?? 0
      return { total: count(''), withSightings: count(' AND last_sighting IS NOT NULL') }
    },

    get(scope, id) {
      const found = columnsOf(scope, id)
      return found ? fromColumns(found) : null
    },

    byNumbers: (scope, numbers) =>
      numbers.flatMap((number) => {
        const found = database.get<CustomerColumns>(`SELECT * FROM customer WHERE number = ? AND ${ours}`, [
          number,
          scope.connectionId,
          scope.region,
        ])
        return found ? [fromColumns(found)] : []
      }),

    sighted: (scope) =>
      database
        .all<CustomerColumns>(
          `SELECT * FROM customer WHERE ${ours} AND last_sighting IS NOT NULL ORDER BY last_sighting DESC, number DESC`,
          [scope.connectionId, scope.region],
        )
        .map(fromColumns),

    transaction(work) {
      try {
        return database.transaction(work)
      } catch (error) {
        held.clear()
        fieldSets.clear()
        throw error
      }
    },

    take(scope, records) {
      const digests = new Map<string, string>()
      const taken = this.transaction((): Taken => {
        const known = lastNumber()
        let changed = 0
        let sighted = false
        for (const record of records) {
          const next = toColumns(record)
          const digest = held.digest(next)
          // A page may list a record twice as it changes: what this call took in before counts.
          if (!digests.has(record.id) && held.holds(scope, record.id, digest)) continue
          const before = columnsOf(scope, record.id)
          if (before && isOlder(next, before)) continue
          digests.set(record.id, digest)
          if (before && isSame(next, before)) continue
          if (before) {
            change(scope, record, next)
            earlier.remember(scope, {
              id: before.id,
              lastUpdated: before.last_updated,
              clientName: before.client_name,
              mobileNumber: before.mobile_number,
              saleDate: before.sale_date,
              expiryDate: before.expiry_date,
            })
          } else add(scope, record, next)
          changed += 1
          sighted ||= record.sightings.length > 0 || (before !== undefined && before.sightings !== '[]')
        }
        // All at once: see the migration that took the trigger away.
        if (changed > 0 && !indexes.areAway()) {
          database.run(
            'INSERT INTO customer_search (rowid, search) SELECT number, search FROM customer WHERE number > ?',
            [known],
          )
        }
        return { changed, sighted }
      })
      held.keep(scope, digests)
      return taken
    },

    remove(scope, ids) {
      held.drop(scope, ids)
      database.transaction(() => {
        for (const id of ids) {
          database.run(`DELETE FROM customer WHERE ${ours} AND id = ?`, [scope.connectionId, scope.region, id])
        }
      })
    },

    forgetConnection(connectionId) {
      held.dropConnection(connectionId)
      database.transaction(() => {
        for (const table of ['customer', 'customer_sync']) {
          database.run(`DELETE FROM ${table} WHERE connection_id = ?`, [connectionId])
        }
      })
    },

    missingFrom(scope, seen) {
      const missing: string[] = []
      for (const { id } of database.each<{ id: string }>(`SELECT id FROM customer WHERE ${ours}`, [
        scope.connectionId,
        scope.region,
      ])) {
        if (!seen.has(id)) missing.push(id)
      }
      return missing
    },

    lastLook(scope) {
      const found = database.get<{
        synced_at: string
        listed: number | null
        vanished: number | null
        vanished_at: string | null
      }>(`SELECT * FROM customer_sync WHERE ${ours}`, [scope.connectionId, scope.region])
      return found
        ? {
            syncedAt: found.synced_at,
            listed: found.listed,
            vanished:
              found.vanished && found.vanished_at !== null ? { count: found.vanished, at: found.vanished_at } : null,
          }
        : null
    },

    markSynced(scope, at, { listed, vanished }) {
      // What vanished is told until something vanishes again: a look two minutes later must not wipe it off unseen.
      database.run(
        `INSERT INTO customer_sync (connection_id, region, synced_at, listed, vanished, vanished_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET synced_at = excluded.synced_at, listed = excluded.listed,
           vanished = coalesce(excluded.vanished, vanished), vanished_at = coalesce(excluded.vanished_at, vanished_at)`,
        [scope.connectionId, scope.region, at, listed, vanished || null, vanished ? at : null],
      )
    },

    vehicleKeys(scope) {
      const keys = new Set<string>()
      const all = database.each<Pick<CustomerColumns, 'rego' | 'state' | 'vin'>>(
        `SELECT rego, state, vin FROM customer WHERE ${ours}`,
        [scope.connectionId, scope.region],
      )
      for (const { rego, state, vin } of all) {
        const vehicle = {
          rego: rego === null ? null : plateKey(rego),
          state: scope.region === 'au' ? state : null,
          vin,
        }
        for (const key of vehicleKeys(vehicle)) keys.add(key)
      }
      return keys
    },
  }
}

function missingSet(): never {
  throw new Error('The names of additional fields could not be written down')
}

/** A page that was on its way while the record was saved must not bring the old one back. */
function isOlder(next: CustomerColumns, before: CustomerColumns): boolean {
  return Date.parse(next.last_updated) < Date.parse(before.last_updated)
}

function isSame(next: CustomerColumns, before: CustomerColumns): boolean {
  return (Object.keys(next) as (keyof CustomerColumns)[]).every((column) => next[column] === before[column])
}
