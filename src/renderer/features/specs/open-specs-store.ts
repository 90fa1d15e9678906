import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Which categories of which vehicle are open: they are so again when she comes back to it. */
export const useOpenSpecsStore = defineStore('open-specs', () => {
  const open = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const none: ReadonlySet<string> = new Set()

  return {
    of: (vehicleId: string): ReadonlySet<string> => open.value.get(vehicleId) ?? none,
    set(vehicleId: string, categories: Iterable<string>): void {
      open.value = new Map(open.value).set(vehicleId, new Set(categories))
    },
  }
})
