import { PlainPage, remoteOf } from '../../../../../src/core/customers/plain/plain-page.ts'
import type { CustomerPage, RemoteCustomer } from '../../../../../src/core/service/service-client.ts'

/** The customers that were read of a page in their order, also those that stayed bytes. */
export function customersOf({ customers, reading }: CustomerPage): readonly RemoteCustomer[] {
  if (!reading) return customers
  const plain = reading.plain instanceof PlainPage ? reading.plain : null
  const parsed = customers.values()
  return Array.from(reading.order, (at) => (plain && at >= 0 ? remoteOf({ plain, at }) : parsed.next().value!))
}
