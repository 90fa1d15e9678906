import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { runAtOnce, runInSlices, runInSlicesWhile, type Steps } from '../../scheduling/in-slices.ts'
import { anyRecord } from '../packed/slot-filter.ts'
import { compareAsUtf8 } from '../packed/text-bytes.ts'
import type { CustomerLists } from './customer-lists.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'
import { personDigits, personNumber } from '../contact/do-not-contact.ts'
import { currentMobile } from '../contact/hidden-numbers.ts'

/** Finds the records of persons: the mobile number identifies a person. */
export interface PersonRecords {
  /** Every record of the person of a record, the given one first. */
  recordsOfPerson(scope: ConnectionRegion, customer: Customer): readonly Customer[]
  /** Every record of several persons, each record once: the given ones first. In short turns. */
  recordsOfPersons(scope: ConnectionRegion, customers: readonly Customer[]): Promise<readonly Customer[]>
}

/** The last digits are the same in every form of the number. */
const searchedDigits = 8
/** After so many changes during a search, it is finished without a pause. */
const mostAttempts = 3

export function createPersonRecords(parts: {
  readonly cache: Pick<CustomerCache, 'findByNumbers' | 'ids'>
  readonly lists: CustomerLists
  readonly withPendingChanges: WithPendingChanges
}): PersonRecords {
  const { cache, lists, withPendingChanges } = parts
  const mobilesOf = (customer: Customer) => [customer.mobileNumber, currentMobile(customer)]
  const digitsIn =
    ({ region }: ConnectionRegion) =>
    (mobile: string | null): string | null =>
      mobile && personDigits(mobile, region)

  /** The records with these numbers (`personNumber`), by their numbers in the cache. */
  const findNumbers = async (scope: ConnectionRegion, numbers: ReadonlySet<number>): Promise<readonly number[]> => {
    for (let attempt = 1; ; attempt += 1) {
      const { list } = await lists.ready(scope)
      const version = list.version()
      // One pass over all records, where a search for each person would take 4 ms with 100,000.
      const steps = list.find({ ...anyRecord, contact: { wanted: 'forbidden', people: { ids: [], numbers } } })
      const isCurrent = (): boolean => list.version() === version
      const found = attempt > mostAttempts ? runAtOnce(steps) : await runInSlicesWhile(steps, isCurrent)
      if (found && isCurrent()) return found.numbers()
    }
  }

  return {
    recordsOfPerson(scope, customer) {
      const digitsOf = digitsIn(scope)
      const own = new Set(
        mobilesOf(customer)
          .map(digitsOf)
          .filter((each) => each !== null),
      )
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
    },

    async recordsOfPersons(scope, customers) {
      const digitsOf = digitsIn(scope)
      const mobiles = customers.flatMap(mobilesOf)
      const own = new Set(mobiles.flatMap((mobile) => digitsOf(mobile) ?? []))
      const numbers = new Set(mobiles.map((mobile) => personNumber(mobile, scope.region)))
      numbers.delete(0)
      const records = new Map(customers.map((customer) => [customer.id, customer]))
      const found = numbers.size === 0 ? [] : await findNumbers(scope, numbers)
      const ids = cache.ids(scope)
      const decorate = withPendingChanges.decorator(scope)
      function* readOthers(): Steps<void> {
        for (const number of found) {
          if (records.has(ids.idOf(number))) continue
          for (const record of cache.findByNumbers(scope, [number])) {
            // Texts of more digits than a phone number has may differ and be equal as numbers.
            if (own.has(digitsOf(record.mobileNumber) ?? '')) records.set(record.id, decorate(record))
          }
          yield
        }
      }
      await runInSlices(readOthers())
      return [...records.values()]
    },
  }
}
