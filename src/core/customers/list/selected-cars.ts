import { localDate } from '../../../contract/calendar-date.ts'
import type { CustomerSelection } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import { runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { CustomerList } from './customer-list.ts'
import type { CustomerLists } from './customer-lists.ts'

/** The cars of selected customers, as the service has them. Customers that are gone are left out. */
export type FindSelectedCars = (
  scope: ConnectionRegion,
  selection: CustomerSelection,
) => Promise<readonly SelectedCar[]>

type SelectedCar = Pick<RemoteCustomer, 'rego' | 'state' | 'vin'>

/** Records that are read between two pauses: each may be in another block. */
const idsPerStep = 10

export function createSelectedCars(parts: {
  readonly cache: Pick<CustomerCache, 'find'>
  readonly list: Pick<CustomerList, 'ids'>
  readonly lists: Pick<CustomerLists, 'ready'>
  readonly clock: Pick<Clock, 'now'>
}): FindSelectedCars {
  return async (scope, selection) => {
    await parts.lists.ready(scope)
    const ids =
      selection.by === 'ids'
        ? [...new Set(selection.ids)]
        : await parts.list.ids(scope, selection.filter, localDate(parts.clock.now()))
    return runInSlices(carsOf(parts.cache, scope, ids))
  }
}

function* carsOf(
  cache: Pick<CustomerCache, 'find'>,
  scope: ConnectionRegion,
  ids: readonly string[],
): Steps<readonly SelectedCar[]> {
  const cars: SelectedCar[] = []
  for (const [at, id] of ids.entries()) {
    if (at % idsPerStep === 0) yield
    const found = cache.find(scope, id)
    if (found) cars.push({ rego: found.rego, state: found.state, vin: found.vin })
  }
  return cars
}
