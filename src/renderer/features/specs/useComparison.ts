import { computed, type ComputedRef, shallowRef } from 'vue'
import type { Specs } from '../../../contract/lookup.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { ComparedVehicle } from '../../vehicle/compare-store.ts'
import { vehicleText } from '../../vehicle/vehicle-text.ts'
import { compareSpecs, type ComparedSection, titleInSpecs } from './comparison.ts'

type LoadedSpecs =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly specs: Specs }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** One column of the comparison. */
export interface ComparedColumn {
  readonly vehicleId: string
  readonly title: string
  readonly specs: LoadedSpecs
}

export interface Comparison {
  readonly columns: ComputedRef<readonly ComparedColumn[]>
  readonly sections: ComputedRef<readonly ComparedSection[]>
  /** Loads the specs of the vehicles that are not loaded yet or failed to load. */
  load(): Promise<void>
}

/** All specs of the selected vehicles: one call for each, and no second call for a vehicle that is removed and added again. */
export function useComparison(
  client: Pick<ProgramClient, 'call'>,
  vehicles: () => readonly ComparedVehicle[],
): Comparison {
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
    async load() {
      await Promise.all(vehicles().map(({ vehicleId }) => fetchOne(vehicleId)))
    },
  }
}
