import { CustomerFilter, type Customer } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { CustomerList } from './customer-list.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'
import { personDigits } from '../contact/do-not-contact.ts'
import { currentMobile } from '../contact/hidden-numbers.ts'

/** Finds every record of the same person, the given one first: the mobile number identifies the person. */
export type RecordsOfPerson = (scope: ConnectionRegion, customer: Customer) => readonly Customer[]

const noFilter = CustomerFilter.parse({})
/** The last digits are the same in every form of the number. */
const searchedDigits = 8

export function createRecordsOfPerson(parts: {
  readonly cache: CustomerCache
  readonly list: Pick<CustomerList, 'numbers'>
  readonly withPendingChanges: WithPendingChanges
  /** YYYY-MM-DD on this PC. */
  today(): string
}): RecordsOfPerson {
  const { cache, list, withPendingChanges, today } = parts
  return (scope, customer) => {
    const digitsOf = (mobile: string | null): string | null => mobile && personDigits(mobile, scope.region)
    const own = new Set([customer.mobileNumber, currentMobile(customer)].map(digitsOf).filter((each) => each !== null))
    const others = [...own].flatMap((digits) => {
      const filter = { ...noFilter, search: digits.slice(-searchedDigits) }
      const numbers = list.numbers(scope, filter, { sort: 'lastUpdated', descending: true }, today())
      return cache.findByNumbers(scope, numbers).filter(({ id, mobileNumber }) => {
        const found = digitsOf(mobileNumber)
        return id !== customer.id && found !== null && own.has(found)
      })
    })
    const decorate = withPendingChanges.decorator(scope)
    return [customer, ...new Map(others.map((other) => [other.id, decorate(other)])).values()]
  }
}
