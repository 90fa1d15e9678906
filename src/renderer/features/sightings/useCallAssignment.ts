import { computed } from 'vue'
import type { MethodInput } from '../../../contract/methods.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { assignText as text } from './assign-text.ts'
import { carInput } from './car-source.ts'
import { customerName } from './car-summary.ts'

/** Without an id, a name that the program finds or adds. */
export interface Assignee {
  readonly id: string | null
  readonly name: string
}

type Changes = MethodInput<'sightings.assign'>['cars']

/** Who makes which call. */
export function useCallAssignment(client: ProgramClient, toasts: Toasts) {
  const query = useQuery(client, 'sightings.assignees', {
    refreshOn: ['people.changed', 'team.changed', 'sightings.changed'],
    minGapMs: 5_000,
  })

  async function undo(before: Changes): Promise<void> {
    const answer = await client.call('sightings.assign', { cars: before })
    if (answer.ok) toasts.success(text.undone)
    else toasts.failure(answer.error)
  }

  return {
    /** Who calls can be assigned to. */
    people: computed(() => query.data.value?.people ?? []),
    /** Assigns cars, and offers to undo it. Returns whether they were. */
    async assign(cars: readonly SightedCar[], to: Assignee | null): Promise<boolean> {
      const [first] = cars
      if (!first) return false
      const answer = await client.call('sightings.assign', { cars: cars.map((car) => ({ ...carInput(car), to })) })
      if (!answer.ok) {
        toasts.failure(answer.error)
        return false
      }
      const name = to?.name ?? null
      const done = cars.length === 1 ? text.done(customerName(first), name) : text.doneMany(cars.length, name)
      toasts.success(done, {
        label: text.undo,
        group: 'call-assignment',
        lasting: true,
        run: () => void undo(answer.value.before),
      })
      query.requestRefresh()
      return true
    },
  }
}
