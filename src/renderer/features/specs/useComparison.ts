import { computed, type ComputedRef, shallowRef } from 'vue'
import type { Specs } from '../../../contract/lookup.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { ComparedVehicle } from '../../vehicle/compare-store.ts'
import { compareSpecs, type ComparedSection, titleInSpecs } from './comparison.ts'

type Reading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly specs: Specs }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** One column of the comparison. */
export interface ComparedColumn {
  readonly vehicleId: string
  readonly title: string
  readonly reading: Reading
}

export interface Comparison {
  readonly columns: ComputedRef<readonly ComparedColumn[]>
  readonly sections: ComputedRef<readonly ComparedSection[]>
  /** Fetches the specs of the vehicles that are not here yet, or could not be fetched. */
  load(): Promise<void>
}

/** All specs of the chosen vehicles: one call each, and none again for a car that goes and comes back. */
export function useComparison(
  client: Pick<ProgramClient, 'call'>,
  vehicles: () => readonly ComparedVehicle[],
): Comparison {
  const readings = shallowRef<ReadonlyMap<string, Reading>>(new Map())
  const set = (vehicleId: string, reading: Reading): void => {
    readings.value = new Map(readings.value).set(vehicleId, reading)
  }

  async function fetchOne(vehicleId: string): Promise<void> {
    const before = readings.value.get(vehicleId)
    if (before?.kind === 'here' || before?.kind === 'loading') return
    set(vehicleId, { kind: 'loading' })
    const result = await client.call('lookup.specs', { vehicleId, categories: null, refresh: false })
    set(vehicleId, result.ok ? { kind: 'here', specs: result.value } : { kind: 'failed', failure: result.error })
  }

  const columns = computed(() =>
    vehicles().map(({ vehicleId, title }): ComparedColumn => {
      const reading = readings.value.get(vehicleId) ?? { kind: 'loading' }
      const named = title || (reading.kind === 'here' ? titleInSpecs(reading.specs.parts) : null)
      return { vehicleId, title: named ?? `Vehicle ${vehicleId}`, reading }
    }),
  )

  return {
    columns,
    sections: computed(() =>
      compareSpecs(columns.value.map(({ reading }) => (reading.kind === 'here' ? reading.specs.parts : null))),
    ),
    async load() {
      await Promise.all(vehicles().map(({ vehicleId }) => fetchOne(vehicleId)))
    },
  }
}
