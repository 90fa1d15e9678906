import { describe, expect, it } from 'vitest'
import type { MarketPlace, MarketView } from '../../../../../src/contract/market.ts'
import { failure, type Result, success } from '../../../../../src/contract/result.ts'
import type { ProgramClient } from '../../../../../src/renderer/bridge/program-client.ts'
import type { OwnCar } from '../../../../../src/renderer/features/market/own-car-store.ts'
import { useMarket } from '../../../../../src/renderer/features/market/useMarket.ts'
import { madeMarket } from '../../../../window/made-market.ts'

const place = (words: string): MarketPlace => ({ rank: 1, of: 5, expectedPrice: null, difference: null, words })
const offline = failure({ kind: 'offline', message: 'No network.' })
const unknown: OwnCar = { price: null, kms: null, minimumDays: null }

/** A program that answers when the test says so. */
function heldProgram() {
  type Asked<T> = { input: Record<string, unknown>; answer(result: Result<T>): void }
  const views: Asked<MarketView>[] = []
  const places: Asked<MarketPlace>[] = []
  const call = ((method: string, input: Record<string, unknown>) =>
    new Promise((resolve) => {
      const answer = resolve as (result: Result<unknown>) => void
      ;(method === 'market.view' ? views : places).push({ input, answer })
    })) as ProgramClient['call']
  return { client: { call }, views, places }
}

/** Lets what waits for an answer go on. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

describe('the market of a vehicle', () => {
  it('is fetched as far back as was chosen, and then the place of the car in it', async () => {
    const { client, views, places } = heldProgram()
    const own: OwnCar = { price: 24_000, kms: 80_000, minimumDays: 120 }
    const market = useMarket(
      client,
      () => 'v1',
      () => own,
    )
    const loading = market.load()
    expect(market.loading.value).toBe(true)
    expect(views[0]?.input).toEqual({ vehicleId: 'v1', minimumDays: 120, refresh: false })
    views[0]?.answer(success(madeMarket(5)))
    await settle()
    expect(places[0]?.input).toEqual({ vehicleId: 'v1', minimumDays: 120, price: 24_000, kms: 80_000 })
    places[0]?.answer(success(place('the cheapest of 5')))
    await loading
    expect(market.place.value?.words).toBe('the cheapest of 5')
    expect(market.loading.value).toBe(false)
  })

  it('shows no place of an earlier price', async () => {
    const { client, views, places } = heldProgram()
    const market = useMarket(
      client,
      () => 'v1',
      () => unknown,
    )
    void market.load()
    views[0]?.answer(success(madeMarket(5)))
    await settle()
    const newer = market.locate()
    places[1]?.answer(success(place('newer')))
    await newer
    places[0]?.answer(success(place('older')))
    await settle()
    expect(market.place.value?.words).toBe('newer')
  })

  it('shows no market of an earlier question', async () => {
    const { client, views } = heldProgram()
    const market = useMarket(
      client,
      () => 'v1',
      () => unknown,
    )
    void market.load()
    void market.load(true)
    views[1]?.answer(success(madeMarket(7)))
    await settle()
    views[0]?.answer(success(madeMarket(3)))
    await settle()
    expect(market.view.value?.sampleSize).toBe(7)
    expect(views[1]?.input).toMatchObject({ refresh: true })
  })

  it('leaves what is shown when it cannot be fetched again, and asks for places in that', async () => {
    const { client, views, places } = heldProgram()
    let own: OwnCar = unknown
    const market = useMarket(
      client,
      () => 'v1',
      () => own,
    )
    void market.load()
    views[0]?.answer(success(madeMarket(5)))
    await settle()
    own = { ...unknown, minimumDays: 365 }
    const again = market.load()
    views[1]?.answer(offline)
    await again
    expect(market.failure.value?.kind).toBe('offline')
    expect(market.view.value?.sampleSize).toBe(5)
    void market.locate()
    expect(places.at(-1)?.input).toMatchObject({ minimumDays: null })
  })

  it('asks for no place before there is a market', async () => {
    const { client, places } = heldProgram()
    await useMarket(
      client,
      () => 'v1',
      () => unknown,
    ).locate()
    expect(places).toEqual([])
  })
})
