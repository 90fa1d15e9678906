import { describe, expect, it } from 'vitest'
import { facetsOfDescription } from '../../../../src/core/lookup/facets-of-description.ts'

describe('facetsOfDescription', () => {
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
  it('uses the catalogue’s spelling of the authority’s fields, and their own spelling while offline', async () => {
    const fields = { make: 'MAZDA', model: 'MAZDA3', year: '2019' }
    expect(await facetsOfDescription({ description: null, fields }, within)).toEqual({
      make: 'Mazda',
      model: 'Mazda3',
      year: '2019',
    })
    expect(await facetsOfDescription({ description: null, fields }, async () => null)).toEqual(fields)
  })
})
