import { describe, expect, it } from 'vitest'
import type { MarketPlace, MarketView } from '../../../../../src/contract/market.ts'
import { failure, type Result, success } from '../../../../../src/contract/result.ts'
import type { ProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import { type EnteredCar, useMarket } from '../../../../../src/renderer/features/market/useMarketPanel.ts'
import { withinScope } from '../../within-scope.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { madeMarket } from '../../../../window/made-market.ts'

const place = (words: string): MarketPlace => ({
  rank: 1,
  of: 5,
  expectedPrice: null,
  difference: null,
  priceToMarket: null,
  basis: null,
  words,
})
const offline = failure({ kind: 'offline', message: 'No network.' })
const nothingEntered: EnteredCar = { price: null, kms: null, minimumDays: null }

/** A program whose answers the test gives. */
function pendingProgram() {
  type PendingCall<T> = { input: Record<string, unknown>; answer(result: Result<T>): void }
  const views: PendingCall<MarketView>[] = []
  const places: PendingCall<MarketPlace>[] = []
  const call = ((method: string, input: Record<string, unknown>) =>
    new Promise((resolve) => {
      const answer = resolve as (result: Result<unknown>) => void
      ;(method === 'market.view' ? views : places).push({ input, answer })
    })) as ProgramClient['call']
  return { client: { ...createProgramClientTwin().client, call }, views, places }
}
function marketOf(client: ProgramClient, entered: () => EnteredCar) {
  const make = () => useMarket(() => 'v1', entered)
  return withinScope(make, { client })
}

/** Lets pending promises continue. */
const flush = (): Promise<void> => new Promise((done) => setImmediate(done))

describe('useMarket', () => {
  it('loads the market for the selected period, then the position of the car', async () => {
    const { client, views, places } = pendingProgram()
    const entered: EnteredCar = { price: 24_000, kms: 80_000, minimumDays: 120 }
    const market = marketOf(client, () => entered)
    const loading = market.load()
    expect(market.loading.value).toBe(true)
    expect(views[0]?.input).toEqual({
      vehicleId: 'v1',
      minimumDays: 120,
      refresh: false,
    })
    views[0]?.answer(success(madeMarket(5)))
    await flush()
    expect(places[0]?.input).toEqual({ vehicleId: 'v1', minimumDays: 120, price: 24_000, kms: 80_000, year: null })
    places[0]?.answer(success(place('the cheapest of 5')))
    await loading
    expect(market.position.value?.words).toBe('the cheapest of 5')
    expect(market.loading.value).toBe(false)
  })

  it('ignores a late position of an earlier price', async () => {
    const { client, views, places } = pendingProgram()
    const market = marketOf(client, () => nothingEntered)
    void market.load()
    views[0]?.answer(success(madeMarket(5)))
    await flush()
    const newer = market.updatePosition()
    places[1]?.answer(success(place('newer')))
    await newer
    places[0]?.answer(success(place('older')))
    await flush()
    expect(market.position.value?.words).toBe('newer')
  })

  it('ignores a late result of an earlier load', async () => {
    const { client, views } = pendingProgram()
    const market = marketOf(client, () => nothingEntered)
    void market.load()
    void market.load(true)
    views[1]?.answer(success(madeMarket(7)))
    await flush()
    views[0]?.answer(success(madeMarket(3)))
    await flush()
    expect(market.view.value?.sampleSize).toBe(7)
    expect(views[1]?.input).toMatchObject({ refresh: true })
  })

  it('keeps the shown market after a failed refresh, and asks for positions in it', async () => {
    const { client, views, places } = pendingProgram()
    let entered: EnteredCar = nothingEntered
    const market = marketOf(client, () => entered)
    void market.load()
    views[0]?.answer(success(madeMarket(5)))
    await flush()
    entered = { ...nothingEntered, minimumDays: 365 }
    const again = market.load()
    views[1]?.answer(offline)
    await again
    expect(market.failure.value?.kind).toBe('offline')
    expect(market.view.value?.sampleSize).toBe(5)
    void market.updatePosition()
    expect(places.at(-1)?.input).toMatchObject({ minimumDays: null })
  })

  it('asks for no position before the first market', async () => {
    const { client, places } = pendingProgram()
    await marketOf(client, () => nothingEntered).updatePosition()
    expect(places).toEqual([])
  })
})
