import { describe, expect, it } from 'vitest'
import { readLookup } from '../../../../src/core/lookup/read-lookup.ts'

const vehicle = { id: '42', title: '2019 Mazda Mazda3', year: '2019', make: 'Mazda', model: 'Mazda3' }
const upstream = { plate_number: 'ABC123', vin: 'JM0BP2H7A01100001', description: '2019 MAZDA 3 HATCH' }

describe('readLookup', () => {
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
  ])('%s is a low-confidence match', (_what, body) => {
    const { outcome, warnings } = readLookup(body)
    expect(outcome).toBe('low-quality')
    expect(warnings.length).toBeGreaterThan(0)
  })

  it.each([
    [0.97, { part: 0.97, words: '97%' }],
    [97, { part: 0.97, words: '97%' }],
    ['97%', { part: 0.97, words: '97%' }],
    ['standard', { part: null, words: 'standard' }],
    [1, { part: 1, words: '100%' }],
    [-3, { part: null, words: '-3' }],
  ])('confidence %j', (confidence, read) => {
    expect(readLookup({ vehicle: { ...vehicle, confidence } }).vehicle?.confidence).toEqual(read)
  })

  it.each([
    [0.59, 60, 'low-quality'],
    [0.6, 60, 'match'],
    [0.6, 61, 'low-quality'],
    ['85%', 90, 'low-quality'],
    [0, 0, 'match'],
    ['low', 0, 'low-quality'],
  ])('confidence %j with a limit of %d percent is a %s', (confidence, limit, outcome) => {
    expect(readLookup({ vehicle: { ...vehicle, confidence } }, limit).outcome).toBe(outcome)
  })

  it.each<readonly [string, object]>([
    ['match_quality', { match_quality: 'low' }],
    ['matchQuality', { matchQuality: 'Poor' }],
    ['a confidence', { confidence: 0.31 }],
    ['a percentage', { match_score: '41 %' }],
    ['a flag', { low_match_quality: true }],
    ['a flag as text', { isLowQuality: 'true' }],
    ['a flag of the opposite', { high_quality_match: false }],
    ['a quality with a level', { quality: { level: 'LOW' } }],
    ['a quality with a score', { quality: { score: 22 } }],
    ['a record about the match', { match: { quality: 'low' } }],
    ['meta', { meta: { match_quality: 'low' } }],
    ['meta with a confidence', { meta: { confidence: 0.2 } }],
    ['a message', { message: 'Low match quality: check the details before you rely on them.' }],
    ['a message in other words', { message: 'The match quality is very low' }],
    ['a code', { code: 'LOW_MATCH_QUALITY' }],
    ['a state', { status: 'warning' }],
    ['flags', { flags: ['low-match-quality'] }],
    ['notes', { notes: [{ text: 'This is not an exact match.' }] }],
    ['warnings in meta', { meta: { warnings: ['Check the year'] } }],
    ['a warning flag', { warning: true }],
    ['a warning with a code', { warning: { code: 'LOW_MATCH' } }],
    ['a warning with a long name', { match_warning: 'Several series are possible' }],
  ])('finds a low match told by %s, in the vehicle and beside it', (_what, sign) => {
    expect(readLookup({ vehicle, upstream_vehicle: upstream, ...sign }).outcome).toBe('low-quality')
    expect(readLookup({ success: true, data: { vehicle, ...sign } }).outcome).toBe('low-quality')
    // A state is one of the answer, not of a car.
    const inVehicle = 'status' in sign ? 'match' : 'low-quality'
    expect(readLookup({ vehicle: { ...vehicle, ...sign } }).outcome).toBe(inVehicle)
  })

  it.each<readonly [string, object]>([
    ['a high quality', { match_quality: 'high', low_match_quality: false, quality: { level: 'HIGH', score: 97 } }],
    ['a high confidence', { confidence: 0.97, meta: { confidence: 97 } }],
    ['a message', { message: 'High quality match. Low kilometres are typical for this car.', status: 'success' }],
    ['a denied warning', { message: 'No low match quality warnings.', warnings: [], warning: false }],
    ['a warning of nothing', { warnings: 'None', alerts: { count: 0, items: [] }, warning: null }],
    ['a sentence about no issues', { warnings: ['No issues found.'], alerts: 'No known problems' }],
    ['a request', { request: { id: 'req-1', level: 'low' } }],
  ])('finds a full match beside %s', (_what, sign) => {
    expect(readLookup({ vehicle, upstream_vehicle: upstream, ...sign })).toMatchObject({
      outcome: 'match',
      vehicle: { vehicleId: '42', title: vehicle.title },
    })
  })

  it('does not take what a car has for the quality of its match', () => {
    const car = { ...vehicle, lane_departure_warning: true, safety: { warnings: ['Lane departure'] }, range: 'low' }
    expect(readLookup({ vehicle: { ...car, emissions: { level: 'low' } } }).outcome).toBe('match')
  })

  it('shows the confidence that stands beside the vehicle, and the sentence about it', () => {
    const read = readLookup({ vehicle, confidence: 31, message: 'Low match quality' })
    expect(read.vehicle?.confidence).toEqual({ part: 0.31, words: '31%' })
    expect(read.warnings[0]).toBe('Low match quality')
  })

  it.each<readonly [string, unknown]>([
    [
      'JSON:API',
      { data: { type: 'vehicles', id: '42', attributes: { title: vehicle.title, upstream_vehicle: upstream } } },
    ],
    [
      'JSON:API with parts',
      {
        data: {
          type: 'registrations',
          id: 'ABC123',
          attributes: { vehicle: { type: 'vehicles', id: '42', attributes: { title: vehicle.title } }, upstream },
        },
      },
    ],
    ['GraphQL', { data: { vehicleByRego: { vehicle, upstreamVehicle: upstream } } }],
    ['GraphQL named as a part', { data: { registration: { vehicle, upstreamVehicle: upstream } } }],
    ['a GraphQL list', { data: { vehicles: { edges: [{ node: vehicle }] }, upstreamVehicle: upstream } }],
    ['a list of one answer', [{ vehicle, upstream_vehicle: upstream }]],
  ])('reads the vehicle and the authority from %s', (_what, body) => {
    expect(readLookup(body)).toMatchObject({
      outcome: 'match',
      vehicle: { vehicleId: '42', title: vehicle.title },
      authority: { vin: upstream.vin },
    })
  })

  it.each<readonly [string, unknown]>([
    [
      'JSON:API',
      { data: { type: 'registrations', id: 'ABC123', attributes: { vehicle: null, upstream_vehicle: upstream } } },
    ],
    ['GraphQL', { data: { rego: { vehicle: null, upstreamVehicle: upstream } } }],
    ['the id of a request', { vehicle: null, upstream_vehicle: upstream, request: { id: 'req-1' } }],
  ])('finds no vehicle in %s without one', (_what, body) => {
    expect(readLookup(body)).toMatchObject({ outcome: 'no-match', vehicle: null, authority: { vin: upstream.vin } })
  })

  it('scales the confidence of a match by that of the other matches', () => {
    const matches = [0.7, 97].map((confidence, at) => ({ ...vehicle, id: String(at), confidence }))
    expect(readLookup({ matches }).vehicle?.confidence).toEqual({ part: 0.006_999_999_999_999_999, words: '0.7%' })
  })

  it('lists the differences between the road authority and a low-confidence match', () => {
    const { warnings } = readLookup({
      vehicle: { ...vehicle, confidence: 'low' },
      upstream_vehicle: { ...upstream, year: 2017, make: 'MAZDA' },
    })
    expect(warnings).toEqual(['The road authority has the year 2017; this vehicle has 2019.'])
  })

  it('has only the authority’s description without a match', () => {
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

  it('reads option packs in any shape', () => {
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

  it('shows unknown fields', () => {
    const { other } = readLookup({ success: true, vehicle, upstream_vehicle: upstream, credits_left: 12, vehicles: [] })
    expect(other.map(({ label, text }) => [label, text])).toEqual([['Credits left', '12']])
  })
})
