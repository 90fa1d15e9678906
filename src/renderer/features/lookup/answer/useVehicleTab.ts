import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { chargeOfTabs, shownTab, type TabKey, tabsFor, type TabSubject, type VehicleTab } from './vehicle-tabs.ts'

/** The tabs of a car and the open one, which is part of the address. `state` is the state of the history entry to keep. `charged`: see `chargeOfTabs`. */
export function useVehicleTab(
  subject: () => TabSubject,
  state: Record<string, string> = {},
): {
  readonly tabs: ComputedRef<readonly VehicleTab[]>
  readonly tab: WritableComputedRef<TabKey>
  readonly charged: ComputedRef<string | null>
} {
  const route = useRoute()
  const router = useRouter()
  const median = useQuery(useClient(), 'market.savedMedian', {
    input: () => {
      const { vehicleId } = subject()
      return vehicleId === null ? null : { vehicleId }
    },
    clearOnInputChange: true,
    refreshOn: ['lookup.changed'],
  })
  const tabs = computed(() => tabsFor({ ...subject(), medianPrice: median.data.value?.price ?? null }))
  const tab = computed({
    get: () => shownTab(tabs.value, route.query['tab']),
    set: (key) => void router.replace({ params: route.params, query: { ...route.query, tab: key }, state }),
  })
  return { tabs, tab, charged: computed(() => chargeOfTabs(tabs.value)) }
}
