import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import { personDigits } from '../contact/do-not-contact.ts'
import { currentMobile } from '../contact/hidden-numbers.ts'
import type { CustomerLists } from './customer-lists.ts'
import { batchesOf } from './export-batches.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/** Finds the records of persons: the mobile number identifies a person. */
export interface PersonRecords {
  /** Every record of the person of a record: the given one first, then the one that was updated last. */
  recordsOfPerson(scope: ConnectionRegion, customer: Customer): readonly Customer[]
  /** Every record of several persons, each record once: the given ones first. In short turns. */
  recordsOfPersons(scope: ConnectionRegion, customers: readonly Customer[]): Promise<readonly Customer[]>
}

export function createPersonRecords(parts: {
  readonly cache: Pick<CustomerCache, 'read'>
  readonly lists: Pick<CustomerLists, 'now' | 'ready'>
  readonly withPendingChanges: WithPendingChanges
}): PersonRecords {
  const { cache, lists, withPendingChanges } = parts
  const personsOf = ({ region }: ConnectionRegion, customers: readonly Customer[]): ReadonlySet<string | null> =>
    new Set(
      customers
        .flatMap((customer) => [customer.mobileNumber, currentMobile(customer)])
        .flatMap((mobile) => (mobile === null ? [] : (personDigits(mobile, region) ?? []))),
    )

  return {
    recordsOfPerson(scope, customer) {
      const own = personsOf(scope, [customer])
      if (own.size === 0) return [customer]
      const others = lists
        .now(scope)
        .rows()
        .filter(({ id, person }) => own.has(person) && id !== customer.id)
        .toReversed()
        .toSorted((a, b) => (a.lastUpdated < b.lastUpdated ? 1 : a.lastUpdated > b.lastUpdated ? -1 : 0))
      const records = cache.read(
        scope,
        others.map(({ number }) => number),
      )
      return [customer, ...records.map(withPendingChanges.decorator(scope))]
    },

    async recordsOfPersons(scope, customers) {
      const own = personsOf(scope, customers)
      const records = new Map(customers.map((customer) => [customer.id, customer]))
      const rows = own.size === 0 ? [] : (await lists.ready(scope)).rows()
      const others = rows.filter(({ id, person }) => own.has(person) && !records.has(id))
      const decorate = withPendingChanges.decorator(scope)
      function* readOthers(): Steps<void> {
        for (const batch of batchesOf(cache, scope, others)) {
          for (const record of batch) records.set(record.id, decorate(record))
          yield
        }
      }
      await runInSlices(readOthers())
      return [...records.values()]
    },
  }
}
