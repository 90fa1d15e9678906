import { beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences, type Preferences } from '../../../../../../src/contract/preferences.ts'
import type { Connection } from '../../../../../../src/contract/connections.ts'
import { tourSteps } from '../../../../../../src/renderer/features/help/tour/tour-text.ts'
import { useTour } from '../../../../../../src/renderer/features/help/tour/useTour.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { withinScope } from '../../../within-scope.ts'

let saved: Preferences
let kind: Connection['kind'] | null

beforeEach(() => {
  kind = 'practice'
  saved = { ...defaultPreferences, tour: 'offered' }
})

/** A start of the program. */
async function start() {
  const twin = createProgramClientTwin({
    'app.preferences': () => saved,
    'app.setPreferences': (changes) => (saved = { ...saved, ...changes } as Preferences),
  })
  const tour = withinScope(() => useTour(() => kind), twin)
  await tour.load()
  return tour
}

describe('the tour', () => {
  it('has four steps and begins at the call list', async () => {
    expect(tourSteps.length).toBe(4)
    expect((await start()).current.value?.target).toBe('call-list')
  })

  it('goes forward and back, and is not shown again after its end', async () => {
    const tour = await start()
    await tour.next()
    await tour.next()
    await tour.back()
    expect(tour.step.value).toBe(1)
    await tour.next()
    await tour.next()
    expect(tour.isLast.value).toBe(true)
    await tour.next()
    expect(tour.step.value).toBeNull()
    expect((await start()).step.value).toBeNull()
  })

  it('continues at its step after “Later” at the next start, and not before', async () => {
    const tour = await start()
    await tour.next()
    await tour.later()
    expect(tour.step.value).toBeNull()
    expect((await start()).step.value).toBe(1)
  })

  it('continues at its step after a program that ended in between', async () => {
    await (await start()).next()
    expect((await start()).step.value).toBe(1)
  })

  it('is not shown again after it was skipped, and starts from the beginning when the user asks', async () => {
    const tour = await start()
    await tour.next()
    await tour.end()
    const next = await start()
    expect(next.step.value).toBeNull()
    await next.start()
    expect(next.step.value).toBe(0)
  })

  it('is not offered where practice was not chosen on the first page', async () => {
    saved = { ...saved, tour: null }
    expect((await start()).step.value).toBeNull()
  })

  it('is never shown over real data, unless the user starts it there', async () => {
    kind = 'account'
    const tour = await start()
    expect(tour.step.value).toBeNull()
    await tour.start()
    expect(tour.step.value).toBe(0)
    await tour.later()
    expect((await start()).step.value).toBeNull()
  })
})
