import { nextTick, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Region, StateCode } from '../../../../../../src/contract/region.ts'
import { type BoxDecision, useLookupBox } from '../../../../../../src/renderer/features/lookup/box/useLookupBox.ts'
import type { LookupQuery } from '../../../../../../src/renderer/features/lookup/lookup-routes.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { sampleReading } from '../sample-lookup.ts'
import { withinScope } from '../../../within-scope.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function open(given: { region?: Region; remembered?: StateCode | null } = {}) {
  const twin = createProgramClientTwin()
  const region = ref<Region>(given.region ?? 'au')
  const remembered = ref<StateCode | null>(given.remembered ?? null)
  /** Resolves when a switch of the region has ended. */
  const switching = { ended: Promise.resolve() }
  const make = () =>
    useLookupBox({
      region: () => region.value,
      settledRegion: () => switching.ended.then(() => region.value),
      rememberedState: () => remembered.value,
    })
  const box = withinScope(make, twin)
  /** Types and waits until the text is interpreted. */
  async function type(text: string): Promise<void> {
    box.text.value = text
    await nextTick()
    vi.runAllTimers()
    await twin.settled()
  }
  return { twin, box, type, region, switching }
}

/** Answers all calls, and those that are made because of it. */
async function answerAll(twin: ReturnType<typeof createProgramClientTwin>): Promise<void> {
  for (let call = twin.open[0]; call; call = twin.open[0]) await call.succeed(sampleReading())
}

/** The decision to look up, without a doubt about the state. */
const lookUp = (query: LookupQuery): BoxDecision => ({ kind: 'look-up', query, likelyStates: [] })

describe('the interpretation of the text', () => {
  it('is requested after a pause, and an answer to an older text is ignored', async () => {
    const { twin, box, type } = open()
    await type('ABC')
    const first = twin.next('lookup.interpret')
    await type('ABC123')
    const second = twin.open.find((call) => call !== first)!
    expect(second.input).toEqual({ text: 'ABC123' })
    await second.succeed(sampleReading({ reason: 'The newer one.' }))
    await first.succeed(sampleReading({ reason: 'The older one.', kind: 'text' }))
    expect(box.interpretation.value?.reason).toBe('The newer one.')
    expect(box.kind.value).toBe('plate')
  })

  it('is cleared with the text', async () => {
    const { twin, box, type } = open()
    await type('ABC123')
    await twin.next('lookup.interpret').succeed(sampleReading())
    box.text.value = '   '
    await nextTick()
    expect(box.interpretation.value).toBeNull()
    expect(await box.decide()).toEqual({ kind: 'empty' })
  })

  it('keeps the chosen kind while one character is corrected, but not for another text', async () => {
    const { twin, box, type } = open()
    await type('corolla')
    await twin.next('lookup.interpret').succeed(sampleReading({ kind: 'plate', query: 'COROLLA' }))
    box.chooseKind('text')
    expect(box.isKindChosen.value).toBe(true)
    await type('corollas')
    await twin.next('lookup.interpret').succeed(sampleReading({ kind: 'plate', query: 'COROLLAS' }))
    expect(await box.decide()).toEqual({ kind: 'search', keywords: 'corollas' })
    await type('ABC1234')
    await twin.next('lookup.interpret').succeed(sampleReading())
    expect(box.kind.value).toBe('plate')
  })
})

describe('the state', () => {
  it('is the chosen one, else the one of the plate pattern, else the remembered one', async () => {
    const { twin, box, type } = open({ remembered: 'QLD' })
    expect(box.state.value).toEqual({ code: 'QLD', origin: 'remembered' })
    await type('AB12CD')
    await twin.next('lookup.interpret').succeed(sampleReading({ query: 'AB12CD', state: 'NSW' }))
    expect(box.state.value).toEqual({ code: 'NSW', origin: 'suggested' })
    box.chooseState('VIC')
    expect(box.state.value).toEqual({ code: 'VIC', origin: 'chosen' })
    expect(await box.decide()).toEqual(lookUp({ kind: 'plate', plate: 'AB12CD', state: 'VIC' }))
  })

  it('is required for a plate in Australia', async () => {
    const { twin, box, type } = open()
    await type('ABC123')
    await twin.next('lookup.interpret').succeed(sampleReading())
    expect(await box.decide()).toEqual({ kind: 'state-needed' })
  })

  it('is doubtful when the pattern of the plate is of other states only', async () => {
    const { twin, box, type } = open({ remembered: 'NT' })
    await type('ABC123')
    await twin.next('lookup.interpret').succeed(sampleReading({ states: ['NSW', 'VIC', 'SA'] }))
    expect(box.likelyStates.value).toEqual(['NSW', 'VIC', 'SA'])
    expect(await box.decide()).toMatchObject({ query: { state: 'NT' }, likelyStates: ['NSW', 'VIC', 'SA'] })
    box.chooseState('SA')
    expect(box.likelyStates.value).toEqual([])
    expect(await box.decide()).toMatchObject({ query: { state: 'SA' }, likelyStates: [] })
    box.chooseState('NT')
    box.chooseKind('text')
    expect(box.likelyStates.value).toEqual([])
  })

  it('is not used outside Australia', async () => {
    const { twin, box, type } = open({ region: 'nz', remembered: 'QLD' })
    await type('ABC123')
    await twin.next('lookup.interpret').succeed(sampleReading())
    expect(box.state.value).toBeNull()
    expect(await box.decide()).toEqual(lookUp({ kind: 'plate', plate: 'ABC123', state: null }))
  })
})

describe('Enter', () => {
  it('interprets the text first when it is pressed before the pause ends', async () => {
    const { twin, box } = open({ remembered: 'NSW' })
    box.text.value = 'abc.123'
    await nextTick()
    const deciding = box.decide()
    await twin.settled()
    vi.runAllTimers()
    expect(twin.open).toHaveLength(1)
    await twin.next('lookup.interpret').succeed(sampleReading())
    expect(await deciding).toEqual(lookUp({ kind: 'plate', plate: 'ABC123', state: 'NSW' }))
  })

  it('waits for a switch of the region that is under way', async () => {
    const { twin, box, type, region, switching } = open({ remembered: 'NSW' })
    await type('ABC123')
    await twin.next('lookup.interpret').succeed(sampleReading())
    const ended = Promise.withResolvers<void>()
    switching.ended = ended.promise
    const deciding = box.decide()
    region.value = 'nz'
    ended.resolve()
    await twin.settled()
    await answerAll(twin)
    expect(await deciding).toEqual(lookUp({ kind: 'plate', plate: 'ABC123', state: null }))
  })

  it('looks up in the region that was chosen while the text was read', async () => {
    const { twin, box, region } = open({ remembered: 'NSW' })
    box.text.value = 'ABC123'
    await nextTick()
    const deciding = box.decide()
    await twin.settled()
    const first = twin.next('lookup.interpret')
    region.value = 'nz'
    await first.succeed(sampleReading())
    await answerAll(twin)
    expect(await deciding).toEqual(lookUp({ kind: 'plate', plate: 'ABC123', state: null }))
  })

  it('sends the typed text when another kind was chosen', async () => {
    const { twin, box, type } = open({ remembered: 'NSW' })
    await type(' Best Car ')
    await twin.next('lookup.interpret').succeed(sampleReading({ kind: 'text', query: 'best car' }))
    box.chooseKind('plate')
    expect(await box.decide()).toEqual(lookUp({ kind: 'plate', plate: 'Best Car', state: 'NSW' }))
  })

  it('says why a VIN of the wrong length is not looked up, and still searches for it by keyword', async () => {
    const { twin, box, type } = open()
    await type('6FPAAAJGSW6A1234')
    await twin
      .next('lookup.interpret')
      .succeed(sampleReading({ kind: 'vin', query: '6FPAAAJGSW6A1234', blocked: 'Too short.' }))
    expect(await box.decide()).toEqual({ kind: 'unavailable', reason: 'Too short.' })
    box.chooseKind('text')
    expect(await box.decide()).toEqual({ kind: 'search', keywords: '6FPAAAJGSW6A1234' })
  })

  it('says why a VIN is not looked up in Malaysia', async () => {
    const { twin, box, type } = open({ region: 'my' })
    await type('6T153BK360X070769')
    await twin.next('lookup.interpret').succeed(sampleReading({ kind: 'vin', query: '6T153BK360X070769' }))
    expect(await box.decide()).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('Malaysia') })
  })

  it('reports why the text could not be interpreted', async () => {
    const { twin, box, type } = open()
    await type('ABC123')
    await twin.next('lookup.interpret').fail({ message: 'Not now.' })
    const deciding = box.decide()
    await twin.settled()
    await twin.next('lookup.interpret').fail({ message: 'Still not.' })
    expect(await deciding).toMatchObject({ kind: 'failed', failure: { message: 'Still not.' } })
  })

  it('interprets the text again in another region', async () => {
    const { twin, box, type, region } = open({ remembered: 'NSW' })
    await type('WF2145X')
    await twin.next('lookup.interpret').succeed(sampleReading({ state: 'VIC' }))
    region.value = 'my'
    await nextTick()
    await twin.next('lookup.interpret').succeed(sampleReading({ query: 'WF2145X' }))
    expect(await box.decide()).toEqual(lookUp({ kind: 'plate', plate: 'WF2145X', state: null }))
  })
})
