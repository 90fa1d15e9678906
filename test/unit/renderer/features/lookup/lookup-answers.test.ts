import { type EffectScope, effectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VehicleLookup } from '../../../../../src/contract/lookup.ts'
import { useAsking } from '../../../../../src/renderer/features/lookup/answer/useLookupQuery.ts'
import { useKeptLookup } from '../../../../../src/renderer/features/lookup/answer/useSavedLookup.ts'
import { useRecentLookups } from '../../../../../src/renderer/features/lookup/useRecentLookups.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleLookup, sampleRecent } from './sample-lookup.ts'

let scope: EffectScope
beforeEach(() => {
  scope = effectScope()
})
afterEach(() => scope.stop())

const inHand = () => {
  const answers = new Map<string, VehicleLookup>()
  return {
    answers,
    answer: (id: string) => answers.get(id) ?? null,
    remember: (lookup: VehicleLookup) => void answers.set(lookup.id, lookup),
  }
}

describe('a question on its way', () => {
  it('is forgotten for a newer one: the late answer is nobody’s', async () => {
    const twin = createProgramClientTwin()
    const answered: string[] = []
    const asking = scope.run(() => useAsking(twin.client, (answer) => answered.push(answer.id)))!
    void asking.ask({ kind: 'plate', plate: 'AAA111', state: 'NSW' })
    const older = twin.next('lookup.findPlate')
    void asking.ask({ kind: 'vin', vin: '6T153BK360X070769' })
    await twin.next('lookup.findVin').succeed(sampleLookup({ id: 'newer' }))
    await older.succeed(sampleLookup({ id: 'older' }))
    expect(answered).toEqual(['newer'])
  })

  it('that fails says so, with the question to ask again', async () => {
    const twin = createProgramClientTwin()
    const asking = scope.run(() => useAsking(twin.client, () => undefined))!
    const question = { kind: 'plate', plate: 'AAA111', state: 'NSW' } as const
    void asking.ask(question)
    expect(asking.state.value).toEqual({ kind: 'asking', question })
    await twin.next('lookup.findPlate').fail({ kind: 'offline', message: 'No network.' })
    expect(asking.state.value).toMatchObject({ kind: 'failed', question, failure: { kind: 'offline' } })
  })

  it('does not take her back to it once its screen is gone', async () => {
    const twin = createProgramClientTwin()
    const answered: string[] = []
    const asking = scope.run(() => useAsking(twin.client, (answer) => answered.push(answer.id)))!
    void asking.ask({ kind: 'plate', plate: 'AAA111', state: 'NSW' })
    scope.stop()
    await twin.next('lookup.findPlate').succeed(sampleLookup())
    expect(answered).toEqual([])
  })
})

describe('a look-up that was answered', () => {
  it('is shown as it came, without a second call', () => {
    const twin = createProgramClientTwin()
    const hand = inHand()
    hand.remember(sampleLookup())
    const kept = scope.run(() => useKeptLookup(twin.client, 'l-1', hand))!
    expect(kept.lookup.value?.kept).toBe(false)
    expect(twin.calls).toEqual([])
  })

  it('stays in view when it cannot be asked for again', async () => {
    const twin = createProgramClientTwin()
    const kept = scope.run(() => useKeptLookup(twin.client, 'l-1', inHand()))!
    void kept.open()
    await twin.next('lookup.open').succeed(sampleLookup({ kept: true }))
    const refreshing = kept.refresh()
    expect(twin.next('lookup.findPlate').input).toEqual({ plate: 'ABC123', state: 'NSW', refresh: true })
    await twin.next('lookup.findPlate').fail({ kind: 'service-down', message: 'It does not answer.' })
    expect(await refreshing).toBeNull()
    expect(kept.lookup.value?.id).toBe('l-1')
    expect(kept.refreshFailure.value?.kind).toBe('service-down')
    expect(kept.refreshing.value).toBe(false)
  })

  it('is not replaced by an older reading that comes after a newer answer', async () => {
    const twin = createProgramClientTwin()
    const hand = inHand()
    hand.remember(sampleLookup())
    const kept = scope.run(() => useKeptLookup(twin.client, 'l-1', hand))!
    void kept.open()
    const reading = twin.next('lookup.open')
    const refreshing = kept.refresh()
    await twin.next('lookup.findPlate').succeed(sampleLookup({ warnings: ['newer'] }))
    expect((await refreshing)?.warnings).toEqual(['newer'])
    await reading.succeed(sampleLookup({ warnings: ['older'], kept: true }))
    expect(kept.lookup.value?.warnings).toEqual(['newer'])
    expect(hand.answer('l-1')?.warnings).toEqual(['newer'])
  })

  it('carries its pin', async () => {
    const twin = createProgramClientTwin({ 'lookup.pin': () => ({}) })
    const hand = inHand()
    hand.remember(sampleLookup())
    const kept = scope.run(() => useKeptLookup(twin.client, 'l-1', hand))!
    await kept.pin(true)
    expect(kept.lookup.value?.pinned).toBe(true)
    expect(hand.answer('l-1')?.pinned).toBe(true)
  })
})

describe('recent look-ups', () => {
  it('are told apart by their pin, and read again when one changes', async () => {
    const twin = createProgramClientTwin()
    const recent = scope.run(() => useRecentLookups(twin.client))!
    expect(recent.read.value).toBe(false)
    void recent.load()
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
  ] as const)('are asked for again as what they were (%#)', async (lookup, method, input) => {
    const twin = createProgramClientTwin({ 'lookup.recent': () => ({ lookups: [lookup] }) })
    const recent = scope.run(() => useRecentLookups(twin.client))!
    const refreshing = recent.refresh(lookup, 25)
    expect(recent.refreshing.value.has(lookup.id)).toBe(true)
    expect(twin.next(method).input).toEqual(input)
    await twin.next(method).succeed(sampleLookup())
    expect((await refreshing).ok).toBe(true)
    expect(recent.refreshing.value.size).toBe(0)
  })

  it('let go of the program when the screen is gone', () => {
    const twin = createProgramClientTwin()
    scope.run(() => useRecentLookups(twin.client))
    scope.stop()
    expect(twin.listening('lookup.changed') + twin.listening('connections.changed')).toBe(0)
  })
})
