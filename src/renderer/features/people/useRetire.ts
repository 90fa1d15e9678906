import { shallowRef } from 'vue'
import type { MethodInput, MethodOutput } from '../../../contract/methods.ts'
import type { Person } from '../../../contract/people.ts'
import { type Result, success } from '../../../contract/result.ts'
import type { usePeopleStore } from '../../app/people-store.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { closePopovers } from '../../ui/overlays/popovers.ts'
import { peopleText } from './people-text.ts'

/** A person to retire, with the calls that are assigned. */
export interface Retirement {
  readonly person: Person
  readonly cars: MethodOutput<'sightings.assignedTo'>['cars']
}

/** Who makes the calls of a retired person: another person, nobody (null), or still the retired one. */
export type Successor = Person | null | 'same'

interface Before {
  readonly cars: MethodInput<'sightings.assign'>['cars']
  readonly wasWorking: boolean
}

/** Retires people of this PC, hands their calls over, and offers to undo both. */
export function useRetire(store: ReturnType<typeof usePeopleStore>) {
  const client = useClient()
  const text = peopleText.retired
  /** Waits for `finish`, because calls are assigned to the person. */
  const asked = shallowRef<Retirement | null>(null)

  async function restore({ id, cars, wasWorking }: Person & Before): Promise<Result<unknown>> {
    const restored = await store.change('people.setRetired', { personId: id, retired: false })
    if (!restored.ok) return restored
    // Somebody else may be working by now.
    if (wasWorking && !store.current) await store.change('people.pick', { personId: id })
    return cars.length > 0 ? client.call('sightings.assign', { cars }) : restored
  }
  async function retire({ person, cars, to }: Retirement & { readonly to: Successor }): Promise<Result<Before>> {
    const wasWorking = store.current?.id === person.id
    const assigned =
      to === 'same'
        ? success({ before: [] })
        : await client.call('sightings.assign', {
            cars: cars.map((car) => ({ ...car, to: to && { id: to.id, name: to.name } })),
          })
    if (!assigned.ok) return assigned
    const retired = await store.change('people.setRetired', { personId: person.id, retired: true })
    return retired.ok ? success({ cars: assigned.value.before, wasWorking }) : retired
  }

  const restoring = useAction(restore, { done: (_, { name }) => text.restored(name) })
  const retiring = useAction(retire, {
    done({ cars, wasWorking }, { person, to }) {
      const assigned = to === 'same' ? '' : text.assigned(cars.length, to?.name ?? null)
      const said = [assigned, wasWorking ? text.nobodyWorks : ''].filter(Boolean).join(' ')
      // The list of names says the rest, and restores the person.
      if (said === '') return null
      // The panel would cover the notice.
      closePopovers()
      return `${text.done(person.name)} ${said}`
    },
    undo: (before, { person }) => ({ run: () => void restoring.run({ ...person, ...before }) }),
  })
  const beginning = useAction(({ id }: Person) => client.read('sightings.assignedTo', { personId: id }), {
    done({ cars }, person) {
      if (cars.length > 0) asked.value = { person, cars }
      else void retiring.run({ person, cars, to: 'same' })
    },
  })

  return {
    asked,
    /** Retires a person without calls; else asks who makes them. */
    begin: beginning.run,
    finish(to: Successor): void {
      if (asked.value) void retiring.run({ ...asked.value, to })
      asked.value = null
    },
  }
}
