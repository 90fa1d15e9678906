import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Specs } from '../../../contract/lookup.ts'
import type { Failure } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { type ComparedVehicle, maxCompared, useCompareStore } from '../../vehicle/compare-store.ts'
import { vehicleText } from '../../vehicle/vehicle-text.ts'
import { compareSpecs, titleInSpecs } from './comparison.ts'

type LoadedSpecs =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly specs: Specs }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface ComparedColumn {
  readonly vehicleId: string
  readonly title: string
  readonly specs: LoadedSpecs
}

/** All specs of the selected vehicles: one call for each, and no second call for a vehicle that is removed and added again. */
export function useComparison(vehicles: () => readonly ComparedVehicle[]) {
  const client = useClient()
  const loaded = shallowRef<ReadonlyMap<string, LoadedSpecs>>(new Map())
  const set = (vehicleId: string, specs: LoadedSpecs): void => {
    loaded.value = new Map(loaded.value).set(vehicleId, specs)
  }

  async function fetchOne(vehicleId: string): Promise<void> {
    const before = loaded.value.get(vehicleId)
    if (before?.kind === 'loaded' || before?.kind === 'loading') return
    set(vehicleId, { kind: 'loading' })
    const result = await client.call('lookup.specs', { vehicleId, categories: null, refresh: false })
    set(vehicleId, result.ok ? { kind: 'loaded', specs: result.value } : { kind: 'failed', failure: result.error })
  }

  const columns = computed(() =>
    vehicles().map(({ vehicleId, title }): ComparedColumn => {
      const specs = loaded.value.get(vehicleId) ?? { kind: 'loading' }
      const named = title || (specs.kind === 'loaded' ? titleInSpecs(specs.specs.parts) : null)
      return { vehicleId, title: named ?? vehicleText.untitled(vehicleId), specs }
    }),
  )

  return {
    columns,
    sections: computed(() =>
      compareSpecs(columns.value.map(({ specs }) => (specs.kind === 'loaded' ? specs.specs.parts : null))),
    ),
    /** Loads the specs of the vehicles that are not loaded yet or failed to load. */
    async load() {
      await Promise.all(vehicles().map(({ vehicleId }) => fetchOne(vehicleId)))
    },
  }
}

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
