import { describe, expect, it } from 'vitest'
import {
  extraFacts,
  nextResultCount,
  partialConfidence,
} from '../../../../../../src/renderer/features/lookup/search/search-results.ts'
import { sampleVehicle } from '../sample-lookup.ts'

describe('results', () => {
  it('show the facts that are not in the title', () => {
    const vehicle = sampleVehicle({ facets: { make: 'Toyota', transmission: 'Automatic', fuel: 'Diesel' } })
    expect(extraFacts(vehicle)).toBe('Automatic · Diesel')
  })

  it('show a confidence only where it is not full or standard', () => {
    expect(partialConfidence(sampleVehicle({ confidence: { part: 0.974, words: '97%' } }))).toBe('97%')
    expect(partialConfidence(sampleVehicle({ confidence: { part: null, words: 'low' } }))).toBe('low')
    expect(partialConfidence(sampleVehicle({ confidence: { part: 1, words: '100%' } }))).toBeNull()
    expect(partialConfidence(sampleVehicle())).toBeNull()
    expect(partialConfidence(sampleVehicle({ confidence: null }))).toBeNull()
  })

  it('grow by one page, up to the limit', () => {
    expect([nextResultCount(10, 10), nextResultCount(90, 25), nextResultCount(100, 10)]).toEqual([20, 100, 100])
  })
})
