import { plainRecordsOf, remoteOf } from '../../../../../src/core/customers/cache/plain-records.ts'
import type { CustomerPage, RemoteCustomer } from '../../../../../src/core/service/service-client.ts'

/** The customers that were read of a page in their order, also those that stayed bytes. */
export function customersOf({ customers, reading }: CustomerPage): readonly RemoteCustomer[] {
  if (!reading) return customers
  const plain = reading.plain && plainRecordsOf(reading.plain)
  const parsed = customers.values()
  return Array.from(reading.order, (at) => (plain && at >= 0 ? remoteOf({ plain, at }) : parsed.next().value!))
}
