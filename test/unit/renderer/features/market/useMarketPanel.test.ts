import { describe, expect, it } from 'vitest'
import { nextPeriod, useMarketPanel } from '../../../../../src/renderer/features/market/useMarketPanel.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { madeMarket, madePlace } from '../../../../window/made-market.ts'
import { inWindow } from '../../in-window.ts'

async function open({ clicked = false } = {}) {
  const twin = createProgramClientTwin({ 'market.place': () => madePlace })
  const { value } = await inWindow(twin.client, '/', [''], () =>
    useMarketPanel(() => ({ vehicleId: 'v1', title: 'A car', clicked })),
  )
  const inputsOf = (method: string) => twin.calls.filter((call) => call.method === method).map(({ input }) => input)
  return { twin, panel: value, inputsOf }
}

describe('useMarketPanel', () => {
  it('loads the market at once, and gives its groups without an empty one', async () => {
    const { twin, panel } = await open()
    expect(panel.statusGroups.value).toEqual([])
    const { figures, ...view } = madeMarket(12)
    const none = { ...figures.sold, count: 0 }
    await twin.next('market.view').succeed({ ...view, figures: { ...figures, sold: none } })
    expect(panel.statusGroups.value.map(({ name }) => name)).toEqual(['For sale'])
    expect(panel.market.position.value).toEqual(madePlace)
  })

  it('works out the position again for another price', async () => {
    const { twin, panel, inputsOf } = await open()
    await twin.next('market.view').succeed(madeMarket(12))
    panel.enter({ price: 20_000, kms: 80_000 })
    expect(inputsOf('market.place').at(-1)).toMatchObject({ vehicleId: 'v1', price: 20_000, kms: 80_000 })
    expect(panel.entered.value).toMatchObject({ price: 20_000, kms: 80_000 })
  })

  it('asks by itself only when it opens', async () => {
    const { twin, panel, inputsOf } = await open()
    await twin.next('market.view').fail({ kind: 'timeout' })
    const retrying = panel.market.load()
    await twin.next('market.view').succeed(madeMarket(12))
    await retrying
    expect(inputsOf('market.view')).toMatchObject([{ refresh: 'returning' }, { refresh: false }])
  })

  it('shows a saved market of any age to a user who comes back, until they ask for it', async () => {
    const { twin, panel, inputsOf } = await open()
    await twin.next('market.view').succeed(madeMarket(12))
    const again = panel.market.load(true)
    await twin.next('market.view').succeed(madeMarket(12))
    await again
    expect(inputsOf('market.view')).toMatchObject([{ refresh: 'returning' }, { refresh: true }])
    expect((await open({ clicked: true })).inputsOf('market.view')).toMatchObject([{ refresh: 'opening' }])
  })

  it('restores the period that is shown when another one fails to load', async () => {
    const { twin, panel } = await open()
    await twin.next('market.view').succeed(madeMarket(12))
    const selecting = panel.selectPeriod(365)
    expect(panel.entered.value.minimumDays).toBe(365)
    await twin.next('market.view').fail({ kind: 'offline' })
    await selecting
    expect(panel.entered.value.minimumDays).toBeNull()
  })
})

it('gives the next longer period than the days searched, until the longest', () => {
  expect(nextPeriod(null)).toBe(60)
  expect(nextPeriod(60)).toBe(90)
  expect(nextPeriod(70)).toBe(90)
  expect(nextPeriod(730)).toBeNull()
})
