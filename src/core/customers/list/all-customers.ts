import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Customer } from '../../../contract/customer-record.ts'
import { CustomerFilter } from '../../../contract/customer-filter.ts'
import { localDate } from '../../../contract/calendar-date.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { hiddenNumbersOf, withoutHiddenNumbers } from '../contact/hidden-numbers.ts'
import type { RevealLog } from '../contact/reveal-log.ts'
import type { CustomerList } from './customer-list.ts'
import type { CustomerLists } from './customer-lists.ts'
import { exportBatchSize } from './read-in-steps.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/**
 * All customers of a connection and region in the order in which they are stored, in batches that take a few milliseconds. In any other
 * order, each batch would unpack a block for each customer.
 */
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
  readonly cache: Pick<CustomerCache, 'findByNumbers'>
  readonly list: CustomerList
  readonly lists: CustomerLists
  readonly withPendingChanges: WithPendingChanges
  readonly reveals: RevealLog
  readonly clock: Clock
}): ReadAllCustomers {
  const { cache, list, lists, withPendingChanges, reveals, clock } = parts
  const logReveals = (scope: ConnectionRegion, customers: readonly Customer[]): void => {
    const found = customers.flatMap((customer) => {
      const { mobileNumber, others } = hiddenNumbersOf(customer)
      const numbers = [...(mobileNumber === null ? [] : [mobileNumber]), ...Object.values(others)]
      return numbers.length > 0 ? [{ customerId: customer.id, clientName: customer.clientName, numbers }] : []
    })
    if (found.length > 0) reveals.add(scope, 'exported', found, clock.now().toISOString())
  }
  return async (scope, { includeDoNotContactNumbers }) => {
    const everyone = CustomerFilter.parse({})
    const numbers = await list.readFound(scope, [everyone], localDate(clock.now()), function* ([found]) {
      yield
      return Uint32Array.from(found?.numbers() ?? []).sort()
    })
    await yieldToEventLoop()
    const { list: packed } = await lists.ready(scope)
    return {
      total: numbers.length,
      fields: [...packed.countsBy('field').keys()].toSorted((one, other) => one.localeCompare(other, 'en-AU')),
      *batches() {
        for (let first = 0; first < numbers.length; first += exportBatchSize) {
          const batch = cache.findByNumbers(scope, Array.from(numbers.slice(first, first + exportBatchSize)))
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
