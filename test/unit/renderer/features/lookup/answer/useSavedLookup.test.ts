import { describe, expect, it } from 'vitest'
import type { VehicleLookup } from '../../../../../../src/contract/lookup.ts'
import { useSavedLookup } from '../../../../../../src/renderer/features/lookup/answer/useSavedLookup.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { sampleLookup } from '../sample-lookup.ts'
import { withinScope } from '../../../within-scope.ts'

const createAnswers = () => {
  const answers = new Map<string, VehicleLookup>()
  return {
    answer: (id: string) => answers.get(id) ?? null,
    remember: (lookup: VehicleLookup) => void answers.set(lookup.id, lookup),
  }
}

describe('a saved look-up', () => {
  it('shows the answer of this session without a call', () => {
    const twin = createProgramClientTwin()
    const cache = createAnswers()
    cache.remember(sampleLookup())
    const saved = withinScope(() => useSavedLookup('l-1', cache), twin)
    expect(saved.lookup.value?.kept).toBe(false)
    expect(twin.calls).toEqual([])
  })

  it('stays on the screen when looking it up again fails', async () => {
    const twin = createProgramClientTwin()
    const saved = withinScope(() => useSavedLookup('l-1', createAnswers()), twin)
    void saved.open()
    await twin.next('lookup.open').succeed(sampleLookup({ kept: true }))
    const refreshing = saved.refresh()
    expect(twin.next('lookup.findPlate').input).toEqual({ plate: 'ABC123', state: 'NSW', refresh: true })
    await twin.next('lookup.findPlate').fail({ kind: 'service-down', message: 'It does not answer.' })
    expect(await refreshing).toBeNull()
    expect(saved.lookup.value?.id).toBe('l-1')
    expect(saved.refreshFailure.value?.kind).toBe('service-down')
    expect(saved.refreshing.value).toBe(false)
  })

  it('is not replaced by an older answer that arrives later', async () => {
    const twin = createProgramClientTwin()
    const cache = createAnswers()
    cache.remember(sampleLookup())
    const saved = withinScope(() => useSavedLookup('l-1', cache), twin)
    void saved.open()
    const reading = twin.next('lookup.open')
    const refreshing = saved.refresh()
    await twin.next('lookup.findPlate').succeed(sampleLookup({ warnings: ['newer'] }))
    expect((await refreshing)?.warnings).toEqual(['newer'])
    await reading.succeed(sampleLookup({ warnings: ['older'], kept: true }))
    expect(saved.lookup.value?.warnings).toEqual(['newer'])
    expect(cache.answer('l-1')?.warnings).toEqual(['newer'])
  })

  it('stores its pin in the answer of this session', async () => {
    const twin = createProgramClientTwin({ 'lookup.pin': () => ({}) })
    const cache = createAnswers()
    cache.remember(sampleLookup())
    const saved = withinScope(() => useSavedLookup('l-1', cache), twin)
    await saved.pin(true)
    expect(saved.lookup.value?.pinned).toBe(true)
    expect(cache.answer('l-1')?.pinned).toBe(true)
  })
})
