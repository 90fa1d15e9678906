import { onScopeDispose, ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { Failure, Result } from '../../../contract/result.ts'
import type { CallNote, SightedCar } from '../../../contract/sightings.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

export interface OpenCar {
  readonly car: ShallowRef<SightedCar | null>
  /** Newest first. */
  readonly entries: ShallowRef<readonly CallNote[]>
  readonly failure: ShallowRef<Failure | null>
  readonly comparing: Ref<boolean>
  readonly compareFailure: ShallowRef<Failure | null>
  /** Shows a car, at once as the list has it, then with its log. */
  open(car: SightedCar): Promise<void>
  close(): void
  /** Fetches the car again: something may have changed. */
  again(): Promise<void>
  record(entry: Omit<MethodInput<'sightings.record'>, 'customerId'>): Promise<Result<SightedCar>>
  undo(): Promise<Result<SightedCar>>
  allowContact(): Promise<Result<SightedCar>>
  compare(kms: number | null, refresh: boolean): Promise<void>
}

/** The car on the card, and what she does with it. `changed` hears each car as a call gave it. */
export function useSightedCar({ call }: Pick<ProgramClient, 'call'>, changed: (car: SightedCar) => void): OpenCar {
  const car = shallowRef<SightedCar | null>(null)
  const entries = shallowRef<readonly CallNote[]>([])
  const failure = shallowRef<Failure | null>(null)
  const comparing = ref(false)
  const compareFailure = shallowRef<Failure | null>(null)
  let over = false

  onScopeDispose(() => {
    over = true
  })

  const isOpen = (customerId: string): boolean => !over && car.value?.customer.id === customerId

  async function fetchIt(customerId: string): Promise<void> {
    const answer = await call('sightings.get', { customerId })
    if (!isOpen(customerId)) return
    if (answer.ok) {
      car.value = answer.value.car
      entries.value = answer.value.entries
      failure.value = null
    } else {
      failure.value = answer.error
    }
  }

  async function change(customerId: string, request: Promise<Result<SightedCar>>): Promise<Result<SightedCar>> {
    const answer = await request
    if (answer.ok) {
      changed(answer.value)
      if (isOpen(customerId)) {
        car.value = answer.value
        // The log follows; she need not wait for it.
        void fetchIt(customerId)
      }
    }
    return answer
  }

  const openId = (): string => car.value?.customer.id ?? ''

  return {
    car,
    entries,
    failure,
    comparing,
    compareFailure,
    async open(next) {
      const isOther = !isOpen(next.customer.id)
      car.value = next
      if (isOther) {
        entries.value = []
        failure.value = null
        compareFailure.value = null
        comparing.value = false
      }
      await fetchIt(next.customer.id)
    },
    close() {
      car.value = null
      entries.value = []
      failure.value = null
    },
    async again() {
      if (car.value) await fetchIt(openId())
    },
    record: (entry) => change(openId(), call('sightings.record', { customerId: openId(), ...entry })),
    undo: () => change(openId(), call('sightings.undoRecord', { customerId: openId() })),
    allowContact: () => change(openId(), call('sightings.allowContact', { customerId: openId() })),
    async compare(kms, refresh) {
      const customerId = openId()
      comparing.value = true
      compareFailure.value = null
      const answer = await change(customerId, call('sightings.compare', { customerId, kms, refresh }))
      if (!isOpen(customerId)) return
      comparing.value = false
      if (!answer.ok) compareFailure.value = answer.error
    },
  }
}
