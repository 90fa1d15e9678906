import { z } from 'zod'
import type { Customer } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { plateKey } from '../../fields/plate-rules.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import { fromColumns, type CustomerColumns } from './customer-columns.ts'
import type { CustomerIndexes } from './customer-indexes.ts'
import { createRecordWriter, type RecordWriter } from './record-writer.ts'
import { createSyncLog, type SyncLog } from './sync-log.ts'
import { createUnreadableCustomers, type UnreadableCustomers } from './unreadable-customers.ts'

/** What identifies the car and the customer of a record. Its additional fields are left out. */
export type ListedCar = Pick<Customer, 'id' | 'rego' | 'vin' | 'clientName' | 'additionalFields'>

/** The local, encrypted cache of the service's customers. */
export interface CustomerCache extends RecordWriter, SyncLog, UnreadableCustomers {
  counts(scope: ConnectionRegion): { readonly total: number; readonly withSightings: number }
  find(scope: ConnectionRegion, id: string): Customer | null
  /** Records by their numbers in the cache, in that order. Numbers that are not of this scope are skipped. */
  findByNumbers(scope: ConnectionRegion, numbers: readonly number[]): Customer[]
  /** Fields of a record that the interface does not name or that could not be read, as received; null: no such record. */
  otherFields(scope: ConnectionRegion, id: string): Readonly<Record<string, unknown>> | null
  /** All records with a sighting, the latest first. */
  sighted(scope: ConnectionRegion): Customer[]
  /** All records in the order of their numbers, with what identifies car and customer. */
  cars(scope: ConnectionRegion): Iterable<ListedCar>
  /** The ids in the cache that `listed` does not contain. */
  idsMissingFrom(scope: ConnectionRegion, listed: ReadonlySet<string>): string[]
  /** Keys (`vehicleKeys` of core/fields) of all vehicles in the cache. */
  vehicleKeys(scope: ConnectionRegion): Set<string>
  /** The ids of the customers by these keys. */
  vehicleOwners(scope: ConnectionRegion): Map<string, string[]>
}

const OtherFields = z.record(z.string(), z.unknown())

export function createCustomerCache(database: Database, indexes: CustomerIndexes): CustomerCache {
  const findBy = (scope: ConnectionRegion, column: 'id' | 'number', value: string | number): Customer | null => {
    const found = database.get<CustomerColumns>(`SELECT * FROM customer WHERE ${inScope} AND ${column} = ?`, [
      ...scopeParams(scope),
      value,
    ])
    return found ? fromColumns(found) : null
  }

  function* keysAndIds(scope: ConnectionRegion): Generator<{ readonly key: string; readonly id: string }> {
    const all = database.each<Pick<CustomerColumns, 'id' | 'rego' | 'state' | 'vin'>>(
      `SELECT id, rego, state, vin FROM customer WHERE ${inScope}`,
      scopeParams(scope),
    )
    for (const { id, rego, state, vin } of all) {
      const vehicle = {
        rego: rego === null ? null : plateKey(rego),
        state: scope.region === 'au' ? state : null,
        vin,
      }
      for (const key of vehicleKeys(vehicle)) yield { key, id }
    }
  }

  return {
    ...createRecordWriter(database, indexes),
    ...createSyncLog(database),
    ...createUnreadableCustomers(database),

    counts(scope) {
      const count = (condition: string): number =>
        database.get<{ rows: number }>(
          `SELECT count(*) AS rows FROM customer WHERE ${inScope}${condition}`,
          scopeParams(scope),
        )?.rows ?? 0
      return { total: count(''), withSightings: count(' AND last_sighting IS NOT NULL') }
    },

    find: (scope, id) => findBy(scope, 'id', id),

    findByNumbers: (scope, numbers) => numbers.flatMap((number) => findBy(scope, 'number', number) ?? []),

    otherFields(scope, id) {
      const found = database.get<{ other: string }>(`SELECT other FROM customer WHERE ${inScope} AND id = ?`, [
        ...scopeParams(scope),
        id,
      ])
      return found ? parseJson(OtherFields, found.other) : null
    },

    sighted: (scope) =>
      database
        .all<CustomerColumns>(
          `SELECT * FROM customer WHERE ${inScope} AND last_sighting IS NOT NULL ORDER BY last_sighting DESC, number DESC`,
          scopeParams(scope),
        )
        .map(fromColumns),

    *cars(scope) {
      const all = database.each<Pick<CustomerColumns, 'id' | 'rego' | 'vin' | 'client_name'>>(
        `SELECT id, rego, vin, client_name FROM customer WHERE ${inScope} ORDER BY number`,
        scopeParams(scope),
      )
      for (const { id, rego, vin, client_name: clientName } of all) {
        yield { id, rego, vin, clientName, additionalFields: {} }
      }
    },

    idsMissingFrom(scope, listed) {
      const missing: string[] = []
      const all = database.each<{ id: string }>(`SELECT id FROM customer WHERE ${inScope}`, scopeParams(scope))
      for (const { id } of all) if (!listed.has(id)) missing.push(id)
      return missing
    },

    vehicleKeys(scope) {
      const keys = new Set<string>()
      for (const { key } of keysAndIds(scope)) keys.add(key)
      return keys
    },

    vehicleOwners(scope) {
      const owners = new Map<string, string[]>()
      for (const { key, id } of keysAndIds(scope)) {
        const ids = owners.get(key)
        if (ids) ids.push(id)
        else owners.set(key, [id])
      }
      return owners
    },
  }
}
