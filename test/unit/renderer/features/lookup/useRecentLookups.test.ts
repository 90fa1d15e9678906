import { createPinia, setActivePinia } from 'pinia'
import { effectScope } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { useRecentLookups } from '../../../../../src/renderer/features/lookup/useRecentLookups.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { useSettingsStore } from '../../../../../src/renderer/app/settings/settings-store.ts'
import { sampleLookup, sampleRecent } from './sample-lookup.ts'

beforeEach(() => void setActivePinia(createPinia()))

describe('recent look-ups', () => {
  it('are separated by their pin, and fetched again when one changes', async () => {
    const twin = createProgramClientTwin()
    const recent = withinScope(useRecentLookups, twin)
    expect(recent.loaded.value).toBe(false)
    await twin
      .next('lookup.recent')
      .succeed({ lookups: [sampleRecent({ id: 'r' }), sampleRecent({ id: 'p', pinned: true })] })
    const shown = () => recent.lists.value.map(({ key, lookups }) => [key, ...lookups.map(({ id }) => id)])
    expect(shown()).toEqual([
      ['pinned', 'p'],
      ['recent', 'r'],
    ])
    await twin.announce('lookup.changed')
    await twin.next('lookup.recent').fail({ message: 'Not now.' })
    expect(recent.failure.value?.message).toBe('Not now.')
    expect(recent.lists.value).toHaveLength(2)
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
      { text: 'hilux', count: 10, refresh: true },
    ],
  ] as const)('are looked up again by the same query (%#)', async (lookup, method, input) => {
    const twin = createProgramClientTwin({ 'lookup.recent': () => ({ lookups: [lookup] }) })
    const recent = withinScope(useRecentLookups, twin)
    const refreshing = recent.refresh(lookup)
    await twin.settled()
    expect(recent.refreshing.value.has(lookup.id)).toBe(true)
    expect(twin.next(method).input).toEqual(input)
    await twin.next(method).succeed(sampleLookup())
    expect(await refreshing).not.toBeNull()
    expect(recent.refreshing.value.size).toBe(0)
  })

  it('stop listening to events when the screen closes', () => {
    const twin = createProgramClientTwin()
    const listening = () => twin.listening('lookup.changed') + twin.listening('connections.changed')
    withinScope(useSettingsStore, twin)
    const before = listening()
    const scope = effectScope()
    withinScope(useRecentLookups, twin, scope)
    expect(listening()).toBeGreaterThan(before)
    scope.stop()
    expect(listening()).toBe(before)
  })
})
