import { describe, expect, it } from 'vitest'
import { readSearch } from '../../../../src/core/lookup/read-search.ts'

const vehicle = { id: '42', title: '2019 Mazda Mazda3', year: '2019', make: 'Mazda', model: 'Mazda3' }

describe('readSearch', () => {
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
  it.each<readonly [string, unknown]>([
    ['JSON:API', { data: [{ type: 'vehicles', id: '42', attributes: { title: vehicle.title, confidence: 0.9 } }] }],
    [
      'JSON:API with its score in meta',
      { data: [{ id: '42', attributes: { title: vehicle.title }, meta: { score: 90 } }] },
    ],
    ['attributes beside a score', { data: [{ id: '42', score: 0.9, attributes: { title: vehicle.title } }] }],
    ['edges', { data: { vehicles: { edges: [{ node: { ...vehicle, confidence: 0.9 } }], totalCount: 1 } } }],
    ['edges with a score', { data: { searchVehicles: { edges: [{ score: 0.9, node: vehicle }] } } }],
    ['nodes', { data: { vehicles: { nodes: [{ ...vehicle, score: '90%' }], pageInfo: { hasNextPage: false } } } }],
  ])('reads title, ID and confidence from %s', (_what, body) => {
    expect(readSearch(body).vehicles).toMatchObject([
      { vehicleId: '42', title: vehicle.title, confidence: { part: 0.9, words: '90%' } },
    ])
  })

  it.each<readonly [readonly unknown[], readonly string[]]>([
    [
      [97, 54, 1, 0.7],
      ['97%', '54%', '1%', '0.7%'],
    ],
    [
      [0.97, 0.54, 1, 0],
      ['97%', '54%', '100%', '0%'],
    ],
    [
      ['97%', 54, '1'],
      ['97%', '54%', '1%'],
    ],
    [
      ['standard', 0.97, 'Low'],
      ['standard', '97%', 'Low'],
    ],
    [
      ['0.97', '0.5'],
      ['97%', '50%'],
    ],
    [
      [850, 97, 0.5],
      ['850', '97', '0.5'],
    ],
  ])('scales the confidences %j as one list', (scores, shown) => {
    const { vehicles } = readSearch({ vehicles: scores.map((score, at) => ({ id: `v${at}`, title: 'Car', score })) })
    expect(vehicles.map(({ confidence }) => confidence?.words)).toEqual(shown)
  })

  it('shows the other vehicles, the entries that are none, and what stands beside the list', () => {
    const read = readSearch({ data: { vehicles: [vehicle, null, {}, ['x'], 'A title'], totalCount: 57 }, took_ms: 4 })
    expect(read.vehicles.map(({ title }) => title)).toEqual([vehicle.title, 'A title'])
    expect(read.unreadable.map(({ raw }) => JSON.parse(raw))).toEqual([null, {}, ['x']])
    expect(read.other.map(({ name, text }) => [name, text])).toEqual([
      ['totalCount', '57'],
      ['took_ms', '4'],
    ])
  })

  it('does not take the ID of an answer for a vehicle', () => {
    expect(readSearch({ id: 'req-1', vehicles: [] }).vehicles).toEqual([])
    expect(readSearch({ success: true, request: { id: 'req-1' }, vehicles: null }).vehicles).toEqual([])
  })

  it.each([[null], [[]], [{}], [{ vehicles: null }], [{ vehicles: [null, [], ''] }]])('%j finds nothing', (body) => {
    expect(readSearch(body).vehicles).toEqual([])
  })
})
