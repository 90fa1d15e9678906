import { computed, ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { whyUnavailable } from '../../../../contract/availability.ts'
import { isReused } from '../../../../contract/lookup-settings.ts'
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
  /** Opening it asks the service, which may charge for it. */
  readonly mayBeCharged: boolean
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
  /** Tabs whose saved results are shown again. */
  readonly reused?: readonly TabKey[]
}

/** All tabs. One that is unavailable has a reason (interface, part 1, regional availability). */
export function tabsFor({
  region,
  plate,
  state,
  vehicleId,
  vehicleKnown,
  medianPrice = null,
  reused = [],
}: TabSubject): readonly VehicleTab[] {
  const text = lookupText.tabs
  const noVehicle = vehicleId === null ? text.noVehicle : null
  const noPlate = plate === null ? text.noPlate : state === null ? text.noState : null
  const all = [
    { key: 'vehicle', label: text.vehicle, reason: vehicleKnown ? null : text.noRecord },
    { key: 'status', label: text.status, reason: whyUnavailable('registration-status', region) ?? noPlate },
    { key: 'specs', label: text.specs, reason: whyUnavailable('specs', region) ?? noVehicle },
    { key: 'market', label: text.market(formatMoney(medianPrice, region)), reason: noVehicle },
  ] as const
  return all.map((tab) => ({
    ...tab,
    mayBeCharged: (tab.key === 'status' || tab.key === 'market') && tab.reason === null && !reused.includes(tab.key),
  }))
}

/** What opening a tab may cost; null when none of those that can be opened may be charged. */
export function chargeOfTabs(tabs: readonly VehicleTab[]): string | null {
  const { status, market, mayBeCharged } = lookupText.tabs
  const charged = tabs.filter((tab) => tab.mayBeCharged).map(({ key }) => (key === 'status' ? status : market('')))
  return charged.length > 0 ? mayBeCharged(charged) : null
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
  const savedStatus = useQuery('lookup.savedStatus', {
    input() {
      const { plate, state: inState } = subject()
      const isAvailable = tabsFor(subject()).some(({ key, reason }) => key === 'status' && reason === null)
      return plate !== null && inState !== null && isAvailable ? { plate, state: inState } : null
    },
    clearOnInputChange: true,
    refreshOn: ['lookup.changed'],
  })
  const reused = computed(() => {
    const savedAt = { status: savedStatus.data.value?.status?.at, market: median.data.value?.at }
    return (['status', 'market'] as const).filter((key) => isReused(savedAt[key] ?? '', Date.now(), settings.value))
  })
  const tabs = computed(() =>
    tabsFor({ ...subject(), medianPrice: median.data.value?.price ?? null, reused: reused.value }),
  )
  const clicked = ref(false)
  const tab = computed<TabKey>({
    get: () => shownTab(tabs.value, route.query['tab']),
    set(key) {
      clicked.value = true
      void router.replace({ params: route.params, query: { ...route.query, tab: key }, state })
    },
  })
  return {
    tabs,
    tab,
    /** The user has selected a tab here. Without it they came back to the screen: a saved result is shown whatever its age. */
    clicked,
    charged: computed(() => chargeOfTabs(tabs.value)),
    /** What is known of the registration and write-offs. It asks the service nothing. */
    savedStatus: savedStatus.data,
  }
}
