import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, expectTable, refusal, startService, succeed, type Json, type Service, type Table } from './client.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const facetNames = 'year make model badge series transmission body body_style fuel engine wheelbase'.split(' ')
const categories =
  'base safety engine power ev_battery drive fuel range emissions wheels dimensions weights warranty services p_plate_status options'.split(
    ' ',
  )
const states = 'NSW NT QLD SA TAS VIC WA ACT'.split(' ')

const search = (query: Record<string, string | number>): Promise<Json> =>
  succeed(service, 'GET', '/v2/vehicles', { query: { region: 'au', ...query } })
const byPlate = (plate: string, query: Record<string, string> = { region: 'au', state: 'VIC' }): Promise<Json> =>
  succeed(service, 'GET', `/v2/vehicles/registrations/${plate}`, { query })
const foundVehicles = async (query: Record<string, string | number>): Promise<Json[]> =>
  (await search(query))['vehicles'] as Json[]
const anyVehicleId = async (): Promise<string> => {
  const [vehicle] = await foundVehicles({ search: 'toyota corolla' })
  return String(vehicle?.['id'] ?? vehicle?.['vehicle_id'])
}

describe('GET /v2/vehicles', () => {
  it('text search gives an array of vehicles, each with title, vehicle ID (a string) and a confidence score', async () => {
    const vehicles = await foundVehicles({ search: '2019 toyota corolla' })
    expect(vehicles.length).toBeGreaterThan(0)
    for (const vehicle of vehicles) {
      expect(typeof vehicle['id']).toBe('string')
      expect(typeof vehicle['title']).toBe('string')
      expect(typeof vehicle['confidence']).toBe('number')
    }
  })
  it('count is the page length: 10 by default, adjustable', async () => {
    expect(await foundVehicles({ search: 'toyota' })).toHaveLength(10)
    expect(await foundVehicles({ search: 'toyota', count: 3 })).toHaveLength(3)
    expect(await foundVehicles({ search: 'toyota', count: 25 })).toHaveLength(25)
  })
  it.each(facetNames)('facets: %s is aggregated, for filling dropdowns', async (name) => {
    const facets = (await search({ facets: name }))['facets'] as Json
    expect(Object.keys(facets)).toEqual([name])
    expect((facets[name] as unknown[]).length).toBeGreaterThan(1)
  })
  it('facets is a comma-separated list; a name that is none of them is refused', async () => {
    expect(Object.keys((await search({ facets: facetNames.join(',') }))['facets'] as Json).toSorted()).toEqual(
      facetNames.toSorted(),
    )
    expect(await refusal(service, 'GET', '/v2/vehicles', { query: { region: 'au', facets: 'colour' } })).toContain(
      'facets',
    )
  })
  it('region is required', async () => {
    expect(await refusal(service, 'GET', '/v2/vehicles', { query: { search: 'corolla' } })).toBe('Invalid Region')
  })
})

describe('GET /v2/vehicles/registrations/{number_plate}', () => {
  it.each(states)('au with state %s answers, with upstream_vehicle in all cases', async (state) => {
    for (const plate of ['ABC123', '1AB2CD', 'REG4NOMATCH']) {
      const answer = await byPlate(plate, { region: 'au', state })
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(['vehicle', 'option_packs', 'upstream_vehicle']))
    }
  })
  it.each(['', 'Victoria', 'vic', 'NZ'])('au refuses state %j: it is required, and a short code', async (state) => {
    const query: Record<string, string> = state === '' ? { region: 'au' } : { region: 'au', state }
    expect(await refusal(service, 'GET', '/v2/vehicles/registrations/ABC123', { query })).toContain('state')
  })
  it.each(['nz', 'my'])('%s needs no state', async (region) => {
    expect(await byPlate('ABC123', { region })).toHaveProperty('upstream_vehicle')
  })
})

const regionsOfTestPlates: Record<string, string>[] = [
  { region: 'au', state: 'NSW' },
  { region: 'nz' },
  { region: 'my' },
]

describe.each(regionsOfTestPlates)('test plates are valid for any region: %j', (query) => {
  it('REG4SUCCESS: a high-quality vehicle match', async () => {
    const answer = await byPlate('REG4SUCCESS', query)
    expect(answer).toMatchObject({ vehicle: { id: expect.any(String), title: expect.any(String) } })
    expect(Array.isArray(answer['option_packs'])).toBe(true)
    expect(answer).not.toHaveProperty('warnings')
    expect(answer['upstream_vehicle']).toMatchObject({ vin: expect.any(String), description: expect.any(String) })
  })
  it('REG4WARNING: a match with a low-match-quality warning', async () => {
    const answer = await byPlate('REG4WARNING', query)
    expect(answer['vehicle']).not.toBeNull()
    expect(JSON.stringify(answer['warnings'])).toMatch(/low match quality/i)
  })
  it('REG4NOMATCH: VIN and vehicle description returned, no matching vehicle', async () => {
    const answer = await byPlate('REG4NOMATCH', query)
    expect(answer['vehicle']).toBeNull()
    expect(answer['upstream_vehicle']).toMatchObject({ vin: expect.any(String), description: expect.any(String) })
  })
  it('REG4VINONLY: only the VIN, no other vehicle details', async () => {
    const answer = await byPlate('REG4VINONLY', query)
    expect(answer['vehicle']).toBeNull()
    const { plate_number: _plate, state: _state, ...details } = answer['upstream_vehicle'] as Json
    expect(details).toEqual({ vin: expect.any(String) })
  })
})

describe('the registration status, in both path forms', () => {
  const statusTable: Table = {
    success: 'boolean',
    plate_number: 'string',
    state: 'string',
    vin: 'string',
    registration_status: 'string',
    registration_expiry: 'date, YYYY-MM-DD',
    incidents: 'array',
  }
  const incidentTable: Table = {
    type_code: 'string',
    state: 'string',
    recorded_date: 'date, YYYY-MM-DD',
    code: 'string',
    damage_codes: 'string',
  }
  const statusOf = (plate: string, path = `/v2/vehicles/registrations/${plate}/status`): Promise<Json> =>
    succeed(service, 'GET', path, { query: { region: 'au', state: 'VIC' } })

  it('has the fields of its table, and those of a write-off incident', async () => {
    const incidents: unknown[] = []
    for (let at = 0; at < 60; at += 1) {
      const plate = `ABC${100 + at}`
      const answer = await call(service, 'GET', `/v2/vehicles/registrations/${plate}/status`, {
        query: { region: 'au', state: 'VIC' },
      })
      if (answer.status === 404) continue
      expectTable(answer.body, statusTable)
      expect(answer.body).toMatchObject({ state: 'VIC', plate_number: plate })
      incidents.push(...(answer.body['incidents'] as unknown[]))
    }
    expect(incidents.length).toBeGreaterThan(0)
    for (const incident of incidents) {
      expectTable(incident, incidentTable)
      expect(states).toContain((incident as Json)['state'])
    }
  })
  it('is the same under /v2/vehicles/{number_plate}/status', async () => {
    expect(await statusOf('REG4SUCCESS', '/v2/vehicles/REG4SUCCESS/status')).toEqual(await statusOf('REG4SUCCESS'))
  })
  it.each(['nz', 'my'])('is not available in %s', async (region) => {
    const query = { region, state: 'VIC' }
    for (const path of ['/v2/vehicles/registrations/ABC123/status', '/v2/vehicles/ABC123/status']) {
      expect(await refusal(service, 'GET', path, { query })).toContain('not available')
    }
  })
})

describe('GET /v2/vehicles/vins/{vin}', () => {
  it.each(['au', 'nz'])('%s gives the matching vehicle with possible option packs, or null', async (region) => {
    const { vin } = (await byPlate('REG4SUCCESS'))['upstream_vehicle'] as Json
    const found = await succeed(service, 'GET', `/v2/vehicles/vins/${String(vin)}`, { query: { region } })
    expect(found['vehicle']).toMatchObject({ id: expect.any(String), title: expect.any(String) })
    expect(Array.isArray(found['option_packs'])).toBe(true)
    const none = await succeed(service, 'GET', '/v2/vehicles/vins/ZZZZZZZZZZZZZZZZZ', { query: { region } })
    expect(none['vehicle']).toBeNull()
  })
  it('is not available in Malaysia', async () => {
    const path = '/v2/vehicles/vins/JTEBR3FJ40K123456'
    expect(await refusal(service, 'GET', path, { query: { region: 'my' } })).toContain('not available')
  })
})

describe('GET /v2/vehicles/{vehicle_id}/specs', () => {
  const specs = async (query: Record<string, string>): Promise<Json> =>
    (await succeed(service, 'GET', `/v2/vehicles/${await anyVehicleId()}/specs`, { query }))['specs'] as Json

  it.each(['au', 'nz'])('%s gives full specs: every category', async (region) => {
    expect(Object.keys(await specs({ region })).toSorted()).toEqual(categories.toSorted())
  })
  it.each(categories)('selectors: only %s', async (category) => {
    expect(Object.keys(await specs({ region: 'au', selectors: category }))).toEqual([category])
  })
  it('selectors is a comma-separated list', async () => {
    expect(Object.keys(await specs({ region: 'au', selectors: 'power,wheels' })).toSorted()).toEqual([
      'power',
      'wheels',
    ])
  })
  it('is not available in Malaysia', async () => {
    const path = `/v2/vehicles/${await anyVehicleId()}/specs`
    expect(await refusal(service, 'GET', path, { query: { region: 'my' } })).toContain('not available')
  })
})

describe('GET /v2/sourcing/market_overlay/{vehicle_id}', () => {
  const leadTable: Table = {
    id: 'string',
    vehicle_id: 'string',
    year: 'integer',
    release_year: 'integer',
    release_month: 'integer',
    listed_at: 'ISO 8601 timestamp',
    removed_at: 'ISO 8601 timestamp, nullable',
    seller_type: 'string',
    color: 'string',
    state: 'string',
    tag_ids: 'array of string',
    price: 'number',
    kms: 'number',
    listing_sources: 'array of string',
  }
  const overlay = async (query: Record<string, string | number>): Promise<Json> =>
    succeed(service, 'GET', `/v2/sourcing/market_overlay/${await anyVehicleId()}`, { query })

  it.each(['au', 'nz'])('%s gives success, sample_size, days_checked and leads', async (region) => {
    const answer = await overlay({ region })
    expectTable(answer, { success: 'boolean', sample_size: 'integer', days_checked: 'integer', leads: 'array' })
    const leads = answer['leads'] as Json[]
    expect(leads).toHaveLength(Number(answer['sample_size']))
    for (const lead of leads) expectTable(lead, leadTable)
  })
  it('starts at 60 days, extended by 10 days at a time until four listings are found, best effort', async () => {
    const seen = new Set<number>()
    const extended: number[] = []
    for (const vehicle of await foundVehicles({ search: '2015', count: 60 })) {
      const path = `/v2/sourcing/market_overlay/${String(vehicle['id'])}`
      const answer = await succeed(service, 'GET', path, { query: { region: 'nz' } })
      const days = Number(answer['days_checked'])
      expect(days).toBeGreaterThanOrEqual(60)
      expect(days % 10).toBe(0)
      // It was extended until four were found; only best effort ends with fewer.
      if (days > 60 && days < 300) extended.push(Number(answer['sample_size']))
      seen.add(days)
    }
    expect(seen).toContain(60)
    expect(extended.length).toBeGreaterThan(0)
    expect(extended.filter((size) => size < 4)).toEqual([])
  })
  it('minimum_days replaces the default minimum of 60 days', async () => {
    expect((await overlay({ region: 'au', minimum_days: 200 }))['days_checked']).toBeGreaterThanOrEqual(200)
    const short = await overlay({ region: 'au', minimum_days: 5 })
    expect((Number(short['days_checked']) - 5) % 10).toBe(0)
  })
  it('takes the vehicle ID of any vehicle search endpoint', async () => {
    const { vehicle } = await byPlate('REG4SUCCESS')
    const path = `/v2/sourcing/market_overlay/${String((vehicle as Json)['id'])}`
    expect(await succeed(service, 'GET', path, { query: { region: 'au' } })).toHaveProperty('leads')
  })
})
