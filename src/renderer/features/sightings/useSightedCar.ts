import { computed, type ComputedRef, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import type { ContactAttempt } from '../../../contract/contact-attempt.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import type { CallNote } from '../../../contract/call-note.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { carInput, carKey } from './car-source.ts'

export interface OpenCar {
  readonly car: ShallowRef<SightedCar | null>
  /** Newest first. */
  readonly callLog: ComputedRef<readonly CallNote[]>
  readonly attempts: ComputedRef<readonly ContactAttempt[]>
  readonly failure: ShallowRef<Failure | null>
  readonly comparing: Readonly<Ref<boolean>>
  readonly compareFailure: ShallowRef<Failure | null>
  isOpen(car: SightedCar): boolean
  /** Shows a car as the list has it, then fetches it with its call log. */
  open(car: SightedCar): void
  close(): void
  refresh(): Promise<void>
  record(
    car: SightedCar,
    note: Omit<MethodInput<'sightings.record'>, 'customerId' | 'source'>,
  ): Promise<Result<SightedCar>>
  /** Undoes the newest call note of a car. */
  undo(car: SightedCar): Promise<Result<SightedCar>>
  allowContact(car: SightedCar): Promise<Result<SightedCar>>
  compare(kms: number | null, refresh: boolean): Promise<void>
}

/** The car on the call card. `onChanged` gets each newer record of a car. */
export function useSightedCar(client: ProgramClient, onChanged: (car: SightedCar) => void): OpenCar {
  const car = shallowRef<SightedCar | null>(null)
  const details = useQuery(client, 'sightings.get', {
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

  return {
    car,
    callLog: computed(() => details.data.value?.entries ?? []),
    attempts: computed(() => details.data.value?.attempts ?? []),
    failure: details.failure,
    comparing: comparison.busy,
    compareFailure: comparison.failure,
    isOpen,
    open(next) {
      if (isOpen(next)) {
        car.value = next
        void details.refresh()
        return
      }
      forgetComparison()
      car.value = next
    },
    close() {
      forgetComparison()
      car.value = null
      details.clear()
    },
    refresh: details.refresh,
    record: (of, note) => apply(of, client.call('sightings.record', { ...carInput(of), ...note })),
    undo: (of) => apply(of, client.call('sightings.undoRecord', carInput(of))),
    allowContact: (of) => apply(of, client.call('sightings.allowContact', carInput(of))),
    async compare(kms, refresh) {
      comparison.cancel()
      if (car.value !== null) await comparison.run({ of: car.value, kms, refresh })
    },
  }
}
