import { shallowRef, type ShallowRef } from 'vue'
import type { MethodInput, MethodOutput } from '../../../contract/methods.ts'
import type { Person } from '../../../contract/people.ts'
import type { Failure } from '../../../contract/result.ts'
import type { usePeopleStore } from '../../app/people-store.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { closePopovers } from '../../ui/overlays/popovers.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { peopleText as text } from './people-text.ts'

type AssignedCars = MethodOutput<'sightings.assignedTo'>['cars']
type Assigned = MethodInput<'sightings.assign'>['cars']

/** A person to retire, with the calls that are assigned. */
export interface Retirement {
  readonly person: Person
  readonly cars: AssignedCars
}

/** Who makes the calls of a retired person: another person, nobody (null), or still the retired one. */
export type Successor = Person | null | 'same'

/** Retires people of this PC, hands their calls over, and offers to undo both. */
export interface Retiring {
  /** Waits for `finish`, because calls are assigned to the person. */
  readonly asked: ShallowRef<Retirement | null>
  /** Retires a person without calls; else asks who makes them. */
  begin(person: Person): Promise<void>
  finish(retirement: Retirement, to: Successor): Promise<void>
}

export function useRetire(
  client: ProgramClient,
  store: ReturnType<typeof usePeopleStore>,
  toasts: Pick<Toasts, 'success' | 'failure'>,
): Retiring {
  const asked = shallowRef<Retirement | null>(null)
  const fail = (failure: Failure): void => void toasts.failure(failure)

  async function restore({ id, name }: Person, before: Assigned, wasWorking: boolean): Promise<void> {
    const restored = await store.change('people.setRetired', { personId: id, retired: false })
    if (!restored.ok) return fail(restored.error)
    if (wasWorking) await store.change('people.pick', { personId: id })
    const assigned = before.length > 0 ? await client.call('sightings.assign', { cars: before }) : null
    if (assigned && !assigned.ok) return fail(assigned.error)
    toasts.success(text.retired.restored(name))
  }

  async function finish({ person, cars }: Retirement, to: Successor): Promise<void> {
    asked.value = null
    const wasWorking = store.current?.id === person.id
    const assigned =
      to === 'same' || cars.length === 0
        ? null
        : await client.call('sightings.assign', {
            cars: cars.map((car) => ({ ...car, to: to && { id: to.id, name: to.name } })),
          })
    if (assigned && !assigned.ok) return fail(assigned.error)
    const before = assigned?.value.before ?? []
    const retired = await store.change('people.setRetired', { personId: person.id, retired: true })
    if (!retired.ok) return fail(retired.error)
    // Else the list of names says it, and restores the person.
    if (to === 'same' || before.length === 0) return
    // The panel would cover the notice.
    closePopovers()
    const done = text.retired.with(person.name, before.length, to?.name ?? null)
    toasts.success(done, { label: text.retired.undo, run: () => void restore(person, before, wasWorking) })
  }

  return {
    asked,
    async begin(person) {
      const answer = await client.read('sightings.assignedTo', { personId: person.id })
      if (!answer.ok) return fail(answer.error)
      const retirement = { person, cars: answer.value.cars }
      if (retirement.cars.length > 0) asked.value = retirement
      else await finish(retirement, 'same')
    },
    finish,
  }
}
