import type { CustomerSort } from '../../../contract/customer-views.ts'
import type { Region } from '../../../contract/region.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { plateKey } from '../../fields/plate-rules.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'

export interface ListOrder {
  readonly sort: CustomerSort
  readonly descending: boolean
}

/** The customers of one connection and region in memory. */
export type ListedCustomers = ReturnType<typeof createListedCustomers>

/** Keys (`vehicleKeys` of core/fields) of the car of a customer. */
export const keysOfVehicle = ({ rego, state, vin }: ListedCustomer, region: Region): string[] =>
  vehicleKeys({ rego: rego === null ? null : plateKey(rego), state: region === 'au' ? state : null, vin })

/** What an order compares. */
const sortedBy = (row: ListedCustomer, sort: CustomerSort): string | null =>
  sort === 'clientName' || sort === 'vehicleTitle' ? (row[sort]?.toLowerCase() ?? null) : row[sort]

function ascending(
  rows: readonly ListedCustomer[],
  sort: CustomerSort,
): { readonly valued: ListedCustomer[]; readonly empty: ListedCustomer[] } {
  const valued: { readonly value: string; readonly row: ListedCustomer }[] = []
  const empty: ListedCustomer[] = []
  for (const row of rows) {
    const value = sortedBy(row, sort)
    if (value === null) empty.push(row)
    else valued.push({ value, row })
  }
  valued.sort((one, other) => (one.value < other.value ? -1 : one.value > other.value ? 1 : 0))
  return { valued: valued.map(({ row }) => row), empty }
}

export function createListedCustomers(region: Region) {
  /** In the order of arrival: a new version takes the place of the old one. */
  const byId = new Map<string, ListedCustomer>()
  let rows: readonly ListedCustomer[] | null = null
  const orders = new Map<string, readonly ListedCustomer[]>()
  /** By key. Null: nobody has asked for it. */
  let vehicles: Map<string, ListedCustomer[]> | null = null

  const allRows = (): readonly ListedCustomer[] => (rows ??= [...byId.values()])
  const vehicleIndex = (): NonNullable<typeof vehicles> => {
    if (vehicles) return vehicles
    vehicles = new Map()
    for (const row of allRows()) addVehicle(vehicles, row)
    return vehicles
  }
  const addVehicle = (index: NonNullable<typeof vehicles>, row: ListedCustomer): void => {
    for (const key of keysOfVehicle(row, region)) {
      const others = index.get(key)
      if (others) others.push(row)
      else index.set(key, [row])
    }
  }
  const removeVehicle = (row: ListedCustomer): void => {
    if (!vehicles) return
    for (const key of keysOfVehicle(row, region)) {
      const others = vehicles.get(key)?.filter((other) => other !== row) ?? []
      if (others.length > 0) vehicles.set(key, others)
      else vehicles.delete(key)
    }
  }

  return {
    /** All customers in the order of their arrival: the same array until one of them changes. */
    rows: allRows,
    find: (id: string): ListedCustomer | undefined => byId.get(id),
    /**
     * All customers in an order: the same array until one of them changes. Values are compared by their characters, names and titles in lower
     * case; equal ones keep the order of their arrival. Descending is the reverse, and customers without a value are last in both.
     */
    sorted({ sort, descending }: ListOrder): readonly ListedCustomer[] {
      const key = `${sort} ${descending}`
      const kept = orders.get(key)
      if (kept) return kept
      const { valued, empty } = ascending(allRows(), sort)
      const sorted = descending ? [...valued.toReversed(), ...empty.toReversed()] : [...valued, ...empty]
      orders.set(key, sorted)
      return sorted
    },
    /** The customers with this key (`vehicleKeys` of core/fields), in the order of their arrival. */
    withVehicle: (key: string): readonly ListedCustomer[] =>
      (vehicleIndex().get(key) ?? []).toSorted((one, other) => one.number - other.number),
    /** New customers and new versions of others, in the order of their numbers; and the ids of those that are gone. */
    change(saved: readonly ListedCustomer[], removed: readonly string[]): void {
      rows = null
      orders.clear()
      for (const id of removed) {
        const row = byId.get(id)
        if (row) removeVehicle(row)
        byId.delete(id)
      }
      for (const row of saved) {
        const before = byId.get(row.id)
        if (before) removeVehicle(before)
        byId.set(row.id, row)
        if (vehicles) addVehicle(vehicles, row)
      }
    },
  }
}
