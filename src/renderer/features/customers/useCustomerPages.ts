import { shallowRef } from 'vue'
import type { CustomerFilter } from '../../../contract/customer-filter.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { CustomerSort } from '../../../contract/customer-views.ts'
import { orderAtStart } from '../../../contract/order-at-start.ts'
import { type Result, success } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { usePages } from '../../bridge/usePages.ts'
import { noFilter } from './customer-filter.ts'

export const rowsPerPage = 200
const maxPages = 30
const rowsAhead = 60
/** The most rows that one call returns. */
const rowsPerCall = 500

/** Which customers are listed, and in which order. */
export type CustomerQuery = CustomerFilter & { readonly sort: CustomerSort; readonly descending: boolean }

export const defaultQuery: CustomerQuery = { ...noFilter, ...orderAtStart }

/** The list of customers by pages around the visible rows. */
export function useCustomerPages() {
  const client = useClient()
  // Shallow, because the query is sent to the program and a deep proxy cannot be cloned.
  const query = shallowRef<CustomerQuery>(defaultQuery)
  const pages = usePages<Customer>({
    async fetchPage(offset, limit) {
      const answer = await client.read('customers.list', { ...query.value, offset, limit })
      return answer.ok ? success({ total: answer.value.total, rows: answer.value.customers }) : answer
    },
    rowsPerPage,
    rowsAhead,
    maxPages,
  })
  const { total, failure, version, rowAt, show, refresh } = pages

  function loadedRows(first: number, last: number): readonly Customer[] | null {
    const rows: Customer[] = []
    for (let row = first; row <= last; row += 1) {
      const customer = rowAt(row)
      if (!customer) return null
      rows.push(customer)
    }
    return rows
  }

  return {
    query,
    total,
    failure,
    version,
    rowAt,
    show,
    refresh,
    /** The row of a loaded customer; -1 when it is not loaded. */
    rowOf: (id: string): number => pages.indexOf((customer) => customer.id === id),
    /** Another search, filter or order. Visible rows stay until the new ones arrive. */
    setQuery(changes: Partial<CustomerQuery>): Promise<void> {
      query.value = { ...query.value, ...changes }
      return pages.restart()
    },
    /** Replaces a record in its place, so that a saved cell does not move while the user edits. */
    replace(customer: Customer): void {
      pages.replace((row) => (row.id === customer.id ? customer : row))
    },
    /** The customers of these rows, fetched when they are not loaded. */
    async fetchRows(first: number, last: number): Promise<Result<readonly Customer[]>> {
      const rows = loadedRows(first, last)
      if (rows) return success(rows)
      const fixedQuery = query.value
      const found: Customer[] = []
      for (let offset = first; offset <= last; offset += rowsPerCall) {
        const limit = Math.min(rowsPerCall, last - offset + 1)
        const answer = await client.read('customers.list', { ...fixedQuery, offset, limit })
        if (!answer.ok) return answer
        found.push(...answer.value.customers)
        if (answer.value.customers.length < limit) break
      }
      return success(found)
    },
    /** The loaded customers that pass `test`. */
    loaded: (test: (customer: Customer) => boolean): readonly Customer[] => pages.loaded().filter(test),
  }
}

export type CustomerPages = ReturnType<typeof useCustomerPages>
