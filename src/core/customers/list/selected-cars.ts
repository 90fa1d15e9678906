import { localDate } from '../../../contract/calendar-date.ts'
import type { CustomerSelection } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import type { CustomerList } from './customer-list.ts'
import type { CustomerLists } from './customer-lists.ts'

/** The cars of selected customers, as the service has them. Customers that are gone are left out. */
export type FindSelectedCars = (
  scope: ConnectionRegion,
  selection: CustomerSelection,
) => Promise<readonly Pick<ListedCustomer, 'rego' | 'state' | 'vin'>[]>

export function createSelectedCars(parts: {
  readonly list: Pick<CustomerList, 'find'>
  readonly lists: Pick<CustomerLists, 'ready'>
  readonly clock: Pick<Clock, 'now'>
}): FindSelectedCars {
  return async (scope, selection) => {
    if (selection.by === 'filter') return parts.list.find(scope, selection.filter, null, localDate(parts.clock.now()))
    const list = await parts.lists.ready(scope)
    return [...new Set(selection.ids)].flatMap((id) => list.find(id) ?? [])
  }
}
