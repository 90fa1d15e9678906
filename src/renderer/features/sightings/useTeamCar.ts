import { useIntervalFn } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../contract/result.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import type { TeamCarState } from '../../../contract/team.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { providedState } from '../../ui/provided-state.ts'
import { carInput, carKey } from './car-source.ts'

const ageEveryMs = 30_000

/** The work of the team on the car of the call card. `now`: locks expire by themselves. */
export function useTeamCar(client: ProgramClient, car: () => SightedCar | null, now: () => Date) {
  const query = useQuery(client, 'teamWork.car', {
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
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  /** Null: there is no team, or the answer has not arrived. */
  const work = computed(() => query.data.value?.work ?? null)
  /** The lock that has not expired. */
  const lock = computed(() => {
    const current = work.value?.lock ?? null
    return current && new Date(current.until).getTime() > now().getTime() ? current : null
  })

  async function change(of: SightedCar, request: Promise<Result<{ work: TeamCarState }>>): Promise<void> {
    busy.value = true
    failure.value = null
    const answer = await request
    busy.value = false
    // Another car can be open by now.
    const open = car()
    if (!open || carKey(open) !== carKey(of)) return
    if (answer.ok) query.set(answer.value)
    else {
      failure.value = answer.error
      query.requestRefresh()
    }
  }
  return {
    work,
    lock,
    /** The name of who has taken the car; null: nobody has. */
    calledBy: computed(() => {
      const { value } = lock
      return value && (value.by?.name ?? work.value?.pcNames[value.device] ?? '')
    }),
    busy,
    failure,
    /** Takes the car, or releases it when this PC has taken it. Nothing while another PC has it. */
    async toggleLock(): Promise<void> {
      const open = car()
      if (!open || busy.value || !work.value || (lock.value && !lock.value.isThisPc)) return
      await change(open, client.call(lock.value ? 'teamWork.release' : 'teamWork.take', carInput(open)))
    },
  }
}

export const [provideTeamCar, useProvidedTeamCar] = providedState('call card', useTeamCar)
