import { describe, expect, it } from 'vitest'
import { SpecsCategory, testPlates } from '../../src/contract/lookup.ts'
import type { Region } from '../../src/contract/region.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const routes = {
  plate: '/v2/vehicles/registrations/:number_plate',
  vin: '/v2/vehicles/vins/:vin',
  vehicles: '/v2/vehicles',
  status: '/v2/vehicles/registrations/:number_plate/status',
  otherStatus: '/v2/vehicles/:number_plate/status',
  specs: '/v2/vehicles/:vehicle_id/specs',
  market: '/v2/sourcing/market_overlay/:vehicle_id',
} as const

interface Connected {
  readonly far: PracticeService
  readonly program: ProgramTwin
  calls(route: keyof typeof routes): number
}

async function connected(region: Region = 'au', scheme: 'api-key' | 'oauth' = 'api-key'): Promise<Connected> {
  const far = await startFarService()
  const program = await startProgram()
  const { apiKey, clientId, clientSecret } = far
  const credentials =
    scheme === 'api-key' ? ({ scheme, apiKey } as const) : ({ scheme, clientId, clientSecret } as const)
  await program.get('connections.connect', { baseUrl: far.url, region, credentials })
  return { far, program, calls: (route) => far.control.calls.count({ path: routes[route] }) }
}

const stateOf = (region: Region) => (region === 'au' ? ('VIC' as const) : null)

describe('plates and VINs', () => {
  it.each<Region>(['au', 'nz', 'my'])('the four test plates show what they are for, in %s', async (region) => {
    const { program } = await connected(region)
    const seen: string[] = []
    for (const { plate } of testPlates) {
      const { outcome, vehicle, authority, warnings, facets } = await program.get('lookup.findPlate', {
        plate: plate.toLowerCase(),
        state: stateOf(region),
      })
      seen.push(
        [
          outcome,
          vehicle === null ? '' : 'vehicle',
          authority?.description ? 'description' : '',
          authority?.vin ? 'vin' : '',
          warnings.length > 0 ? 'warned' : '',
          facets.make && facets.model ? 'facets' : '',
        ].join(' '),
      )
    }
    expect(seen).toEqual([
      'match vehicle description vin  ',
      'low-quality vehicle description vin warned ',
      'no-match  description vin  facets',
      'vin-only   vin  ',
    ])
    const { lookups } = await program.get('lookup.recent', {})
    expect(lookups.map(({ query }) => query)).toEqual(testPlates.map(({ plate }) => plate).toReversed())
    expect(program.unexpected).toEqual([])
  })

  it('the facets of a description lead on to the vehicles that fit', async () => {
    const { program } = await connected()
    const { facets } = await program.get('lookup.findPlate', { plate: 'REG4NOMATCH', state: 'VIC' })
    const { vehicles } = await program.get('lookup.search', { chosen: facets })
    expect(vehicles.length).toBeGreaterThan(0)
    expect(
      vehicles.every((vehicle) => vehicle.facets.make === facets.make && vehicle.facets.model === facets.model),
    ).toBe(true)
  })

  it('a VIN of a plate leads to the same vehicle; one that nobody knows is a result', async () => {
    const { program } = await connected()
    const byPlate = await program.get('lookup.findPlate', { plate: 'REG4SUCCESS', state: 'NSW' })
    const byVin = await program.get('lookup.findVin', { vin: byPlate.authority?.vin?.toLowerCase() ?? '' })
    expect(byVin).toMatchObject({ outcome: 'match', vehicle: { vehicleId: byPlate.vehicle?.vehicleId } })
    expect(await program.get('lookup.findVin', { vin: '1FTFW1ET1DFC10312' })).toMatchObject({
      outcome: 'nothing',
      vehicle: null,
    })
  })

  it('what a region lacks is refused with the reason, before any call', async () => {
    const { far, program } = await connected('my')
    const before = far.control.calls.count()
    const refusals = [
      await program.ask('lookup.findVin', { vin: '6FPAAAJGSW6A12345' }),
      await program.ask('lookup.specs', { vehicleId: '1', categories: null }),
      await program.ask('lookup.status', { plate: 'ABC1', state: 'VIC' }),
      await program.ask('lookup.exportSpecs', { vehicles: [{ vehicleId: '1', title: '' }] }),
    ]
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input', message: expect.stringContaining('not in Malaysia') },
      })
    }
    expect(far.control.calls.count()).toBe(before)
  })

  it('in Australia a state is asked for, a plate too long and a VIN too short are told', async () => {
    const { program } = await connected()
    const kinds = [
      await program.ask('lookup.findPlate', { plate: 'ABC123', state: null }),
      await program.ask('lookup.findPlate', { plate: 'ABCDEFGHIJ', state: 'VIC' }),
      await program.ask('lookup.findPlate', { plate: '--', state: 'VIC' }),
      await program.ask('lookup.findVin', { vin: '6FPAAAJGSW6A1234' }),
      await program.ask('lookup.search', { text: '  ' }),
    ]
    for (const answer of kinds)
      expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-input', next: expect.any(String) } })
  })
})

describe('what is kept', () => {
  it('a look-up is not sent twice within the time that is set, and is sent when asked for or with no such time', async () => {
    const { program, calls } = await connected()
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    expect((await program.get('lookup.findPlate', plate)).kept).toBe(false)
    expect((await program.get('lookup.findPlate', { ...plate, plate: 'reg4 success' })).kept).toBe(true)
    expect(calls('plate')).toBe(1)
    expect((await program.get('lookup.findPlate', { ...plate, refresh: true })).kept).toBe(false)
    await program.get('lookup.setSettings', { repeatAfterHours: 0 })
    await program.get('lookup.findPlate', plate)
    expect(calls('plate')).toBe(3)
    expect(await program.get('lookup.settings', {})).toEqual({ repeatAfterHours: 0, state: null, pageLength: 10 })
  })

  it('is readable offline and after a restart, with the reason and its time', async () => {
    const { far, program } = await connected()
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    const first = await program.get('lookup.findPlate', plate)
    const { vehicle } = first
    const vehicleId = vehicle?.vehicleId ?? ''
    await program.get('market.view', { vehicleId })
    await program.get('lookup.specs', { vehicleId, categories: ['engine'] })
    await program.get('lookup.status', plate)
    await program.get('lookup.search', { text: 'mazda 3' })
    await far.control.goDown()
    await program.program.close()

    const again = await startProgram({ dataFolder: program.dataFolder, vault: program.vault })
    const answers = [
      await again.get('lookup.findPlate', { ...plate, refresh: true }),
      await again.get('market.view', { vehicleId, refresh: true }),
      await again.get('lookup.specs', { vehicleId, categories: ['engine'], refresh: true }),
      await again.get('lookup.status', { ...plate, refresh: true }),
      await again.get('lookup.search', { text: 'mazda 3', refresh: true }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ kept: true, problem: { kind: 'offline' }, at: expect.any(String) })
    expect(answers[0]).toMatchObject({ id: first.id, at: first.at, vehicle })
    expect(await again.get('lookup.open', { id: first.id })).toMatchObject({ kept: true, problem: null, vehicle })
    expect(await again.ask('lookup.findPlate', { plate: 'ABC999', state: 'VIC' })).toMatchObject({
      ok: false,
      error: { kind: 'offline' },
    })
  }, 30_000)

  it('a call that is under way is shared, also with one who has left', async () => {
    const { far, program, calls } = await connected()
    const held = far.control.holdNext({ path: routes.plate })
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    const leaving = new AbortController()
    const left = program.program.handlers.lookup.findPlate({ ...plate, refresh: true }, leaving.signal)
    const both = Promise.all([
      program.get('lookup.findPlate', plate),
      program.get('lookup.findPlate', { ...plate, refresh: true }),
    ])
    await held.arrived
    leaving.abort()
    await expect(left).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    held.release()
    const [one, other] = await both
    expect(one.id).toBe(other.id)
    expect(calls('plate')).toBe(1)
  })

  it('pinned ones come first and outlive the rest; removed and forgotten ones are gone', async () => {
    const { program } = await connected()
    const ids: string[] = []
    for (const plate of ['REG4SUCCESS', 'REG4WARNING', 'REG4NOMATCH']) {
      ids.push((await program.get('lookup.findPlate', { plate, state: 'VIC' })).id)
    }
    const [first = '', second = '', third = ''] = ids
    await program.get('lookup.pin', { id: first, pinned: true })
    const order = async () => (await program.get('lookup.recent', {})).lookups.map(({ id, pinned }) => [id, pinned])
    expect(await order()).toEqual([
      [first, true],
      [third, false],
      [second, false],
    ])
    await program.get('lookup.remove', { id: third })
    expect(await order()).toHaveLength(2)
    expect(await program.ask('lookup.open', { id: third })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(await program.ask('lookup.pin', { id: third, pinned: true })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
    expect(program.events.some(({ name }) => name === 'lookup.changed')).toBe(true)
    const { connections } = await program.get('connections.state', {})
    await program.get('connections.forget', { id: connections[0]?.id ?? '' })
    expect(await program.ask('lookup.recent', {})).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('words that were searched for are on the list as well, once', async () => {
    const { program } = await connected()
    await program.get('lookup.search', { text: 'Mazda 3' })
    await program.get('lookup.search', { text: 'mazda 3', count: 20 })
    const { lookups } = await program.get('lookup.recent', {})
    expect(lookups.map(({ kind, query }) => [kind, query.toLowerCase()])).toEqual([['text', 'mazda 3']])
  })

  it('a new beginning in practice forgets them', async () => {
    const program = await startProgram()
    await program.get('connections.startPractice', {})
    await program.get('lookup.findPlate', { plate: 'REG4SUCCESS', state: 'VIC' })
    await program.get('practice.reset', { endUploads: true })
    expect((await program.get('lookup.recent', {})).lookups).toEqual([])
  })
})

describe('search and facets', () => {
  it('by words, with a share of confidence and as many as asked for', async () => {
    const { program } = await connected()
    const { vehicles, more } = await program.get('lookup.search', { text: 'mazda 3 2019', count: 5 })
    expect(vehicles).toHaveLength(5)
    expect(more).toBe(true)
    expect(vehicles[0]?.facets).toMatchObject({ make: 'Mazda', model: 'Mazda3', year: '2019' })
    expect(vehicles[0]?.confidence).toMatchObject({ part: expect.any(Number), words: expect.stringMatching(/^\d+ %$/) })
    expect((await program.get('lookup.search', { text: 'zzzzzz' })).vehicles).toEqual([])
  })

  it('all eleven narrow each other in any order, chosen ones keep their alternatives, and the total follows', async () => {
    const { program } = await connected()
    const all = await program.get('lookup.facets', {})
    expect(all.facets.map(({ name }) => name)).toHaveLength(11)
    expect(all.facets.every(({ options }) => options.length > 0)).toBe(true)
    const options = (scope: typeof all, name: string) =>
      scope.facets.find((facet) => facet.name === name)?.options ?? []
    const toyota = await program.get('lookup.facets', { chosen: { make: 'Toyota' } })
    expect(options(toyota, 'make')).toEqual(options(all, 'make'))
    expect(options(toyota, 'model').length).toBeLessThan(options(all, 'model').length)
    expect(toyota.total).toBe(options(all, 'make').find(({ value }) => value === 'Toyota')?.count)
    const body = options(toyota, 'body')[0]?.value ?? ''
    const both = await program.get('lookup.facets', { chosen: { body, make: 'Toyota' } })
    expect(both.total).toBe(options(toyota, 'body')[0]?.count)
    expect(options(both, 'body')).toEqual(options(toyota, 'body'))
  })
})

describe('registration status', () => {
  it('in the table’s form of the path, and after a 404 in the other, which then stays', async () => {
    const { far, program, calls } = await connected()
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    const status = await program.get('lookup.status', plate)
    expect(status).toMatchObject({
      plate: 'REG4SUCCESS',
      state: 'VIC',
      status: expect.any(String),
      daysLeft: expect.any(Number),
      other: [],
    })
    expect([calls('status'), calls('otherStatus')]).toEqual([1, 0])

    const other = await connected()
    other.far.control.failNext({ path: routes.status, status: 404, message: 'Not found' })
    expect(await other.program.get('lookup.status', plate)).toMatchObject({ status: expect.any(String) })
    await other.program.get('lookup.status', { ...plate, refresh: true })
    expect([other.calls('status'), other.calls('otherStatus')]).toEqual([1, 2])
    // Whether the plate is not there or the path is not: one with words says more than one without.
    far.control.failNext({ path: routes.status, status: 404, message: 'No registration was found for this plate' })
    expect(await program.ask('lookup.status', { plate: 'ABC999', state: 'VIC' })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
  })
})

describe('specs', () => {
  it('each of the sixteen when it is opened, all at once, and out of what is kept', async () => {
    const { program, calls } = await connected()
    const { vehicles } = await program.get('lookup.search', { text: 'toyota hilux', count: 1 })
    const vehicleId = vehicles[0]?.vehicleId ?? ''
    for (const category of SpecsCategory.options) {
      const { parts } = await program.get('lookup.specs', { vehicleId, categories: [category] })
      expect(parts.map((part) => [part.category, part.given])).toEqual([[category, true]])
    }
    expect(calls('specs')).toBe(16)
    const { parts } = await program.get('lookup.specs', { vehicleId, categories: null })
    expect(parts.map(({ category }) => category)).toEqual(SpecsCategory.options)
    expect(parts.find(({ category }) => category === 'dimensions')?.details[0]?.label).toMatch(/\(mm\)$/)
    expect(calls('specs')).toBe(17)
    const another = (await program.get('lookup.search', { text: 'mazda cx-5', count: 1 })).vehicles[0]?.vehicleId ?? ''
    const file = await program.get('lookup.exportSpecs', {
      vehicles: [
        { vehicleId, title: 'Hilux' },
        { vehicleId: another, title: '=CX-5' },
      ],
    })
    expect(calls('specs')).toBe(18)
    const [header, ...rows] = file.content.trimEnd().split('\r\n')
    expect(header).toBe("\ufeffCategory,Field,Hilux,'=CX-5")
    expect(rows).toHaveLength(file.rows)
    expect(rows.some((row) => row.startsWith('Engine,'))).toBe(true)
    // What was fetched at once is not asked for part by part.
    await program.get('lookup.specs', { vehicleId: another, categories: ['engine', 'fuel'] })
    expect(calls('specs')).toBe(18)
  })
})

describe('what goes wrong has its own words', () => {
  const plate = { plate: 'REG4SUCCESS', state: 'VIC', refresh: true } as const

  it('no licence, by product', async () => {
    const { far, program } = await connected()
    far.control.failNext({ path: routes.plate, status: 403, message: 'Forbidden' })
    expect(await program.ask('lookup.findPlate', plate)).toMatchObject({
      ok: false,
      error: { kind: 'no-licence', message: expect.stringContaining('no licence for vehicle look-up') },
    })
    far.control.failNext({ path: routes.market, status: 403, message: 'Forbidden' })
    expect(await program.ask('market.view', { vehicleId: '1' })).toMatchObject({
      ok: false,
      error: { kind: 'no-licence', message: expect.stringContaining('no licence for market listings') },
    })
  })

  it('a quota that is used up, until when', async () => {
    const { far, program, calls } = await connected()
    far.control.rateLimit({ path: routes.plate, resetInSeconds: 3 * 86_400 })
    const answer = await program.ask('lookup.findPlate', plate)
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'rate-limited', message: expect.stringMatching(/Usage limit reached until \d+\/\d+\/\d{4}, /) },
    })
    const retryAt = answer.ok ? '' : (answer.error.retryAt ?? '')
    expect(Date.parse(retryAt) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    expect(calls('plate')).toBe(1)
  })

  it('a service that is down is tried again, then told; a pause of a second is waited out', async () => {
    const { far, program, calls } = await connected()
    far.control.failNext({ path: routes.plate, status: 503, times: 3 })
    expect(await program.ask('lookup.findPlate', plate)).toMatchObject({ ok: false, error: { kind: 'service-down' } })
    expect(calls('plate')).toBe(3)
    far.control.rateLimit({ path: routes.plate, resetInSeconds: 1 })
    expect(await program.get('lookup.findPlate', plate)).toMatchObject({ outcome: 'match' })
  }, 30_000)

  it('a token that ends midway is fetched anew', async () => {
    const { far, program } = await connected('au', 'oauth')
    await program.get('lookup.findPlate', plate)
    far.control.expireTokens()
    expect(await program.get('lookup.findPlate', plate)).toMatchObject({ outcome: 'match', kept: false, problem: null })
  })

  it('a vehicle that the catalogue does not have', async () => {
    const { program } = await connected()
    expect(await program.ask('lookup.specs', { vehicleId: 'nobody', categories: null })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
    expect(await program.ask('market.view', { vehicleId: 'nobody' })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
    expect(await program.ask('market.place', { vehicleId: 'nobody', price: 1, kms: 1 })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
  })
})

describe('the market', () => {
  it.each<Region>(['au', 'nz'])('of a vehicle in %s: figures, trust, place, and a file', async (region) => {
    const { program, calls } = await connected(region)
    const { vehicles } = await program.get('lookup.search', { text: 'toyota hilux 2019', count: 1 })
    const vehicleId = vehicles[0]?.vehicleId ?? ''
    const view = await program.get('market.view', { vehicleId, minimumDays: 200 })
    expect(view).toMatchObject({ minimumDays: 200, other: [], kept: false })
    expect(view.listings).toHaveLength(view.sampleSize)
    expect(view.figures.priced).toBe(view.sampleSize)
    expect(view.trust.words).toMatch(/listings? (?:was|were) found/)
    const price = view.figures.median
    const place = await program.get('market.place', { vehicleId, minimumDays: 200, price, kms: view.figures.medianKms })
    expect(place.words).toContain('the median')
    expect(place.of).toBe(view.sampleSize + 1)
    const file = await program.get('market.exportCsv', { vehicleId, minimumDays: 200, title: 'Hilux' })
    expect(file).toMatchObject({ fileName: 'Hilux – market.csv', rows: view.sampleSize, encoding: 'utf8' })
    await program.get('market.view', { vehicleId, minimumDays: 200 })
    expect(calls('market')).toBe(1)
    expect(program.unexpected).toEqual([])
  })
})
