import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'

/** Customers that are written before other calls are let through. */
export const exportBatchSize = 50

/** The customers of these rows as they are then, in this order and in batches. Those that are gone are left out. */
export function* batchesOf(
  cache: Pick<CustomerCache, 'read'>,
  scope: ConnectionRegion,
  rows: readonly ListedCustomer[],
): Generator<readonly Customer[], undefined> {
  for (let first = 0; first < rows.length; first += exportBatchSize) {
    yield cache.read(
      scope,
      rows.slice(first, first + exportBatchSize).map(({ number }) => number),
    )
  }
}
