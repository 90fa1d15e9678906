import type { Customer } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { runAtOnce } from '../../scheduling/in-slices.ts'
import { anyRecord } from '../packed/slot-filter.ts'
import { compareAsUtf8 } from '../packed/text-bytes.ts'
import type { CustomerLists } from './customer-lists.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'
import { personDigits } from '../contact/do-not-contact.ts'
import { currentMobile } from '../contact/hidden-numbers.ts'

/** Finds every record of the same person, the given one first: the mobile number identifies the person. */
export type RecordsOfPerson = (scope: ConnectionRegion, customer: Customer) => readonly Customer[]

/** The last digits are the same in every form of the number. */
const searchedDigits = 8

export function createRecordsOfPerson(parts: {
  readonly cache: Pick<CustomerCache, 'findByNumbers'>
  readonly lists: CustomerLists
  readonly withPendingChanges: WithPendingChanges
}): RecordsOfPerson {
  const { cache, lists, withPendingChanges } = parts
  return (scope, customer) => {
    const digitsOf = (mobile: string | null): string | null => mobile && personDigits(mobile, scope.region)
    const own = new Set([customer.mobileNumber, currentMobile(customer)].map(digitsOf).filter((each) => each !== null))
    const others = [...own].flatMap((digits) => {
      const { list } = lists.now(scope)
      const { numbers } = runAtOnce(list.find({ ...anyRecord, terms: [digits.slice(-searchedDigits)] }))
      const persons = cache.findByNumbers(scope, numbers().toReversed()).filter(({ id, mobileNumber }) => {
        const found = digitsOf(mobileNumber)
        return id !== customer.id && found !== null && own.has(found)
      })
      return persons.toSorted((a, b) => compareAsUtf8(b.lastUpdated, a.lastUpdated))
    })
    const decorate = withPendingChanges.decorator(scope)
    return [customer, ...new Map(others.map((other) => [other.id, decorate(other)])).values()]
  }
}
