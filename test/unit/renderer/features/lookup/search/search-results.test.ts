import { describe, expect, it } from 'vitest'
import {
  confidencePercent,
  extraFacts,
  nextResultCount,
} from '../../../../../../src/renderer/features/lookup/search/search-results.ts'
import { sampleVehicle } from '../sample-lookup.ts'

describe('results', () => {
  it('show the facts that are not in the title', () => {
    const vehicle = sampleVehicle({ facets: { make: 'Toyota', transmission: 'Automatic', fuel: 'Diesel' } })
    expect(extraFacts(vehicle)).toBe('Automatic · Diesel')
  })

  it('show a confidence as a bar only where it is a number', () => {
    expect(confidencePercent(sampleVehicle({ confidence: { part: 0.974, words: '97 %' } }))).toBe(97)
    expect(confidencePercent(sampleVehicle({ confidence: { part: 7, words: '7' } }))).toBe(100)
    expect(confidencePercent(sampleVehicle())).toBeNull()
    expect(confidencePercent(sampleVehicle({ confidence: null }))).toBeNull()
  })

  it('grow by one page, up to the limit', () => {
    expect([nextResultCount(10, 10), nextResultCount(90, 25), nextResultCount(100, 10)]).toEqual([20, 100, 100])
  })
})
