import { useIntervalFn } from '@vueuse/core'
import { computed } from 'vue'
import type { SightedCar } from '../../../contract/sightings.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { providedState } from '../../ui/provided-state.ts'
import { carInput, carKey } from './car-source.ts'

const ageEveryMs = 30_000

/** The work of the team on the car of the call card. `now`: locks expire by themselves. */
export function useTeamCar(car: () => SightedCar | null, now: () => Date) {
  const client = useClient()
  const query = useQuery('teamWork.car', {
    input() {
      const open = car()
      return open && carInput(open)
    },
    clearOnInputChange: true,
    refreshOn: ['sightings.changed', 'team.changed', 'connections.changed'],
    minGapMs: 500,
  })
  // A team that is up to date has a new time without an event.
  useIntervalFn(() => {
    if (query.data.value?.work) query.requestRefresh()
  }, ageEveryMs)
  /** Null: there is no team, or the answer has not arrived. */
  const work = computed(() => query.data.value?.work ?? null)
  const lock = computed(() => {
    const current = work.value?.lock ?? null
    return current && new Date(current.until).getTime() > now().getTime() ? current : null
  })

  /** The lock of another PC, which only that PC can release. */
  const isTaken = computed(() => lock.value !== null && !lock.value.isThisPc)
  const isOpen = (of: SightedCar): boolean => {
    const open = car()
    // Another car can be open by now.
    return open !== null && carKey(open) === carKey(of)
  }
  const locking = useAction(
    ({ of, method }: { of: SightedCar; method: 'teamWork.release' | 'teamWork.take' }) =>
      client.call(method, carInput(of)),
    {
      failed(_, { of }) {
        if (isOpen(of)) query.requestRefresh()
        else locking.failure.value = null
      },
      done: (answer, { of }) => void (isOpen(of) && query.set(answer)),
    },
  )
  return {
    work,
    lock,
    isTaken,
    /** The name of who has taken the car; null: nobody has. */
    calledBy: computed(() => {
      const { value } = lock
      return value && (value.by?.name ?? work.value?.pcNames[value.device] ?? '')
    }),
    busy: locking.busy,
    failure: locking.failure,
    /** Takes the car, or releases it when this PC has taken it. Nothing while another PC has it. */
    async toggleLock(): Promise<void> {
      const open = car()
      if (!open || locking.busy.value || !work.value || isTaken.value) return
      await locking.run({ of: open, method: lock.value ? 'teamWork.release' : 'teamWork.take' })
    },
  }
}

export const [provideTeamCar, useProvidedTeamCar] = providedState('call card', useTeamCar)
