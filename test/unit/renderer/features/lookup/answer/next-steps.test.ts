import { describe, expect, it } from 'vitest'
import {
  catalogueRoute,
  facetList,
  nextStepsFor,
} from '../../../../../../src/renderer/features/lookup/answer/next-steps.ts'
import { sampleLookup } from '../sample-lookup.ts'

describe('next steps without a vehicle', () => {
  const without = { vehicle: null, optionPacks: [] }

  it('search the catalogue with the filters of the description', () => {
    const lookup = sampleLookup({ ...without, outcome: 'no-match', facets: { make: 'Toyota' } })
    expect(nextStepsFor(lookup)?.vin?.unavailable).toBeNull()
    expect(catalogueRoute(lookup).query).toEqual({ make: 'Toyota' })
    expect(facetList(lookup.facets)).toEqual(['make Toyota'])
  })

  it('look up the VIN, or say why the region cannot', () => {
    const lookup = sampleLookup({ ...without, outcome: 'vin-only' })
    expect(nextStepsFor(lookup)?.vin).toEqual({ vin: 'MR0HA3CD500123456', unavailable: null })
    expect(nextStepsFor({ ...lookup, region: 'my' })?.vin?.unavailable).toContain('Malaysia')
    expect(nextStepsFor({ ...lookup, region: 'my' })?.text).toContain('make and model')
  })

  it('check the rego when no record was found', () => {
    const nothing = sampleLookup({ ...without, outcome: 'nothing', authority: null })
    expect(nextStepsFor(nothing)?.text).toContain('state')
    expect(nextStepsFor({ ...nothing, region: 'nz', state: null })?.text).not.toContain('state')
  })

  it('are not offered for a match', () => {
    expect(nextStepsFor(sampleLookup())).toBeNull()
  })
})
