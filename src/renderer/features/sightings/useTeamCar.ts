import { useIntervalFn } from '@vueuse/core'
import { computed, type ComputedRef, ref, type Ref, type ShallowRef, shallowRef } from 'vue'
import type { Failure, Result } from '../../../contract/result.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import type { TeamCarState } from '../../../contract/team.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { carInput, carKey } from './car-source.ts'

/** The work of the team on the car of the call card. */
export interface TeamCar {
  /** Null: there is no team, or the answer has not arrived. */
  readonly work: ComputedRef<TeamCarState | null>
  /** The lock that has not expired. */
  readonly lock: ComputedRef<TeamCarState['lock']>
  /** The name of who has taken the car; null: nobody has. */
  readonly calledBy: ComputedRef<string | null>
  readonly busy: Readonly<Ref<boolean>>
  readonly failure: ShallowRef<Failure | null>
  /** Takes the car, or releases it when this PC has taken it. Nothing while another PC has it. */
  toggleLock(): Promise<void>
}

const ageEveryMs = 30_000

/** `now`: locks expire by themselves. */
export function useTeamCar(client: ProgramClient, car: () => SightedCar | null, now: () => Date): TeamCar {
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
  const work = computed(() => query.data.value?.work ?? null)
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
    calledBy: computed(() => {
      const { value } = lock
      return value && (value.by?.name ?? work.value?.pcNames[value.device] ?? '')
    }),
    busy,
    failure,
    async toggleLock() {
      const open = car()
      if (!open || busy.value || !work.value || (lock.value && !lock.value.isThisPc)) return
      await change(open, client.call(lock.value ? 'teamWork.release' : 'teamWork.take', carInput(open)))
    },
  }
}
