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
  it.each([[null], [[]], [{}], [{ vehicles: null }], [{ vehicles: [null, [], ''] }]])('%j finds nothing', (body) => {
    expect(readSearch(body).vehicles).toEqual([])
  })
})
