import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database, SqlValue } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { toColumns, type CustomerColumns } from './customer-columns.ts'
import type { CustomerIndexes } from './customer-indexes.ts'
import { createPreviousVersions, type PreviousVersions } from './previous-versions.ts'
import { createRecordDigests } from './record-digests.ts'
import { searchText } from './search-text.ts'
import { additionalFieldNames } from './upload-reference.ts'

/** What saving records changed in the cache. */
export interface CacheChange {
  /** The number of records that are new or different. */
  readonly changed: number
  /** Whether one of them has, or had, a sighting. */
  readonly sighted: boolean
}

/** Writes the service's records to the cache. */
export interface RecordWriter {
  /** Runs `work` in a transaction. After a rollback none of its records counts as saved. */
  transaction<T>(work: () => T): T
  /** Saves records of the service, except those of which the cache has a newer version. */
  save(scope: ConnectionRegion, records: readonly RemoteCustomer[]): CacheChange
  remove(scope: ConnectionRegion, ids: readonly string[]): void
  /** Removes the records of a connection in all regions. */
  forgetConnection(connectionId: string): void
  readonly previousVersions: PreviousVersions
}

export function createRecordWriter(database: Database, indexes: CustomerIndexes): RecordWriter {
  const digests = createRecordDigests()
  const previousVersions = createPreviousVersions()
  const fieldSets = new Map<string, number>()

  const transaction = <T>(work: () => T): T => {
    try {
      return database.transaction(work)
    } catch (error) {
      digests.clear()
      fieldSets.clear()
      throw error
    }
  }

  /** The id of the record's set of additional field names: records of one file share it. */
  const fieldSetOf = (record: RemoteCustomer): number | null => {
    const names = additionalFieldNames(record.additionalFields)
    if (names.length === 0) return null
    const key = JSON.stringify(names)
    const saved = fieldSets.get(key)
    if (saved !== undefined) return saved
    database.run('INSERT INTO customer_field_set (names) VALUES (?) ON CONFLICT DO NOTHING', [key])
    const found = database.get<{ id: number }>('SELECT id FROM customer_field_set WHERE names = ?', [key])
    if (!found) throw new Error('The names of additional fields were not saved')
    fieldSets.set(key, found.id)
    return found.id
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
    next.other,
    fieldSetOf(record),
    record.sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    searchText(record, scope.region),
    ...scopeParams(scope),
    next.id,
  ]
  const insert = (scope: ConnectionRegion, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `INSERT INTO customer (last_updated, rego, state, vin, client_name, mobile_number, sale_date, expiry_date, vehicle_title, sightings,
         additional_fields, upload_id, other, field_set, last_sighting, search, connection_id, region, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      valuesOf(scope, record, next),
    )
  }
  const update = (scope: ConnectionRegion, record: RemoteCustomer, next: CustomerColumns): void => {
    database.run(
      `UPDATE customer SET last_updated = ?, rego = ?, state = ?, vin = ?, client_name = ?, mobile_number = ?, sale_date = ?,
         expiry_date = ?, vehicle_title = ?, sightings = ?, additional_fields = ?, upload_id = ?, other = ?, field_set = ?, last_sighting = ?, search = ?
       WHERE ${inScope} AND id = ?`,
      valuesOf(scope, record, next),
    )
  }
  const lastNumber = (): number =>
    database.get<{ last: number | null }>('SELECT max(number) AS last FROM customer')?.last ?? 0

  return {
    previousVersions,
    transaction,

    save(scope, records) {
      const savedDigests = new Map<string, string>()
      const result = transaction((): CacheChange => {
        const lastBefore = lastNumber()
        let changed = 0
        let sighted = false
        for (const record of records) {
          const next = toColumns(record)
          // Without `other`: an unknown field that changes at each reading, such as a time, is no change of the customer.
          const digest = digests.digestOf({ ...next, other: '' })
          // A page may list a record twice while it changes: the version that this call saved counts.
          if (!savedDigests.has(record.id) && digests.matches(scope, record.id, digest)) continue
          const before = database.get<CustomerColumns>(`SELECT * FROM customer WHERE ${inScope} AND id = ?`, [
            ...scopeParams(scope),
            record.id,
          ])
          if (before && isOlder(next, before)) continue
          savedDigests.set(record.id, digest)
          if (before && isSame(next, before)) continue
          if (before) {
            update(scope, record, next)
            previousVersions.add(scope, {
              id: before.id,
              lastUpdated: before.last_updated,
              clientName: before.client_name,
              mobileNumber: before.mobile_number,
              saleDate: before.sale_date,
              expiryDate: before.expiry_date,
            })
          } else insert(scope, record, next)
          changed += 1
          sighted ||= record.sightings.length > 0 || (before !== undefined && before.sightings !== '[]')
        }
        // In one statement: a trigger for each row is much slower (migration 2).
        if (changed > 0 && !indexes.areDropped()) {
          database.run(
            'INSERT INTO customer_search (rowid, search) SELECT number, search FROM customer WHERE number > ?',
            [lastBefore],
          )
        }
        return { changed, sighted }
      })
      digests.add(scope, savedDigests)
      return result
    },

    remove(scope, ids) {
      digests.remove(scope, ids)
      database.transaction(() => {
        for (const id of ids) {
          database.run(`DELETE FROM customer WHERE ${inScope} AND id = ?`, [...scopeParams(scope), id])
        }
      })
    },

    forgetConnection(connectionId) {
      digests.removeConnection(connectionId)
      database.transaction(() => {
        for (const table of ['customer', 'customer_sync', 'customer_unreadable']) {
          database.run(`DELETE FROM ${table} WHERE connection_id = ?`, [connectionId])
        }
      })
    },
  }
}

/** A page that was read before the record was saved must not bring back the older version. */
function isOlder(next: CustomerColumns, before: CustomerColumns): boolean {
  return Date.parse(next.last_updated) < Date.parse(before.last_updated)
}

function isSame(next: CustomerColumns, before: CustomerColumns): boolean {
  return (Object.keys(next) as (keyof CustomerColumns)[]).every((column) => next[column] === before[column])
}
