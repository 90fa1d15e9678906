import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { whyUnavailable } from '../../../../contract/availability.ts'
import type { Region, StateCode } from '../../../../contract/region.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { formatMoney } from '../../../ui/format.ts'
import { useLookupSettings } from '../../../vehicle/useLookupSettings.ts'
import { lookupText } from '../lookup-text.ts'

const tabKeys = ['vehicle', 'status', 'specs', 'market'] as const
export type TabKey = (typeof tabKeys)[number]

interface VehicleTab {
  readonly key: TabKey
  readonly label: string
  /** Why the tab can't be opened; null when it can. */
  readonly reason: string | null
}

/** What is known about the car. `vehicleKnown`: its record can be shown. */
export interface TabSubject {
  readonly region: Region
  readonly plate: string | null
  readonly state: StateCode | null
  readonly vehicleId: string | null
  readonly vehicleKnown: boolean
  /** The median price of similar cars, where it is known. */
  readonly medianPrice?: number | null
}

/** All tabs. One that is unavailable has a reason (interface, part 1, regional availability). */
export function tabsFor({
  region,
  plate,
  state,
  vehicleId,
  vehicleKnown,
  medianPrice = null,
}: TabSubject): readonly VehicleTab[] {
  const text = lookupText.tabs
  const noVehicle = vehicleId === null ? text.noVehicle : null
  const noPlate = plate === null ? text.noPlate : state === null ? text.noState : null
  return [
    { key: 'vehicle', label: text.vehicle, reason: vehicleKnown ? null : text.noRecord },
    { key: 'status', label: text.status, reason: whyUnavailable('registration-status', region) ?? noPlate },
    { key: 'specs', label: text.specs, reason: whyUnavailable('specs', region) ?? noVehicle },
    { key: 'market', label: text.market(formatMoney(medianPrice, region)), reason: noVehicle },
  ]
}

/** What opening a tab may cost; null when none of those that can be opened may be charged. */
export function chargeOfTabs(tabs: readonly VehicleTab[], reuseHours: number): string | null {
  const { status, market, mayBeCharged } = lookupText.tabs
  const names = { status, market: market('') }
  const charged = tabs.flatMap(({ key, reason }) =>
    reason === null && (key === 'status' || key === 'market') ? [names[key]] : [],
  )
  return charged.length > 0 ? mayBeCharged(charged, reuseHours) : null
}

/** The requested tab when it can be opened, else the first one that can. */
export function shownTab(tabs: readonly VehicleTab[], requested: unknown): TabKey {
  const available = tabs.filter((tab) => tab.reason === null)
  return (available.find((tab) => tab.key === requested) ?? available[0] ?? tabs[0])?.key ?? 'vehicle'
}

/** The tabs of a car and the open one, which is part of the address. `state` is the state of the history entry to keep. `charged`: see `chargeOfTabs`. */
export function useVehicleTab(subject: () => TabSubject, state: Record<string, string> = {}) {
  const route = useRoute()
  const router = useRouter()
  const settings = useLookupSettings()
  const median = useQuery('market.savedMedian', {
    input: () => {
      const { vehicleId } = subject()
      return vehicleId === null ? null : { vehicleId }
    },
    clearOnInputChange: true,
    refreshOn: ['lookup.changed'],
  })
  const tabs = computed(() => tabsFor({ ...subject(), medianPrice: median.data.value?.price ?? null }))
  const tab = computed<TabKey>({
    get: () => shownTab(tabs.value, route.query['tab']),
    set: (key) => void router.replace({ params: route.params, query: { ...route.query, tab: key }, state }),
  })
  return { tabs, tab, charged: computed(() => chargeOfTabs(tabs.value, settings.value.repeatAfterHours)) }
}
