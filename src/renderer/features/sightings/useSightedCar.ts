import { computed, shallowRef, watch } from 'vue'
import type { MethodInput } from '../../../contract/methods.ts'
import type { Result } from '../../../contract/result.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { carInput, carKey } from './car-source.ts'

/** The car on the call card. `onChanged` gets each newer record of a car. */
export function useSightedCar(onChanged: (car: SightedCar) => void) {
  const client = useClient()
  const car = shallowRef<SightedCar | null>(null)
  const details = useQuery('sightings.get', {
    input: () => (car.value === null ? null : carInput(car.value)),
    clearOnInputChange: true,
    lazy: true,
  })
  watch(
    details.data,
    (answer) => {
      if (answer) car.value = answer.car
    },
    { flush: 'sync' },
  )
  const comparison = useAction(
    ({ of, ...how }: { of: SightedCar; kms: number | null; refresh: boolean }) =>
      apply(of, client.call('sightings.compare', { ...carInput(of), ...how })),
    { failed: 'shown' },
  )

  const isOpen = (other: SightedCar): boolean => car.value !== null && carKey(car.value) === carKey(other)

  async function apply(of: SightedCar, request: Promise<Result<SightedCar>>): Promise<Result<SightedCar>> {
    const answer = await request
    if (!answer.ok) return answer
    onChanged(answer.value)
    if (isOpen(of)) {
      car.value = answer.value
      void details.refresh()
    }
    return answer
  }

  function forgetComparison(): void {
    comparison.cancel()
    comparison.failure.value = null
  }

  /** Newest first. */
  const callLog = computed(() => details.data.value?.entries ?? [])

  return {
    car,
    callLog,
    /** The note that can be undone: the newest of this PC. What other PCs of the team recorded is undone there. */
    undoableId: computed(() => callLog.value.find(({ pc }) => pc === undefined)?.id ?? null),
    attempts: computed(() => details.data.value?.attempts ?? []),
    failure: details.failure,
    comparing: comparison.busy,
    compareFailure: comparison.failure,
    isOpen,
    /** Shows a car as the list has it, then fetches it with its call log. */
    open(next: SightedCar): void {
      if (isOpen(next)) {
        car.value = next
        void details.refresh()
        return
      }
      forgetComparison()
      car.value = next
    },
    close(): void {
      forgetComparison()
      car.value = null
      details.clear()
    },
    refresh: details.refresh,
    record: (of: SightedCar, note: Omit<MethodInput<'sightings.record'>, 'customerId' | 'source'>) =>
      apply(of, client.call('sightings.record', { ...carInput(of), ...note })),
    /** Undoes the newest call note of a car. */
    undo: (of: SightedCar) => apply(of, client.call('sightings.undoRecord', carInput(of))),
    allowContact: (of: SightedCar) => apply(of, client.call('sightings.allowContact', carInput(of))),
    /** Not while it compares: each time may be charged. */
    async compare(kms: number | null, refresh: boolean): Promise<void> {
      if (car.value !== null && !comparison.busy.value) await comparison.run({ of: car.value, kms, refresh })
    },
  }
}

export type OpenCar = ReturnType<typeof useSightedCar>
