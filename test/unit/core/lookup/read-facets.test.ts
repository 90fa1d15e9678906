import { describe, expect, it } from 'vitest'
import { readFacets } from '../../../../src/core/lookup/read-facets.ts'

describe('readFacets', () => {
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
    expect(readFacets(body)).toMatchObject({ options: { make: counted }, total: 5, other: [] })
  })
  it.each<readonly [string, unknown]>([
    ['a plural name', { facets: { makes: counted } }],
    ['a list of plural names', { facets: [{ name: 'Makes', values: counted }] }],
    ['an envelope that is called body', { body: { makes: counted } }],
    ['JSON:API', { data: { type: 'facets', id: '1', attributes: { make: counted } } }],
    ['JSON:API facets', { data: [{ type: 'facets', id: 'make', attributes: { values: counted } }] }],
    ['edges', { data: { vehicleFacets: { make: { edges: counted.map((node) => ({ node })) } } } }],
    ['nodes', { data: { facets: { nodes: [{ name: 'make', values: { nodes: counted } }] } } }],
  ])('reads %s', (_what, body) => {
    expect(readFacets(body).options.make).toEqual(counted)
  })

  it.each([
    ['years', 'year'],
    ['bodies', 'body'],
    ['bodyStyles', 'body_style'],
    ['series', 'series'],
    ['fuel_types', 'fuel'],
    ['Transmission Types', 'transmission'],
  ] as const)('reads %s as the facet %s', (name, facet) => {
    expect(readFacets({ facets: { [name]: ['A'] } }).options[facet]).toEqual([{ value: 'A', count: null }])
  })

  it('keeps unknown facets, values that cannot be read, and other fields', () => {
    const { options, other } = readFacets({
      facets: { make: [...counted, { odd: [1], even: [2] }], drive: ['4WD'] },
      took: 3,
    })
    expect(options).toEqual({ make: counted })
    expect(other.map(({ name }) => name)).toEqual(['drive', 'took', 'make not read'])
  })

  it('has no counts and no total for bare values', () => {
    expect(readFacets({ bodyStyle: ['4D Sedan'], year: [2019] })).toEqual({
      options: { body_style: [{ value: '4D Sedan', count: null }], year: [{ value: '2019', count: null }] },
      total: null,
      other: [],
    })
  })
  it('reads an empty answer', () => {
    expect(readFacets({ facets: { make: [] } })).toEqual({ options: { make: [] }, total: 0, other: [] })
    expect(readFacets(null)).toEqual({ options: {}, total: null, other: [] })
  })
})
