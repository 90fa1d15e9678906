import { computed } from 'vue'
import type { Assignee, SightedCar } from '../../../contract/sightings.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { callText } from './call-text.ts'
import { carInput } from './car-source.ts'
import { customerName } from './car-summary.ts'

const { assign: text } = callText

/** Who makes which call. */
export function useCallAssignment() {
  const client = useClient()
  const query = useQuery('sightings.assignees', {
    refreshOn: ['people.changed', 'team.changed', 'sightings.changed'],
    minGapMs: 5_000,
  })
  const undoing = useAction('sightings.assign', {
    done: ({ before }, { cars }) => text.undone(cars.length - before.length),
  })
  const assigning = useAction(
    ({ cars, to }: { cars: readonly SightedCar[]; to: Assignee }) =>
      client.call('sightings.assign', { cars: cars.map((car) => ({ ...carInput(car), to })) }),
    {
      done({ before }, { cars, to }) {
        query.requestRefresh()
        const [first] = cars
        const name = to?.name ?? null
        const from = before.flatMap(({ to: last }) => (last && last.name !== name ? [last.name] : []))
        return cars.length === 1 && first
          ? text.done(customerName(first), name, from)
          : text.doneMany(cars.length, name, from)
      },
      undo: ({ before }) => ({
        group: 'call-assignment',
        lasting: true,
        run: () => void undoing.run({ cars: before }),
      }),
    },
  )

  return {
    people: computed(() => query.data.value?.people ?? []),
    /** Assigns cars, and offers to undo it. Returns whether they were. */
    assign: async (cars: readonly SightedCar[], to: Assignee): Promise<boolean> =>
      cars.length > 0 && (await assigning.run({ cars, to })) !== null,
  }
}
