import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { personDigits } from '../contact/do-not-contact.ts'
import { currentMobile } from '../contact/hidden-numbers.ts'
import type { CustomerLists } from './customer-lists.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/** Finds the records of persons: the mobile number identifies a person. */
export type PersonRecords = ReturnType<typeof createPersonRecords>

export function createPersonRecords(parts: {
  readonly cache: Pick<CustomerCache, 'read'>
  readonly lists: Pick<CustomerLists, 'now' | 'ready'>
  readonly withPendingChanges: WithPendingChanges
}) {
  const { cache, lists, withPendingChanges } = parts
  const digitsOf = ({ region }: ConnectionRegion, mobile: string | null): string =>
    (mobile === null ? null : personDigits(mobile, region)) ?? ''
  /** The other records of these persons, the one that was updated last first. */
  const othersIn = (
    scope: ConnectionRegion,
    customers: readonly Customer[],
    rows: readonly ListedCustomer[],
  ): readonly Customer[] => {
    const mobiles = customers.flatMap((customer) => [customer.mobileNumber, currentMobile(customer)])
    const own = new Set(mobiles.map((mobile) => digitsOf(scope, mobile)))
    own.delete('')
    const given = new Set(customers.map(({ id }) => id))
    const others = rows
      .filter(({ id, mobileNumber }) => own.has(digitsOf(scope, mobileNumber)) && !given.has(id))
      .toReversed()
      .toSorted((a, b) => (a.lastUpdated < b.lastUpdated ? 1 : a.lastUpdated > b.lastUpdated ? -1 : 0))
    const numbers = others.map(({ number }) => number)
    return cache.read(scope, numbers).map(withPendingChanges.decorator(scope))
  }

  return {
    /** Every record of the person of a record: the given one first, then the one that was updated last. */
    recordsOfPerson: (scope: ConnectionRegion, customer: Customer): readonly Customer[] => [
      customer,
      ...othersIn(scope, [customer], lists.now(scope).rows()),
    ],
    /** Every record of several persons, each record once: the given ones first. */
    async recordsOfPersons(scope: ConnectionRegion, customers: readonly Customer[]): Promise<readonly Customer[]> {
      const unique = [...new Map(customers.map((customer) => [customer.id, customer])).values()]
      return [...unique, ...othersIn(scope, unique, (await lists.ready(scope)).rows())]
    },
  }
}
