import { describe, expect, it } from 'vitest'
import { facetsOfDescription } from '../../../../src/core/lookup/facets-of-description.ts'
import { readFacets } from '../../../../src/core/lookup/read-facets.ts'
import { readLookup } from '../../../../src/core/lookup/read-lookup.ts'
import { readSearch } from '../../../../src/core/lookup/read-search.ts'
import { readSpecs } from '../../../../src/core/lookup/read-specs.ts'
import { readStatus } from '../../../../src/core/lookup/read-status.ts'

const vehicle = { id: '42', title: '2019 Mazda Mazda3', year: '2019', make: 'Mazda', model: 'Mazda3' }
const upstream = { plate_number: 'ABC123', vin: 'JM0BP2H7A01100001', description: '2019 MAZDA 3 HATCH' }

describe('a plate or VIN search', () => {
  it.each([
    ['a number as id', { vehicle: { ...vehicle, id: 42 } }],
    ['vehicle_id', { vehicle: { vehicle_id: '42', title: vehicle.title } }],
    ['vehicleId', { vehicle: { vehicleId: '42', name: vehicle.title } }],
    ['another name', { match: vehicle }],
    ['an unknown name', { thing: vehicle }],
    ['an envelope', { data: { vehicle } }],
    ['an envelope that is the vehicle', { data: vehicle }],
    ['a list of one', { vehicles: [vehicle] }],
    ['its score beside it', { results: [{ vehicle, confidence: 0.9 }] }],
    ['no name at all', { success: true, ...vehicle }],
  ])('%s', (_what, body) => {
    expect(readLookup(body)).toMatchObject({ outcome: 'match', vehicle: { vehicleId: '42', title: vehicle.title } })
  })

  it.each([
    ['the word low', { vehicle: { ...vehicle, confidence: 'low' } }],
    ['a low share', { vehicle: { ...vehicle, confidence: 0.4 } }],
    ['a low per cent', { vehicle: { ...vehicle, match_score: '41 %' } }],
    ['a flag', { vehicle: { ...vehicle, low_quality: true } }],
    ['a warning', { vehicle, warnings: ['Low match quality'] }],
    ['one warning', { vehicle, warning: 'Low match quality' }],
    ['a record of a warning', { vehicle, alerts: [{ code: 7, message: 'Low match quality' }] }],
  ])('%s is a match to check', (_what, body) => {
    const { outcome, warnings } = readLookup(body)
    expect(outcome).toBe('low-quality')
    expect(warnings.length).toBeGreaterThan(0)
  })

  it.each([
    [0.97, { part: 0.97, words: '97 %' }],
    [97, { part: 0.97, words: '97 %' }],
    ['97%', { part: 0.97, words: '97 %' }],
    ['standard', { part: null, words: 'standard' }],
    [1, { part: 1, words: '100 %' }],
    [-3, { part: null, words: '-3' }],
  ])('confidence %j', (confidence, read) => {
    expect(readLookup({ vehicle: { ...vehicle, confidence } }).vehicle?.confidence).toEqual(read)
  })

  it('says where the authority and a doubtful match differ', () => {
    const { warnings } = readLookup({
      vehicle: { ...vehicle, confidence: 'low' },
      upstream_vehicle: { ...upstream, year: 2017, make: 'MAZDA' },
    })
    expect(warnings).toEqual(['The authority has the year 2017; this vehicle has 2019.'])
  })

  it('without a match the authority’s description alone', () => {
    expect(readLookup({ vehicle: null, upstream_vehicle: upstream })).toMatchObject({
      outcome: 'no-match',
      vehicle: null,
      authority: { description: '2019 MAZDA 3 HATCH', vin: 'JM0BP2H7A01100001' },
    })
    expect(readLookup({ upstream_vehicle: '2019 MAZDA 3 HATCH' })).toMatchObject({
      outcome: 'no-match',
      authority: { description: '2019 MAZDA 3 HATCH', vin: null },
    })
    expect(readLookup({ upstreamVehicle: { summary: 'a red car of 2019', n: 'JM0BP2H7A01100001' } })).toMatchObject({
      outcome: 'no-match',
      authority: { description: 'a red car of 2019', vin: 'JM0BP2H7A01100001' },
    })
  })

  it.each([
    ['a VIN in a record', { vehicle: null, upstream_vehicle: { plate_number: 'A1', vin: upstream.vin } }, 'vin-only'],
    ['a VIN alone', { upstream_vehicle: upstream.vin }, 'vin-only'],
    ['nothing', { vehicle: null, upstream_vehicle: null }, 'nothing'],
    ['an empty body', {}, 'nothing'],
    ['null', null, 'nothing'],
    ['an empty list', [], 'nothing'],
    ['empty records', { vehicle: {}, upstream_vehicle: {} }, 'nothing'],
  ])('%s', (_what, body, outcome) => expect(readLookup(body).outcome).toBe(outcome))

  it('option packs, wherever and however they come', () => {
    const packs = (body: unknown) => readLookup(body).optionPacks.map(({ id, name, price }) => [id, name, price])
    const listed = [
      ['p1', 'Towing', 1650],
      ['2', 'Leather', null],
    ]
    expect(
      packs({ vehicle, option_packs: [{ id: 'p1', name: 'Towing', price: '$1,650' }, { title: 'Leather' }] }),
    ).toEqual(listed)
    expect(
      packs({
        vehicle: { ...vehicle, optionPacks: [{ pack_id: 'p1', name: 'Towing', cost: 1650 }, { title: 'Leather' }] },
      }),
    ).toEqual(listed)
    expect(packs({ vehicle, packs: ['Towing'] })).toEqual([['Towing', 'Towing', null]])
    expect(packs({ vehicle, packs: { Towing: 1650 } })).toEqual([['Towing', 'Towing', 1650]])
  })

  it('what is read as nothing else stays in view', () => {
    const { other } = readLookup({ success: true, vehicle, upstream_vehicle: upstream, credits_left: 12, vehicles: [] })
    expect(other.map(({ label, text }) => [label, text])).toEqual([['Credits left', '12']])
  })
})

describe('a text search', () => {
  it.each([
    ['vehicles', { success: true, vehicles: [vehicle] }],
    ['results', { results: [vehicle] }],
    ['a bare list', [vehicle]],
    ['an unknown name', { found: [vehicle] }],
    ['an envelope', { data: { vehicles: [vehicle] } }],
    ['hits in envelopes', { hits: { hits: [{ _id: '1', _source: vehicle }] } }],
    ['a map by id', { vehicles: { 42: { title: vehicle.title } } }],
    ['a single one', { vehicle }],
  ])('%s', (_what, body) => {
    const { vehicles } = readSearch(body)
    expect(vehicles).toHaveLength(1)
    expect(vehicles[0]?.title).toBe(vehicle.title)
  })
  it.each([[null], [[]], [{}], [{ vehicles: null }], [{ vehicles: [null, [], ''] }]])('%j finds nothing', (body) => {
    expect(readSearch(body).vehicles).toEqual([])
  })
})

describe('facets', () => {
  const counted = [
    { value: 'Toyota', count: 3 },
    { value: 'Mazda', count: 2 },
  ]
  it.each([
    ['value and count', { facets: { make: counted } }],
    [
      'key and doc_count',
      {
        aggregations: {
          make: {
            buckets: [
              { key: 'Toyota', doc_count: 3 },
              { key: 'Mazda', doc_count: 2 },
            ],
          },
        },
      },
    ],
    ['a map', { make: { Toyota: 3, Mazda: 2 } }],
    ['a map of records', { make: { Toyota: { count: 3 }, Mazda: { count: '2' } } }],
    [
      'pairs',
      {
        data: {
          make: [
            ['Toyota', 3],
            ['Mazda', 2],
          ],
        },
      },
    ],
    ['a list of facets', { facets: [{ name: 'make', values: counted }] }],
    ['single entries', { make: [{ Toyota: 3 }, { Mazda: 2 }] }],
    ['another case', { Make: { options: counted } }],
  ])('%s', (_what, body) => {
    expect(readFacets(body)).toEqual({ options: { make: counted }, total: 5 })
  })
  it('bare values have no counts, and so no total', () => {
    expect(readFacets({ bodyStyle: ['4D Sedan'], year: [2019] })).toEqual({
      options: { body_style: [{ value: '4D Sedan', count: null }], year: [{ value: '2019', count: null }] },
      total: null,
    })
  })
  it('an empty answer has nothing in it', () => {
    expect(readFacets({ facets: { make: [] } })).toEqual({ options: { make: [] }, total: 0 })
    expect(readFacets(null)).toEqual({ options: {}, total: null })
  })
})

describe('the authority’s description as facets', () => {
  const catalogue = {
    make: [
      { value: 'Mazda', count: 9 },
      { value: 'Land Rover', count: 4 },
    ],
    year: [{ value: '2019', count: 1 }],
    model: [
      { value: 'Mazda3', count: 1 },
      { value: 'CX-3', count: 1 },
      { value: 'CX-30', count: 1 },
    ],
    body: [{ value: 'Hatch', count: 1 }],
  }
  const within = async () => catalogue
  it.each([
    ['2019 MAZDA CX30 HATCH', { make: 'Mazda', year: '2019', model: 'CX-30', body: 'Hatch' }],
    ['MAZDA CX-3', { make: 'Mazda', model: 'CX-3' }],
    ['2019 LAND ROVER DEFENDER', { make: 'Land Rover', year: '2019' }],
    ['A TRAILER', {}],
  ])('%s', async (description, facets) => {
    expect(await facetsOfDescription({ description, fields: {} }, within)).toEqual(facets)
  })
  it('takes the authority’s own fields by the catalogue’s spelling, and as they are where it cannot be asked', async () => {
    const fields = { make: 'MAZDA', model: 'MAZDA3', year: '2019' }
    expect(await facetsOfDescription({ description: null, fields }, within)).toEqual({
      make: 'Mazda',
      model: 'Mazda3',
      year: '2019',
    })
    expect(await facetsOfDescription({ description: null, fields }, async () => null)).toEqual(fields)
  })
})

describe('a registration status', () => {
  const asked = { plate: 'ABC123', state: 'VIC' }
  const given = {
    success: true,
    plate_number: 'ABC 123',
    state: 'VIC',
    vin: 'JM0BP2H7A01100001',
    registration_status: 'Registered',
    registration_expiry: '2026-11-25',
    incidents: [
      { type_code: 'RWO', state: 'VIC', recorded_date: '2019-01-02', code: 'A', damage_codes: 'D1' },
      { type_code: 'SWO', state: 'NSW', recorded_date: '2021-01-02', code: 'B', damage_codes: ['D2', 'D3'] },
    ],
  }
  it('is read whole: days left by the calendar, the newest incident first', () => {
    const read = readStatus(given, asked, '2026-11-21')
    expect(read).toMatchObject({ status: 'Registered', expiry: '2026-11-25', daysLeft: 4, other: [] })
    expect(read.incidents.map(({ typeCode, damageCodes }) => [typeCode, damageCodes])).toEqual([
      ['SWO', 'D2, D3'],
      ['RWO', 'D1'],
    ])
    expect(readStatus(given, asked, '2026-11-30').daysLeft).toBe(-5)
  })
  it.each([
    ['an envelope', { registration: given }],
    [
      'other names',
      { data: { rego: 'ABC123', status: 'Registered', expires: '25/11/2026', write_offs: given.incidents } },
    ],
  ])('in %s', (_what, body) => {
    const read = readStatus(body, asked, '2026-11-21')
    expect(read).toMatchObject({ status: 'Registered', expiry: '2026-11-25' })
    expect(read.incidents).toHaveLength(2)
  })
  it('says a car of another plate or state, and a date that is none', () => {
    const { other, expiry, daysLeft } = readStatus(
      { ...given, state: 'NSW', registration_expiry: 'never' },
      asked,
      '2026-11-21',
    )
    expect([expiry, daysLeft]).toEqual([null, null])
    expect(other.map(({ label, text }) => [label, text])).toEqual([
      ['State', 'NSW'],
      ['Registration expiry', 'never'],
    ])
  })
})

describe('specs', () => {
  it('asked for one by one, given, empty or not given at all', () => {
    const parts = readSpecs(
      { success: true, vehicle_id: '42', specs: { engine: { power_kw: 100 }, power: null } },
      '42',
      ['engine', 'power', 'wheels'],
    )
    expect(parts.map(({ category, given, details }) => [category, given, details.length])).toEqual([
      ['engine', true, 1],
      ['power', true, 0],
      ['wheels', false, 0],
    ])
  })
  it.each([
    ['bare', { engine: { power_kw: 100 } }],
    ['an envelope', { data: { specs: { Engine: { power_kw: 100 } } } }],
    ['a list', { specs: [{ category: 'engine', values: { power_kw: 100 } }] }],
    ['a list of fields', { specs: { engine: [{ name: 'power_kw', value: 100 }] } }],
  ])('%s', (_what, body) => {
    const engine = readSpecs(body, '42', ['engine'])[0]
    expect(engine?.details).toEqual([{ name: 'power_kw', label: 'Power (kW)', text: '100', children: [] }])
  })
  it('categories and fields that nobody knows are shown behind', () => {
    const parts = readSpecs(
      { specs: { engine: {}, infotainment: { screen: '9 inch' }, note: 'x' }, credits: 3 },
      '42',
      ['engine'],
    )
    expect(parts.map(({ label }) => label)).toEqual(['Engine', 'Infotainment', 'Other'])
    expect(parts[2]?.details.map(({ label, text }) => [label, text])).toEqual([
      ['Note', 'x'],
      ['Credits', '3'],
    ])
  })
  it('all at once are sixteen', () => {
    expect(readSpecs({ specs: {} }, '42', null)).toHaveLength(16)
  })
})
