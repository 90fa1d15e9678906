import { describe, expect, it } from 'vitest'
import { testPlates } from '../../src/contract/test-plates.ts'
import { SpecsCategory } from '../../src/contract/specs-categories.ts'
import type { Region } from '../../src/contract/region.ts'
import { connectToService, routes, stateOf } from './lookup-program.ts'

describe('plates and VINs', () => {
  it.each<Region>(['au', 'nz', 'my'])('the four test plates return their results in %s', async (region) => {
    const { program } = await connectToService(region)
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

  it('the facets of a description find matching vehicles', async () => {
    const { program } = await connectToService()
    const { facets } = await program.get('lookup.findPlate', { plate: 'REG4NOMATCH', state: 'VIC' })
    const { vehicles } = await program.get('lookup.search', { chosen: facets })
    expect(vehicles.length).toBeGreaterThan(0)
    expect(
      vehicles.every((vehicle) => vehicle.facets.make === facets.make && vehicle.facets.model === facets.model),
    ).toBe(true)
  })

  it('the VIN of a plate finds the same vehicle, and an unknown VIN is a result', async () => {
    const { program } = await connectToService()
    const byPlate = await program.get('lookup.findPlate', { plate: 'REG4SUCCESS', state: 'NSW' })
    const byVin = await program.get('lookup.findVin', { vin: byPlate.authority?.vin?.toLowerCase() ?? '' })
    expect(byVin).toMatchObject({ outcome: 'match', vehicle: { vehicleId: byPlate.vehicle?.vehicleId } })
    expect(await program.get('lookup.findVin', { vin: '1FTFW1ET1DFC10312' })).toMatchObject({
      outcome: 'nothing',
      vehicle: null,
    })
  })

  it('rejects features that the region lacks before any call', async () => {
    const { far, program } = await connectToService('my')
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

  it('requires a state in Australia, and rejects long plates and short VINs', async () => {
    const { program } = await connectToService()
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

describe('search and facets', () => {
  it('searches by keyword, with confidence and the requested number of vehicles', async () => {
    const { program } = await connectToService()
    const { vehicles, more } = await program.get('lookup.search', { text: 'mazda 3 2019', count: 5 })
    expect(vehicles).toHaveLength(5)
    expect(more).toBe(true)
    expect(vehicles[0]?.facets).toMatchObject({ make: 'Mazda', model: 'Mazda3', year: '2019' })
    expect(vehicles[0]?.confidence).toMatchObject({ part: expect.any(Number), words: expect.stringMatching(/^\d+%$/) })
    expect((await program.get('lookup.search', { text: 'zzzzzz' })).vehicles).toEqual([])
  })

  it('all eleven facets narrow each other in any order, selected ones keep their alternatives, and the total follows', async () => {
    const { program } = await connectToService()
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
  it('uses the documented path, and after a 404 the other one from then on', async () => {
    const { far, program, calls } = await connectToService()
    const plate = { plate: 'REG4SUCCESS', state: 'VIC' } as const
    expect(await program.get('lookup.savedStatus', plate)).toEqual({ status: null })
    expect([calls('status'), calls('otherStatus')]).toEqual([0, 0])
    const status = await program.get('lookup.status', plate)
    expect(await program.get('lookup.savedStatus', plate)).toMatchObject({
      status: { status: status.status, kept: true },
    })
    expect(status).toMatchObject({
      plate: 'REG4SUCCESS',
      state: 'VIC',
      status: expect.any(String),
      daysLeft: expect.any(Number),
      other: [],
    })
    expect([calls('status'), calls('otherStatus')]).toEqual([1, 0])

    const other = await connectToService()
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
  it('loads each of the sixteen categories, all at once, and from saved results', async () => {
    const { program, calls } = await connectToService()
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

describe('the market', () => {
  it.each<Region>(['au', 'nz'])(
    'of a vehicle in %s has figures, confidence, price position and an export',
    async (region) => {
      const { program, calls } = await connectToService(region)
      const { vehicles } = await program.get('lookup.search', { text: 'toyota hilux 2019', count: 1 })
      const vehicleId = vehicles[0]?.vehicleId ?? ''
      const view = await program.get('market.view', { vehicleId, minimumDays: 200 })
      expect(view).toMatchObject({ minimumDays: 200, other: [], kept: false })
      expect(view.listings).toHaveLength(view.sampleSize)
      expect(view.figures.priced).toBe(view.sampleSize)
      expect(view.trust.words).toMatch(/reliable|guide only|more car/)
      const price = view.figures.median
      const place = await program.get('market.place', {
        vehicleId,
        minimumDays: 200,
        price,
        kms: view.figures.medianKms,
      })
      expect(place.words).toContain('the median')
      expect(place.of).toBe(view.sampleSize + 1)
      const file = await program.get('market.exportCsv', { vehicleId, minimumDays: 200, title: 'Hilux' })
      expect(file).toMatchObject({ fileName: 'Hilux - market.csv', rows: view.sampleSize, encoding: 'utf8' })
      await program.get('market.view', { vehicleId, minimumDays: 200 })
      expect(calls('market')).toBe(1)
      expect(program.unexpected).toEqual([])
    },
  )
})
