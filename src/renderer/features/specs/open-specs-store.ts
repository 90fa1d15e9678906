import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Which categories of which vehicle are open, so that they are open again on the next visit. */
export const useOpenSpecsStore = defineStore('open-specs', () => {
  const open = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const none: ReadonlySet<string> = new Set()

  return {
    categoriesOf: (vehicleId: string): ReadonlySet<string> => open.value.get(vehicleId) ?? none,
    set(vehicleId: string, categories: Iterable<string>): void {
      open.value = new Map(open.value).set(vehicleId, new Set(categories))
    },
  }
})
