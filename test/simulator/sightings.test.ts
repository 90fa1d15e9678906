import { expect, test } from 'vitest'
import { fictitious, practise } from './caller.ts'

const minute = 60_000

test('the first customer of an upload is sighted within five seconds, and its vehicle gets a title', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished, { sightingShare: 0.06 })
  await caller.upload(fictitious(50))
  await caller.service.control.waitForUpload()
  const before = (await caller.list({ limit: 100 }))[0]
  expect(before?.sightings).toEqual([])
  caller.service.control.advanceClock(5_000)
  const after = (await caller.list({ limit: 100 }))[0]
  expect(after?.sightings).toHaveLength(1)
  expect(after?.vehicle_title).toBe(after?.sightings[0]?.listing_title)
  expect((after?.last_updated ?? '') > (before?.last_updated ?? '')).toBe(true)
})

test('some customers are sighted over time, some of them again at a lower price or another site', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished, { sightingShare: 0.06 })
  await caller.upload(fictitious(1_000))
  await caller.service.control.waitForUpload()
  for (let minutes = 0; minutes < 90; minutes += 1) caller.service.control.advanceClock(minute)
  const sighted = (await caller.list({ limit: 1_000 })).filter((one) => one.sightings.length > 0)
  expect(sighted.length).toBeGreaterThan(30)
  expect(sighted.length).toBeLessThan(100)
  const pairs = sighted.flatMap(({ sightings }) =>
    sightings.slice(1).map((later, at) => ({ earlier: sightings[at], later })),
  )
  const repriced = pairs.filter(({ earlier, later }) => earlier?.lead_id === later.lead_id)
  expect(repriced.length).toBeGreaterThan(0)
  expect(pairs.length).toBeGreaterThan(repriced.length)
  for (const { earlier, later } of repriced) {
    expect(later.listing_price ?? -1).toBeLessThan(earlier?.listing_price ?? 0)
    expect(later.at > (earlier?.at ?? '')).toBe(true)
  }
})

test('a paused service makes only the sightings that are asked for', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished, { sightingShare: 1 })
  const { control } = caller.service
  await caller.upload(fictitious(50))
  await control.waitForUpload()
  control.settings.customersPerSecond = 0
  control.advanceClock(30 * minute)
  const sighted = async () => (await caller.list({ limit: 100 })).filter(({ sightings }) => sightings.length > 0)
  expect(await sighted()).toEqual([])
  control.makeSighting((await caller.list())[0]?.id ?? '')
  expect(await sighted()).toHaveLength(1)
  control.settings.customersPerSecond = 1_000
  control.advanceClock(minute)
  expect((await sighted()).length).toBeGreaterThan(1)
})

test('a customer with neither rego nor VIN is stored but never sighted', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished, { sightingShare: 1 })
  await caller.upload([{ client_name: 'No car' }, { vin: 'JM0BK10F200405930' }])
  await caller.service.control.waitForCustomers(2)
  caller.service.control.advanceClock(30 * minute)
  expect((await caller.list()).map((one) => one.sightings.length > 0)).toEqual([false, true])
})

test('a sighting can be made on request, and is deleted with its customer', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  await caller.upload(fictitious(1))
  const [customer] = await caller.service.control.waitForCustomers(1)
  const id = customer?.id ?? ''
  caller.service.control.makeSighting(id)
  caller.service.control.makeSighting(id, 'price-change')
  const seen = (await caller.list())[0]
  expect(seen?.sightings.map((one) => one.lead_id)).toEqual([seen?.sightings[0]?.lead_id, seen?.sightings[0]?.lead_id])
  const gone = await caller.ok('DELETE', `/v2/recapture/customers/${id}`)
  expect(gone['customer']).toEqual(seen)
  expect(() => caller.service.control.makeSighting(id)).toThrow(id)
})

test('the same seed and calls give the same customers and sightings', async ({ onTestFinished }) => {
  const told = await Promise.all(
    [1, 2].map(async () => {
      const caller = await practise(onTestFinished, {
        seed: 77,
        sightingShare: 0.3,
        errorShare: 0.05,
        customersPerSecond: 0,
      })
      await caller.upload(fictitious(60), { lookups: true })
      caller.service.control.process(60)
      caller.service.control.settings.customersPerSecond = 1
      for (let minutes = 0; minutes < 20; minutes += 1) caller.service.control.advanceClock(minute)
      return caller.list({ limit: 100 })
    }),
  )
  expect(told[0]).toEqual(told[1])
  expect(told[0]?.some((one) => one.sightings.length > 0)).toBe(true)
})
