import { computed, type ComputedRef, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import type { ContactAttempt } from '../../../contract/contact.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { CallNote, SightedCar } from '../../../contract/sightings.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useQuery } from '../../bridge/useQuery.ts'

export interface OpenCar {
  readonly car: ShallowRef<SightedCar | null>
  /** Newest first. */
  readonly callLog: ComputedRef<readonly CallNote[]>
  readonly attempts: ComputedRef<readonly ContactAttempt[]>
  readonly failure: ShallowRef<Failure | null>
  readonly comparing: Readonly<Ref<boolean>>
  readonly compareFailure: ShallowRef<Failure | null>
  isOpen(customerId: string): boolean
  /** Shows a car as the list has it, then fetches it with its call log. */
  open(car: SightedCar): void
  close(): void
  refresh(): Promise<void>
  record(customerId: string, note: Omit<MethodInput<'sightings.record'>, 'customerId'>): Promise<Result<SightedCar>>
  /** Undoes the newest call note of a customer. */
  undo(customerId: string): Promise<Result<SightedCar>>
  allowContact(): Promise<Result<SightedCar>>
  compare(kms: number | null, refresh: boolean): Promise<void>
}

/** The car on the call card. `onChanged` gets each newer record of a car. */
export function useSightedCar(client: ProgramClient, onChanged: (car: SightedCar) => void): OpenCar {
  const car = shallowRef<SightedCar | null>(null)
  const openId = computed(() => car.value?.customer.id ?? null)
  const details = useQuery(client, 'sightings.get', {
    input: () => (openId.value === null ? null : { customerId: openId.value }),
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
  const comparison = useCommand(client, async (input: MethodInput<'sightings.compare'>) =>
    apply(input.customerId, client.call('sightings.compare', input)),
  )

  const isOpen = (customerId: string): boolean => openId.value === customerId

  async function apply(customerId: string, request: Promise<Result<SightedCar>>): Promise<Result<SightedCar>> {
    const answer = await request
    if (!answer.ok) return answer
    onChanged(answer.value)
    if (isOpen(customerId)) {
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
    comparing: comparison.running,
    compareFailure: comparison.failure,
    isOpen,
    open(next) {
      if (isOpen(next.customer.id)) {
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
    record: (customerId, note) => apply(customerId, client.call('sightings.record', { customerId, ...note })),
    undo: (customerId) => apply(customerId, client.call('sightings.undoRecord', { customerId })),
    allowContact() {
      const customerId = openId.value ?? ''
      return apply(customerId, client.call('sightings.allowContact', { customerId }))
    },
    async compare(kms, refresh) {
      if (openId.value !== null) await comparison.run({ customerId: openId.value, kms, refresh })
    },
  }
}
