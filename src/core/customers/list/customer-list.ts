import type { CustomerFilter, CustomerSort } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'
import { filterQueries, readNumbers } from './filter-queries.ts'

export interface ListOrder {
  readonly sort: CustomerSort
  readonly descending: boolean
}

/** Filters and sorts the customers in the cache. `today` is YYYY-MM-DD on this PC. */
export interface CustomerList {
  /** The total, and one page of records by their numbers in the cache. */
  page(
    scope: ConnectionRegion,
    filter: CustomerFilter,
    order: ListOrder,
    range: { readonly offset: number; readonly limit: number },
    today: string,
  ): { readonly total: number; readonly numbers: readonly number[] }
  /** The ids of all matches, unordered. */
  ids(scope: ConnectionRegion, filter: CustomerFilter, today: string): readonly string[]
  /** The numbers of all matches, in order. */
  numbers(scope: ConnectionRegion, filter: CustomerFilter, order: ListOrder, today: string): readonly number[]
  /** Clears the last result, which is held for the next pages. Call it when the cache or a journal has changed. */
  clear(): void
}

/** Each sort with its index: entries are read in order, and only the records of one page are read. */
const sorts: Readonly<Record<CustomerSort, { readonly column: string; readonly index: string }>> = {
  clientName: { column: 'client_name COLLATE NOCASE', index: 'customer_client_name' },
  rego: { column: 'rego', index: 'customer_rego' },
  state: { column: 'state', index: 'customer_state' },
  vin: { column: 'vin', index: 'customer_vin' },
  mobileNumber: { column: 'mobile_number', index: 'customer_mobile_number' },
  vehicleTitle: { column: 'vehicle_title COLLATE NOCASE', index: 'customer_vehicle_title' },
  saleDate: { column: 'sale_date', index: 'customer_sale_date' },
  expiryDate: { column: 'expiry_date', index: 'customer_expiry_date' },
  lastSighting: { column: 'last_sighting', index: 'customer_last_sighting' },
  lastUpdated: { column: 'last_updated', index: 'customer_last_updated' },
}

export function createCustomerList(database: Database, indexes: CustomerIndexes): CustomerList {
  let lastResult: { readonly key: string; readonly numbers: readonly number[] } | null = null
  let lastOrder: { readonly key: string; readonly numbers: readonly number[] } | null = null

  const fromIndex = ({ sort }: ListOrder): string => `FROM customer ${indexes.hint(sorts[sort].index)} WHERE ${inScope}`

  /** All records in an order. Held, because the next search usually has the same order. */
  const allInOrder = (scope: ConnectionRegion, order: ListOrder): readonly number[] => {
    const key = JSON.stringify([scope, order])
    if (lastOrder?.key !== key) {
      const sql = `SELECT number ${fromIndex(order)} ORDER BY ${orderBy(order)}`
      lastOrder = { key, numbers: readNumbers(database, { sql, params: scopeParams(scope) }) }
    }
    return lastOrder.numbers
  }

  return {
    ids(scope, filter, today) {
      const queries = filterQueries(database, indexes, scope, filter, today).map((query) =>
        'numbers' in query ? { sql: 'SELECT value FROM json_each(?)', params: [JSON.stringify(query.numbers)] } : query,
      )
      const condition = [inScope, ...queries.map(({ sql }) => `number IN (${sql})`)].join(' AND ')
      const params = [...scopeParams(scope), ...queries.flatMap((query) => query.params)]
      return database.all<{ id: string }>(`SELECT id FROM customer WHERE ${condition}`, params).map(({ id }) => id)
    },
    page(scope, filter, order, { offset, limit }, today) {
      if (!isUnfiltered(filter)) {
        const all = this.numbers(scope, filter, order, today)
        return { total: all.length, numbers: all.slice(offset, offset + limit) }
      }
      const total =
        database.get<{ rows: number }>(`SELECT count(*) AS rows ${fromIndex(order)}`, scopeParams(scope))?.rows ?? 0
      const numbers = database
        .all<{ number: number }>(`SELECT number ${fromIndex(order)} ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`, [
          ...scopeParams(scope),
          limit,
          offset,
        ])
        .map(({ number }) => number)
      return { total, numbers }
    },
    numbers(scope, filter, order, today) {
      const key = JSON.stringify([scope, filter, order, today])
      if (lastResult?.key === key) return lastResult.numbers
      // Intersected here: to look up 100,000 numbers takes the database several times as long.
      const matches = filterQueries(database, indexes, scope, filter, today).map(
        (query) => new Set(readNumbers(database, query)),
      )
      const numbers = allInOrder(scope, order).filter((number) => matches.every((each) => each.has(number)))
      lastResult = { key, numbers }
      return numbers
    },
    clear() {
      lastResult = null
      lastOrder = null
    },
  }
}

function orderBy({ sort, descending }: ListOrder): string {
  const { column } = sorts[sort]
  return descending ? `${column} DESC, number DESC` : `${column} ASC NULLS LAST, number ASC`
}

function isUnfiltered(filter: CustomerFilter): boolean {
  return (
    filter.search.trim() === '' &&
    filter.states.length === 0 &&
    filter.sighting === 'any' &&
    filter.expiresWithinDays === null &&
    filter.uploadId === null &&
    !filter.missingVin &&
    filter.fields.length === 0 &&
    !filter.unsettled
  )
}
