import { expect, it } from 'vitest'
import type { Assignee } from '../../../../../src/contract/sightings.ts'
import { useCallAssignment } from '../../../../../src/renderer/features/sightings/useCallAssignment.ts'
import { createToasts } from '../../../../../src/renderer/ui/useToasts.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { sightedCar } from './sample-car.ts'

const [kim, lee, sam] = ['Kim', 'Lee', 'Sam'].map((name) => ({ id: name, name })) as [Assignee, Assignee, Assignee]

/** The notice after cars of these people were assigned to Kim. */
async function noticeOf(...had: readonly Assignee[]): Promise<string | undefined> {
  const { client } = createProgramClientTwin({
    'sightings.assignees': () => ({ people: [] }),
    'sightings.assign': ({ cars }) => ({ before: cars.map((car, at) => ({ ...car, to: had[at] ?? null })) }),
  })
  const toasts = createToasts()
  const { assign } = withinScope(useCallAssignment, { client, toasts })
  await assign(
    had.map((_, at) => sightedCar(`car-${at}`)),
    kim,
  )
  return toasts.shown.value[0]?.text
}

it('says whose calls are assigned to somebody else now', async () => {
  expect(await noticeOf(null)).toMatch(/: assigned to Kim\.$/)
  expect(await noticeOf(lee)).toMatch(/: assigned to Kim instead of Lee\.$/)
  expect(await noticeOf(null, kim)).toBe('2 calls assigned to Kim.')
  expect(await noticeOf(lee, lee, null)).toBe('3 calls assigned to Kim. 2 of them were assigned to Lee.')
  expect(await noticeOf(lee, sam)).toBe('2 calls assigned to Kim. 2 of them were assigned to others.')
})
