import { describe, expect, it } from 'vitest'
import { filterOptions, withFacet } from '../../../../../../src/renderer/features/lookup/search/facet-options.ts'

describe('facets', () => {
  const options = ['Rover', 'Land Rover', 'Kia'].map((value, at) => ({ value, count: at }))

  it('are found by any of their characters, those that begin with them first', () => {
    expect(filterOptions(options, 'rov').map(({ value }) => value)).toEqual(['Rover', 'Land Rover'])
    expect(filterOptions(options, 'LANDR').map(({ value }) => value)).toEqual(['Land Rover'])
    expect(filterOptions(options, ' ')).toBe(options)
  })

  it('are set and cleared one by one', () => {
    expect(withFacet({ make: 'Kia' }, 'year', '2020')).toEqual({ make: 'Kia', year: '2020' })
    expect(withFacet({ make: 'Kia', year: '2020' }, 'make', null)).toEqual({ year: '2020' })
  })
})
