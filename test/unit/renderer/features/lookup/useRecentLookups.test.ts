import { type EffectScope, effectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useRecentLookups } from '../../../../../src/renderer/features/lookup/useRecentLookups.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleLookup, sampleRecent } from './sample-lookup.ts'

let scope: EffectScope
beforeEach(() => {
  scope = effectScope()
})
afterEach(() => scope.stop())

describe('recent look-ups', () => {
  it('are separated by their pin, and fetched again when one changes', async () => {
    const twin = createProgramClientTwin()
    const recent = scope.run(() => useRecentLookups(twin.client))!
    expect(recent.loaded.value).toBe(false)
    await twin
      .next('lookup.recent')
      .succeed({ lookups: [sampleRecent({ id: 'p', pinned: true }), sampleRecent({ id: 'r' })] })
    expect(recent.pinned.value.map(({ id }) => id)).toEqual(['p'])
    expect(recent.others.value.map(({ id }) => id)).toEqual(['r'])
    await twin.announce('lookup.changed')
    await twin.next('lookup.recent').fail({ message: 'Not now.' })
    expect(recent.failure.value?.message).toBe('Not now.')
    expect(recent.others.value).toHaveLength(1)
  })

  it.each([
    [sampleRecent(), 'lookup.findPlate', { plate: 'ABC123', state: 'NSW', refresh: true }],
    [
      sampleRecent({ kind: 'vin', query: '6T153BK360X070769', state: null }),
      'lookup.findVin',
      { vin: '6T153BK360X070769', refresh: true },
    ],
    [
      sampleRecent({ kind: 'text', query: 'hilux', state: null }),
      'lookup.search',
      { text: 'hilux', count: 25, refresh: true },
    ],
  ] as const)('are looked up again by the same query (%#)', async (lookup, method, input) => {
    const twin = createProgramClientTwin({ 'lookup.recent': () => ({ lookups: [lookup] }) })
    const recent = scope.run(() => useRecentLookups(twin.client))!
    const refreshing = recent.refresh(lookup, 25)
    expect(recent.refreshing.value.has(lookup.id)).toBe(true)
    expect(twin.next(method).input).toEqual(input)
    await twin.next(method).succeed(sampleLookup())
    expect((await refreshing).ok).toBe(true)
    expect(recent.refreshing.value.size).toBe(0)
  })

  it('stop listening to events when the screen closes', () => {
    const twin = createProgramClientTwin()
    scope.run(() => useRecentLookups(twin.client))
    scope.stop()
    expect(twin.listening('lookup.changed') + twin.listening('connections.changed')).toBe(0)
  })
})
