import { expect, it } from 'vitest'
import { ref, shallowRef } from 'vue'
import type { SightedCar } from '../../../../../src/contract/sightings.ts'
import type { TeamCarState } from '../../../../../src/contract/team.ts'
import { useTeamCar } from '../../../../../src/renderer/features/sightings/useTeamCar.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const until = '2026-11-23T10:10:00.000Z'
const before = new Date('2026-11-23T10:00:00.000Z')
const sam = { id: 's', name: 'Sam Lee' }
const workOf = (more: Partial<TeamCarState> = {}): TeamCarState => ({
  lock: null,
  replaced: null,
  pcNames: { desk: 'Front desk' },
  syncedAt: null,
  waiting: 0,
  ...more,
})
const lockOf = (isThisPc: boolean, by: typeof sam | null = sam) => ({ by, device: 'desk', until, isThisPc })

function open(work: TeamCarState | null, canTake = true) {
  const twin = createProgramClientTwin({
    'teamWork.car': () => ({ work }),
    ...(canTake && { 'teamWork.take': () => ({ work: workOf({ lock: lockOf(true) }) }) }),
    'teamWork.release': () => ({ work: workOf() }),
  })
  const [id, now] = [shallowRef<SightedCar | null>({ customer: { id: '7' } } as SightedCar), ref(before)]
  const make = () =>
    useTeamCar(
      () => id.value,
      () => now.value,
    )
  const team = withinScope(make, twin)
  const called = () => twin.calls.map(({ method }) => method).filter((method) => /take|release/.test(method))
  return { team, twin, id, now, called }
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('takes a free car, and releases it', async () => {
  const { team, called } = open(workOf())
  await settled()
  await team.toggleLock()
  expect(team.calledBy.value).toBe('Sam Lee')
  await team.toggleLock()
  expect(team.calledBy.value).toBeNull()
  expect(called()).toEqual(['teamWork.take', 'teamWork.release'])
})

it('leaves a car alone that another PC has taken, until its time is over', async () => {
  const { team, now, called } = open(workOf({ lock: lockOf(false, null) }))
  await settled()
  expect(team.calledBy.value).toBe('Front desk')
  await team.toggleLock()
  expect(called()).toEqual([])
  now.value = new Date('2026-11-23T10:10:00.001Z')
  expect(team.calledBy.value).toBeNull()
  await team.toggleLock()
  expect(called()).toEqual(['teamWork.take'])
})

it('does nothing without a team', async () => {
  const { team, called } = open(null)
  await settled()
  await team.toggleLock()
  expect([team.work.value, called()]).toEqual([null, []])
})

it('shows why a car could not be taken', async () => {
  const { team, twin, id } = open(workOf(), false)
  await settled()
  const taking = team.toggleLock()
  await twin.next('teamWork.take').fail({ message: 'It is taken.' })
  await taking
  expect(team.failure.value?.message).toBe('It is taken.')
  id.value = null
  await settled()
  expect(team.work.value).toBeNull()
})
