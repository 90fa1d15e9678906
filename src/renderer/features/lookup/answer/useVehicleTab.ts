import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { shownTab, type TabKey, tabsFor, type TabSubject, type VehicleTab } from './vehicle-tabs.ts'

/** The tabs of a car and the open one, which is part of the address. `state` is the state of the history entry to keep. */
export function useVehicleTab(
  subject: () => TabSubject,
  state: Record<string, string> = {},
): { readonly tabs: ComputedRef<readonly VehicleTab[]>; readonly tab: WritableComputedRef<TabKey> } {
  const route = useRoute()
  const router = useRouter()
  const tabs = computed(() => tabsFor(subject()))
  const tab = computed({
    get: () => shownTab(tabs.value, route.query['tab']),
    set: (key) => void router.replace({ params: route.params, query: { ...route.query, tab: key }, state }),
  })
  return { tabs, tab }
}
