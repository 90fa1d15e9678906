import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { hiddenNumbersOf, withoutHiddenNumbers } from '../contact/hidden-numbers.ts'
import type { RevealLog } from '../contact/reveal-log.ts'
import type { CustomerLists } from './customer-lists.ts'
import { batchesOf } from './export-batches.ts'
import { namesOfFields } from './row-filter.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/** All customers of a connection and region in the order of their arrival, in batches that take a few milliseconds. */
export type ReadAllCustomers = (
  scope: ConnectionRegion,
  options: { readonly includeDoNotContactNumbers: boolean },
) => Promise<{
  readonly total: number
  /** The names of their additional fields. */
  readonly fields: readonly string[]
  /** Reads the customers as they are then. Hidden numbers that are included are logged as exported. */
  batches(): Iterable<readonly Customer[]>
}>

export function createReadAllCustomers(parts: {
  readonly cache: Pick<CustomerCache, 'read'>
  readonly lists: Pick<CustomerLists, 'ready'>
  readonly withPendingChanges: WithPendingChanges
  readonly reveals: RevealLog
  readonly clock: Clock
}): ReadAllCustomers {
  const { cache, lists, withPendingChanges, reveals, clock } = parts
  const logReveals = (scope: ConnectionRegion, customers: readonly Customer[]): void => {
    const found = customers.flatMap((customer) => {
      const { mobileNumber, others } = hiddenNumbersOf(customer)
      const numbers = [...(mobileNumber === null ? [] : [mobileNumber]), ...Object.values(others)]
      return numbers.length > 0 ? [{ customerId: customer.id, clientName: customer.clientName, numbers }] : []
    })
    if (found.length > 0) reveals.add(scope, 'exported', found, clock.now().toISOString())
  }
  return async (scope, { includeDoNotContactNumbers }) => {
    const rows = (await lists.ready(scope)).rows()
    const fieldSets = new Set(rows.flatMap(({ fields }) => fields ?? []))
    const names = new Set([...fieldSets].flatMap(namesOfFields))
    return {
      total: rows.length,
      fields: [...names].toSorted((one, other) => one.localeCompare(other, 'en-AU')),
      *batches() {
        for (const batch of batchesOf(cache, scope, rows)) {
          const customers = batch.map(withPendingChanges.decorator(scope))
          if (includeDoNotContactNumbers) {
            logReveals(scope, customers)
            yield customers
          } else yield customers.map((customer) => withoutHiddenNumbers(customer, scope.region))
        }
      },
    }
  }
}
