import { whyUnavailable } from '../../../../contract/availability.ts'
import type { Region, StateCode } from '../../../../contract/region.ts'

export const tabKeys = ['vehicle', 'status', 'specs', 'market'] as const
export type TabKey = (typeof tabKeys)[number]

export interface VehicleTab {
  readonly key: TabKey
  readonly label: string
  /** Why there is nothing behind it, in a sentence; null where it opens. */
  readonly reason: string | null
}

/** What is known of the car whose tabs are shown. `vehicleKnown`: there is a sheet to show. */
export interface TabSubject {
  readonly region: Region
  readonly plate: string | null
  readonly state: StateCode | null
  readonly vehicleId: string | null
  readonly vehicleKnown: boolean
}

/** Everything that can be asked about a car; what cannot be asked is there too, with the reason (interface, part 1, regional availability). */
export function tabsFor({ region, plate, state, vehicleId, vehicleKnown }: TabSubject): readonly VehicleTab[] {
  const noVehicle =
    vehicleId === null ? 'Specs and market need a vehicle of the catalogue with its ID, and none came.' : null
  const noPlate =
    plate === null
      ? 'Registration status needs a plate: look the car up by its plate.'
      : state === null
        ? 'Registration status needs the state of the plate.'
        : null
  return [
    {
      key: 'vehicle',
      label: 'Vehicle',
      reason: vehicleKnown ? null : 'The record of this vehicle is not on this PC: search for it again.',
    },
    { key: 'status', label: 'Registration status', reason: whyUnavailable('registration-status', region) ?? noPlate },
    { key: 'specs', label: 'Specs', reason: whyUnavailable('specs', region) ?? noVehicle },
    { key: 'market', label: 'Market', reason: noVehicle },
  ]
}

/** The tab of an address where it opens, else the first one that does. */
export function shownTab(tabs: readonly VehicleTab[], wanted: unknown): TabKey {
  const open = tabs.filter((tab) => tab.reason === null)
  return (open.find((tab) => tab.key === wanted) ?? open[0] ?? tabs[0])?.key ?? 'vehicle'
}
