import type { Customer } from '../../../contract/customers.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { plateKey } from '../../fields/plate.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { fieldNames, fromColumns, toColumns, type CopyOf, type CustomerColumns } from './customer-columns.ts'
import type { CustomerIndexes } from './customer-indexes.ts'
import { createEarlierRecords, type EarlierRecords } from './previous-versions.ts'
import { createHeldRecords } from './record-digests.ts'
import { searchText } from './search-text.ts'

export type { CopyOf } from './customer-columns.ts'

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
export interface CustomerCopy {
  counts(of: CopyOf): { readonly total: number; readonly withSightings: number }
  get(of: CopyOf, id: string): Customer | null
  /** In their order; a number that is another copy's by now is passed over. */
  byNumbers(of: CopyOf, numbers: readonly number[]): Customer[]
  /** All with a sighting, the last seen first. */
  sighted(of: CopyOf): Customer[]
  /** A transaction in which records are taken in: rolled back, none of them counts as held. */
  transaction<T>(work: () => T): T
  /** Takes records in, unless the copy holds a newer one. */
  take(of: CopyOf, records: readonly RemoteCustomer[]): Taken
  remove(of: CopyOf, ids: readonly string[]): void
  /** Removes the copies of a connection in all regions. */
  forgetConnection(connectionId: string): void
  /** The ids that the copy holds and `seen` does not. */
  missingFrom(of: CopyOf, seen: ReadonlySet<string>): string[]
  lastLook(of: CopyOf): LastLook | null
  markSynced(of: CopyOf, at: string, look: { readonly listed: number; readonly vanished: number }): void
  /** Keys (`vehicleKeys`) of all vehicles in the copy. */
  vehicleKeys(of: CopyOf): Set<string>
  /** What records held before they were last taken in. */
  readonly earlier: EarlierRecords
}

const ours = 'connection_id = ? AND region = ?'

export function createCustomerCopy(database: Database, indexes: CustomerIndexes): CustomerCopy {
  const held = createHeldRecords()
  const earlier = createEarlierRecords()
  const fieldSets = new Map<string, number>()
  const columnsOf = (of: CopyOf, id: string): CustomerColumns | undefined =>
    database.get<CustomerColumns>(`SELECT * FROM customer WHERE ${ours} AND id = ?`, [of.connectionId, of.region, id])

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
    next.upload_id,
    fieldSetOf(record),
    record.sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    searchText(record, of.region),
    of.connectionId,
    of.region,
    next.id,
  ]
  const add = (of: CopyOf, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `INSERT INTO customer (last_updated, rego, state, vin, client_name, mobile_number, sale_date, expiry_date, vehicle_title, sightings,
         additional_fields, upload_id, field_set, last_sighting, search, connection_id, region, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      valuesOf(of, record, next),
    )
  }
  const change = (of: CopyOf, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `UPDATE customer SET last_updated = ?, rego = ?, state = ?, vin = ?, client_name = ?, mobile_number = ?, sale_date = ?,
         expiry_date = ?, vehicle_title = ?, sightings = ?, additional_fields = ?, upload_id = ?, field_set = ?, last_sighting = ?, search = ?
       WHERE ${ours} AND id = ?`,
      valuesOf(of, record, next),
    )
  }
  const lastNumber = (): number =>
    database.get<{ last: number | null }>('SELECT max(number) AS last FROM customer')?.last ?? 0

  return {
    earlier,

    counts(of) {
      const params = [of.connectionId, of.region]
      const count = (condition: string): number =>
        database.get<{ rows: number }>(`SELECT count(*) AS rows FROM customer WHERE ${ours}${condition}`, params)
          ?.rows ?? 0
      return { total: count(''), withSightings: count(' AND last_sighting IS NOT NULL') }
    },

    get(of, id) {
      const found = columnsOf(of, id)
      return found ? fromColumns(found) : null
    },

    byNumbers: (of, numbers) =>
      numbers.flatMap((number) => {
        const found = database.get<CustomerColumns>(`SELECT * FROM customer WHERE number = ? AND ${ours}`, [
          number,
          of.connectionId,
          of.region,
        ])
        return found ? [fromColumns(found)] : []
      }),

    sighted: (of) =>
      database
        .all<CustomerColumns>(
          `SELECT * FROM customer WHERE ${ours} AND last_sighting IS NOT NULL ORDER BY last_sighting DESC, number DESC`,
          [of.connectionId, of.region],
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

    take(of, records) {
      const digests = new Map<string, string>()
      const taken = this.transaction((): Taken => {
        const known = lastNumber()
        let changed = 0
        let sighted = false
        for (const record of records) {
          const next = toColumns(record)
          const digest = held.digest(next)
          // A page may list a record twice as it changes: what this call took in before counts.
          if (!digests.has(record.id) && held.holds(of, record.id, digest)) continue
          const before = columnsOf(of, record.id)
          if (before && isOlder(next, before)) continue
          digests.set(record.id, digest)
          if (before && isSame(next, before)) continue
          if (before) {
            change(of, record, next)
            earlier.remember(of, {
              id: before.id,
              lastUpdated: before.last_updated,
              clientName: before.client_name,
              mobileNumber: before.mobile_number,
              saleDate: before.sale_date,
              expiryDate: before.expiry_date,
            })
          } else add(of, record, next)
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
      held.keep(of, digests)
      return taken
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
        for (const table of ['customer', 'customer_sync']) {
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

    lastLook(of) {
      const found = database.get<{
        synced_at: string
        listed: number | null
        vanished: number | null
        vanished_at: string | null
      }>(`SELECT * FROM customer_sync WHERE ${ours}`, [of.connectionId, of.region])
      return found
        ? {
            syncedAt: found.synced_at,
            listed: found.listed,
            vanished:
              found.vanished && found.vanished_at !== null ? { count: found.vanished, at: found.vanished_at } : null,
          }
        : null
    },

    markSynced(of, at, { listed, vanished }) {
      // What vanished is told until something vanishes again: a look two minutes later must not wipe it off unseen.
      database.run(
        `INSERT INTO customer_sync (connection_id, region, synced_at, listed, vanished, vanished_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET synced_at = excluded.synced_at, listed = excluded.listed,
           vanished = coalesce(excluded.vanished, vanished), vanished_at = coalesce(excluded.vanished_at, vanished_at)`,
        [of.connectionId, of.region, at, listed, vanished || null, vanished ? at : null],
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
