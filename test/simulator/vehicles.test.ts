import { beforeAll, afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startPracticeService } from '../../src/simulator/service.ts'
import { callerOf, morning, type Caller } from './caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = callerOf(await startPracticeService({ clock: morning }))
})
afterAll(() => caller.service.stop())

const vehicle = z.looseObject({
  id: z.string(),
  title: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.string(),
})
const hit = vehicle.extend({ confidence: z.number().min(0).max(1) })
const counted = z.array(z.object({ value: z.string(), count: z.int().positive() }))

async function find(query: Record<string, string | number>): Promise<z.infer<typeof hit>[]> {
  return z.array(hit).parse((await caller.ok('GET', '/v2/vehicles', { query }))['vehicles'])
}

async function facet(name: string, query: Record<string, string> = {}): Promise<Map<string, number>> {
  const answer = await caller.ok('GET', '/v2/vehicles', { query: { facets: name, ...query } })
  const list = counted.parse(z.record(z.string(), z.unknown()).parse(answer['facets'])[name])
  return new Map(list.map(({ value, count }) => [value, count]))
}

test('keywords find matching vehicles, best first, ten by default', async () => {
  const hits = await find({ search: '2019 toyota corolla ascent sport hatch' })
  expect(hits).toHaveLength(10)
  expect(hits[0]).toMatchObject({
    make: 'Toyota',
    model: 'Corolla',
    year: '2019',
    badge: 'Ascent Sport',
    confidence: 1,
  })
  expect(hits.map((one) => one.confidence)).toEqual(hits.map((one) => one.confidence).toSorted((a, b) => b - a))
  expect(await find({ search: 'toyota', count: 25 })).toHaveLength(25)
  expect((await find({ search: 'mazda cx-5 akera' }))[0]).toMatchObject({ model: 'CX-5', badge: 'Akera' })
  expect((await find({ search: 'mitsubihsi' })).length).toBe(0)
  expect((await find({ search: 'mitsubshi triton' }))[0]).toMatchObject({ model: 'Triton' })
  expect((await find({ search: 'Mazda 3' }))[0]).toMatchObject({ model: 'Mazda3', confidence: 1 })
  expect((await find({ search: 'mazda cx3' }))[0]).toMatchObject({ model: 'CX-3' })
  expect(await find({ search: 'zzzz' })).toEqual([])
})

test('the catalogue is large, and facets count the whole of it and narrow', async () => {
  const makes = await facet('make')
  const all = [...makes.values()].reduce((sum, count) => sum + count, 0)
  expect(all).toBeGreaterThan(2_000)
  expect([...makes.values()]).toEqual([...makes.values()].toSorted((a, b) => b - a))
  const models = await facet('model', { make: 'toyota' })
  expect([...models.values()].reduce((sum, count) => sum + count, 0)).toBe(makes.get('Toyota'))
  expect(models.has('Ranger')).toBe(false)
  const both = await caller.ok('GET', '/v2/vehicles', {
    query: { facets: 'fuel,year', make: 'Tesla', model: 'Model 3' },
  })
  expect(both['facets']).toMatchObject({ fuel: [{ value: 'Electric' }] })
  const hits = await find({ search: 'corolla', year: '2016', count: 100 })
  expect(hits.length).toBeGreaterThan(0)
  expect(hits.every((one) => one.year === '2016')).toBe(true)
})

test('invalid text searches are rejected', async () => {
  for (const query of [
    {},
    { search: 'x', count: 0 },
    { facets: 'colour' },
    { search: 'x'.repeat(501) },
    { search: 'x', region: 'uk' },
  ]) {
    expect((await caller.refused('GET', '/v2/vehicles', { query })).status).toBe(400)
  }
})

test('the four test plates return the four results in every region', async () => {
  for (const query of [{ region: 'au', state: 'QLD' }, { region: 'nz' }, { region: 'my' }]) {
    const plate = (name: string): Promise<Record<string, unknown>> =>
      caller.ok('GET', `/v2/vehicles/registrations/${name}`, { query })
    const [success, warning, noMatch, vinOnly] = await Promise.all(
      ['REG4SUCCESS', 'REG4WARNING', 'REG4NOMATCH', 'REG4VINONLY'].map(plate),
    )
    vehicle.parse(success?.['vehicle'])
    expect(success).toHaveProperty('upstream_vehicle.vin')
    expect(success).not.toHaveProperty('warnings')
    vehicle.parse(warning?.['vehicle'])
    expect(warning).toHaveProperty('warnings')
    expect(noMatch).toMatchObject({
      vehicle: null,
      upstream_vehicle: { vin: expect.any(String), description: expect.any(String) },
    })
    expect(vinOnly).toMatchObject({ vehicle: null, upstream_vehicle: { vin: expect.any(String) } })
    expect(vinOnly).not.toHaveProperty('upstream_vehicle.description')
  }
})

test('plates: au asks for the state by short code; the same plate is always the same car; its VIN finds it', async () => {
  for (const state of [undefined, '', 'Victoria', 'vic']) {
    expect((await caller.refused('GET', '/v2/vehicles/registrations/1AB2CD', { query: { state } })).status).toBe(400)
  }
  const query = { state: 'VIC' }
  const found = await caller.ok('GET', '/v2/vehicles/registrations/1AB2CD', { query })
  expect(await caller.ok('GET', '/v2/vehicles/registrations/1ab-2cd', { query })).toEqual(found)
  expect(found).toHaveProperty('upstream_vehicle')
  let matched = 0
  for (let n = 100; n < 160; n += 1) {
    const answer = await caller.ok('GET', `/v2/vehicles/registrations/ABC${n}`, { query: { region: 'nz' } })
    expect(answer).toHaveProperty('upstream_vehicle')
    if (answer['vehicle'] === null) continue
    matched += 1
    const { id } = vehicle.parse(answer['vehicle'])
    const { vin } = z.looseObject({ vin: z.string().regex(/^[A-HJ-NPR-Z0-9]{17}$/) }).parse(answer['upstream_vehicle'])
    expect((await caller.ok('GET', `/v2/vehicles/vins/${vin}`))['vehicle']).toMatchObject({ id })
  }
  expect(matched).toBeGreaterThan(45)
})

test('VIN search: no match is a result; Malaysia has none', async () => {
  expect(await caller.ok('GET', '/v2/vehicles/vins/ZZZ00000000000000')).toMatchObject({ vehicle: null })
  expect(await caller.ok('GET', '/v2/vehicles/vins/JM0BK10F200405930')).toMatchObject({ vehicle: { make: 'Mazda' } })
  const query = { region: 'my' }
  expect((await caller.refused('GET', '/v2/vehicles/vins/JM0BK10F200405930', { query })).message).toContain(
    'not available',
  )
  expect((await caller.refused('GET', '/v2/vehicles/0/specs', { query })).message).toContain('not available')
})

/** 49 CFR 565.15, implemented independently of the service. */
function sumHolds(vin: string): boolean {
  const values = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
  const sum = [...vin].reduce(
    (total, letter, at) => total + (values.indexOf(letter) % 10) * Number('8765432X098765432'[at]?.replace('X', '10')),
    0,
  )
  return '0123456789X'[sum % 11] === vin[8]
}

test('VINs hold their check digit where the maker has one', async () => {
  expect(['1M8GDM9AXKP042788', '1HGCM82633A004352', '5YJ3E1EA7HF000337'].map(sumHolds)).toEqual([true, true, true])
  expect(sumHolds('1HGCM82643A004352')).toBe(false)
  const holds = new Map<string, boolean[]>()
  for (let n = 100; n < 300; n += 1) {
    const answer = await caller.ok('GET', `/v2/vehicles/registrations/FGH${n}`, { query: { region: 'nz' } })
    if (answer['vehicle'] === null) continue
    const { make } = vehicle.parse(answer['vehicle'])
    const { vin } = z.looseObject({ vin: z.string() }).parse(answer['upstream_vehicle'])
    holds.set(make, [...(holds.get(make) ?? []), sumHolds(vin)])
  }
  expect([...(holds.get('Toyota') ?? []), ...(holds.get('Hyundai') ?? [])].length).toBeGreaterThan(10)
  for (const make of ['Toyota', 'Hyundai', 'Kia', 'Jeep', 'Tesla', 'MG'])
    expect(holds.get(make) ?? []).not.toContain(false)
  expect(holds.get('Ford')).toContain(false)
})

const statusShape = z.strictObject({
  success: z.literal(true),
  plate_number: z.string(),
  state: z.string(),
  vin: z.string(),
  registration_status: z.string(),
  registration_expiry: z.iso.date(),
  incidents: z.array(
    z.strictObject({
      type_code: z.string(),
      state: z.string(),
      recorded_date: z.iso.date(),
      code: z.string(),
      damage_codes: z.string(),
    }),
  ),
})

test('registration status: both forms of the path, au only, write-offs among many', async () => {
  const query = { state: 'NSW' }
  const first = statusShape.parse(await caller.ok('GET', '/v2/vehicles/registrations/REG4SUCCESS/status', { query }))
  expect(statusShape.parse(await caller.ok('GET', '/v2/vehicles/REG4SUCCESS/status', { query }))).toEqual(first)
  const nz = { query: { region: 'nz', state: 'NSW' } }
  expect((await caller.refused('GET', '/v2/vehicles/REG4SUCCESS/status', nz)).message).toContain('not available')
  let writtenOff = 0
  for (let n = 100; n < 300; n += 1) {
    const answer = await caller.raw('GET', `/v2/vehicles/registrations/ABC${n}/status`, { query })
    if (answer.status === 404) continue
    const status = statusShape.parse(await answer.json())
    const running = status.registration_expiry >= '2026-11-20'
    expect(running).toBe(status.registration_status === 'Registered')
    if (status.incidents.length > 0) writtenOff += 1
  }
  expect(writtenOff).toBeGreaterThan(2)
  expect(writtenOff).toBeLessThan(40)
})

test('specs: sixteen categories, the listed ones alone with selectors, and coherent for electric and fuel cars', async () => {
  const specsOf = async (
    search: string,
    selectors?: string,
  ): Promise<Record<string, Record<string, unknown> | null>> => {
    const [first] = await find({ search, count: 1 })
    const answer = await caller.ok('GET', `/v2/vehicles/${first?.id}/specs`, { query: { selectors } })
    return z.record(z.string(), z.record(z.string(), z.unknown()).nullable()).parse(answer['specs'])
  }
  const electric = await specsOf('2023 tesla model 3 long range')
  expect(Object.keys(electric).toSorted()).toEqual(
    'base safety engine power ev_battery drive fuel range emissions wheels dimensions weights warranty services p_plate_status options'
      .split(' ')
      .toSorted(),
  )
  expect(electric).toMatchObject({ engine: null, fuel: { fuel: 'Electric' }, emissions: { co2_g_per_km: 0 } })
  expect(electric['ev_battery']).toHaveProperty('capacity_kwh')
  const diesel = await specsOf('2020 toyota hilux sr5')
  expect(diesel).toMatchObject({ ev_battery: null, engine: { cylinders: 4 }, fuel: { fuel: 'Diesel' } })
  expect(Object.keys(await specsOf('2020 toyota hilux sr5', 'wheels,base'))).toEqual(['wheels', 'base'])
  const [any] = await find({ search: 'corolla' })
  const wrong = { query: { selectors: 'wheels,colours' } }
  expect((await caller.refused('GET', `/v2/vehicles/${any?.id}/specs`, wrong)).status).toBe(400)
  expect((await caller.refused('GET', '/v2/vehicles/none/specs')).message).toBe('Invalid Vehicle ID')
})

const lead = z.strictObject({
  id: z.string(),
  vehicle_id: z.string(),
  year: z.int(),
  release_year: z.int(),
  release_month: z.int().min(1).max(12),
  listed_at: z.iso.datetime(),
  removed_at: z.iso.datetime().nullable(),
  seller_type: z.string(),
  color: z.string(),
  state: z.string(),
  tag_ids: z.array(z.string()),
  price: z.number().positive(),
  kms: z.number().nonnegative(),
  listing_sources: z.array(z.string()).min(1),
})
const overlayShape = z.strictObject({
  success: z.literal(true),
  sample_size: z.int(),
  days_checked: z.int(),
  leads: z.array(lead),
})

test('the market overlay starts at 60 days and widens by 10 until four listings are found', async () => {
  const dayMs = 86_400_000
  const vehicles = await find({ search: '2018', count: 100 })
  let widened = 0
  let rich = 0
  for (const one of vehicles) {
    const path = `/v2/sourcing/market_overlay/${one.id}`
    const answer = overlayShape.parse(await caller.ok('GET', path))
    expect(answer.sample_size).toBe(answer.leads.length)
    expect(answer.days_checked % 10).toBe(0)
    expect(answer.days_checked).toBeGreaterThanOrEqual(60)
    const since = morning.now() - answer.days_checked * dayMs
    for (const { removed_at: removed, listed_at: listed } of answer.leads) {
      expect(Date.parse(listed)).toBeLessThanOrEqual(morning.now())
      expect(removed === null ? since : Date.parse(removed)).toBeGreaterThanOrEqual(since)
    }
    if (answer.days_checked === 60) rich += 1
    if (answer.days_checked === 60 || answer.leads.length < 4) continue
    widened += 1
    const narrower = overlayShape.parse(await caller.ok('GET', path, { query: { minimum_days: answer.days_checked } }))
    expect(narrower).toEqual(answer)
    // One step less would have found fewer than four: those that left in the last ten days of the window are what made it four.
    const inTime = answer.leads.filter(
      (one) => one.removed_at === null || Date.parse(one.removed_at) >= since + 10 * dayMs,
    )
    expect(inTime.length).toBeLessThan(4)
  }
  expect(widened).toBeGreaterThan(3)
  expect(rich).toBeGreaterThan(20)
})

test('asking prices fall with age and with kilometres', async () => {
  const [newer] = await find({ search: '2022 toyota rav4 gxl', count: 1 })
  const [older] = await find({ search: '2014 toyota rav4 gxl', count: 1 })
  const mean = async (id: string | undefined): Promise<number> => {
    const { leads } = overlayShape.parse(
      await caller.ok('GET', `/v2/sourcing/market_overlay/${id}`, { query: { minimum_days: 300 } }),
    )
    return leads.reduce((sum, one) => sum + one.price, 0) / leads.length
  }
  expect(await mean(newer?.id)).toBeGreaterThan((await mean(older?.id)) * 1.3)
  const missing = { query: { minimum_days: 'x' } }
  expect((await caller.refused('GET', `/v2/sourcing/market_overlay/${newer?.id}`, missing)).status).toBe(400)
  expect((await caller.refused('GET', '/v2/sourcing/market_overlay/none')).message).toBe('Invalid Vehicle ID')
})
