import { localDate } from '../../../contract/calendar-date.ts'
import type { CustomerSelection, VehicleCustomer } from '../../../contract/customers.ts'
import { CustomerFilter } from '../../../contract/customer-filter.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { StateCode } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { plateKey } from '../../fields/plate-rules.ts'
import { stateOf } from '../../fields/state.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CustomerList } from './customer-list.ts'
import type { CustomerLists } from './customer-lists.ts'

export interface KnownVehicle {
  readonly rego: string | null
  readonly state: StateCode | null
  readonly vin: string | null
}

/** The records whose text has the rego or the VIN; `vehicleCustomers` compares them exactly. */
export async function vehicleCandidates(
  list: Pick<CustomerList, 'find'>,
  scope: ConnectionRegion,
  { rego, vin }: KnownVehicle,
  today: string,
): Promise<readonly string[]> {
  const keys = [rego, vin].map((text) => plateKey(text ?? '')).filter(Boolean)
  const found = await Promise.all(
    keys.map((key) => list.find(scope, CustomerFilter.parse({ search: key.toLowerCase() }), null, today)),
  )
  return [...new Set(found.flat().map(({ id }) => id))]
}

/**
 * The customers of a car, by rego with state or by VIN, whatever their spelling. Outside Australia the rego alone counts. A customer that is
 * being deleted is not listed.
 */
export function vehicleCustomers(
  customers: readonly Customer[],
  vehicle: KnownVehicle,
  { region }: ConnectionRegion,
): VehicleCustomer[] {
  const rego = plateKey(vehicle.rego ?? '')
  const vin = plateKey(vehicle.vin ?? '')
  return customers.flatMap((customer): VehicleCustomer[] => {
    const own = { rego: plateKey(customer.rego ?? ''), vin: plateKey(customer.vin ?? '') }
    const isSameState = region !== 'au' || (vehicle.state !== null && stateOf(customer.state ?? '') === vehicle.state)
    const hasRego = rego !== '' && own.rego === rego && isSameState
    const hasVin = vin !== '' && own.vin === vin
    if (customer.deleting?.state === 'pending' || (!hasRego && !hasVin)) return []
    const { id, clientName, saleDate } = customer
    return [{ id, clientName, saleDate, differentVin: !hasVin && vin !== '' && own.vin !== '' }]
  })
}

/** The cars of selected customers, as the service has them. Customers that are gone are left out. */
export type FindSelectedCars = (
  scope: ConnectionRegion,
  selection: CustomerSelection,
) => Promise<readonly Pick<Customer, 'rego' | 'state' | 'vin'>[]>

export const createSelectedCars =
  (parts: {
    readonly list: Pick<CustomerList, 'selected'>
    readonly lists: Pick<CustomerLists, 'ready'>
    readonly clock: Pick<Clock, 'now'>
  }): FindSelectedCars =>
  async (scope, selection) => {
    if (selection.by === 'filter') return parts.list.selected(scope, selection, localDate(parts.clock.now()))
    const list = await parts.lists.ready(scope)
    return [...new Set(selection.ids)].flatMap((id) => list.find(id) ?? [])
  }
