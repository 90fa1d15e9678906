import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { withoutHiddenNumbers } from '../contact/hidden-numbers.ts'
import type { RevealLog } from '../contact/reveal-log.ts'
import type { CustomerLists } from './customer-lists.ts'
import { namesOfFields } from './row-filter.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/**
 * The customers of these rows as they are when their batch is read, in this order, in batches that take a few milliseconds. Those that are
 * gone are left out. Hidden numbers are removed, or included and logged as exported.
 */
export type ExportBatches = (
  scope: ConnectionRegion,
  rows: readonly ListedCustomer[],
  includeDoNotContactNumbers: boolean,
) => Iterable<readonly Customer[]>

/** All customers of a connection and region in the order of their arrival. */
export type ReadAllCustomers = (
  scope: ConnectionRegion,
  options: { readonly includeDoNotContactNumbers: boolean },
) => Promise<{
  /** The names of their additional fields. */
  readonly fields: readonly string[]
  batches(): Iterable<readonly Customer[]>
}>

/** Customers that are written before other calls are let through. */
const exportBatchSize = 50

export function createExportBatches(parts: {
  readonly cache: Pick<CustomerCache, 'read'>
  readonly withPendingChanges: WithPendingChanges
  readonly reveals: RevealLog
  readonly clock: Clock
}): ExportBatches {
  const { cache, withPendingChanges, reveals, clock } = parts
  return function* (scope, rows, includeDoNotContactNumbers) {
    for (let first = 0; first < rows.length; first += exportBatchSize) {
      const numbers = rows.slice(first, first + exportBatchSize).map(({ number }) => number)
      // A new decorator for each batch: the rest of the file shows what changes while it is written.
      const customers = cache.read(scope, numbers).map(withPendingChanges.decorator(scope))
      if (includeDoNotContactNumbers) {
        reveals.addHidden(scope, 'exported', customers, clock.now().toISOString())
        yield customers
      } else yield customers.map((customer) => withoutHiddenNumbers(customer, scope.region))
    }
  }
}

export const createReadAllCustomers =
  (lists: Pick<CustomerLists, 'ready'>, exportBatches: ExportBatches): ReadAllCustomers =>
  async (scope, { includeDoNotContactNumbers }) => {
    const rows = (await lists.ready(scope)).rows()
    const names = new Set([...new Set(rows.flatMap(({ fields }) => fields ?? []))].flatMap(namesOfFields))
    return {
      fields: [...names].toSorted((one, other) => one.localeCompare(other, 'en-AU')),
      batches: () => exportBatches(scope, rows, includeDoNotContactNumbers),
    }
  }
