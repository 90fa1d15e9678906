import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { maxCompared, useCompareStore } from '../../vehicle/compare-store.ts'

/** The vehicle ids of an address: `?ids=a,b` gives `['a', 'b']`. */
export const idsOfQuery = (query: unknown): string[] =>
  typeof query === 'string' ? [...new Set(query.split(',').map((id) => id.trim()))].filter(Boolean) : []

/**
 * Keeps the address and the cars to compare equal. An address that names cars selects them; one that names none gets those that are
 * selected. `onChange` runs at once and after each change of the cars.
 */
export function useComparedAddress(onChange: () => void): void {
  const compare = useCompareStore()
  const route = useRoute()
  const router = useRouter()

  function selectFromAddress(): void {
    const ids = idsOfQuery(route.query['ids']).slice(0, maxCompared)
    if (ids.length === 0) return
    for (const { vehicleId } of compare.vehicles) if (!ids.includes(vehicleId)) compare.remove(vehicleId)
    for (const vehicleId of ids) compare.add({ vehicleId, title: '' })
  }
  selectFromAddress()
  watch(
    () => route.query['ids'],
    () => route.name === 'compare' && selectFromAddress(),
  )
  watch(
    () => compare.vehicles.map(({ vehicleId }) => vehicleId).join(','),
    (ids) => {
      onChange()
      if (route.name === 'compare' && ids !== (route.query['ids'] ?? '')) {
        void router.replace({ name: 'compare', query: ids ? { ids } : {} })
      }
    },
    { immediate: true },
  )
}
