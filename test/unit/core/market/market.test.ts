import { describe, expect, it } from 'vitest'
import { sampleConfidence } from '../../../../src/core/market/market.ts'

describe('sampleConfidence', () => {
  const trust = (listings: number, daysChecked: number | null, minimumDays: number | null = null, of = listings) =>
    sampleConfidence({ listings, sampleSize: listings, priced: of, daysChecked }, minimumDays)
  it.each([
    [12, 60, null, 'good'],
    [12, 200, 200, 'good'],
    [12, 200, null, 'fair'],
    [5, 60, null, 'fair'],
    [4, 130, null, 'thin'],
    [6, 130, null, 'fair'],
    [4, 60, null, 'fair'],
    [3, 360, null, 'thin'],
    [0, 360, null, 'none'],
    [12, null, null, 'good'],
  ] as const)('rates %d listings from %s days (at least %s) as %s', (listings, days, least, level) => {
    const { level: given, words } = trust(listings, days, least)
    expect(given).toBe(level)
    expect(words).not.toMatch(/undefined|null|NaN| {2}/)
    expect(words).toMatch(/\.$/)
  })
  it('describes the extended period, a small sample and missing prices', () => {
    expect(trust(4, 130).words).toBe(
      'The period was extended from 60 to 130 days to find enough listings. Some prices may be out of date. Use the figures as a guide only.',
    )
    expect(trust(2, 60).words).toMatch(/Fewer than four/)
    expect(trust(5, 65).words).toMatch(/extended from 60 to 65 days/)
    expect(trust(5, 60, null, 0)).toEqual({ level: 'none', words: 'None of them has a price.' })
    expect(trust(0, 60).words).toBe('No listings of similar cars found in the last 60 days.')
    expect(trust(12, 60, null, 11).words).toBe('Only 11 have a price. Enough for a reliable median.')
  })
  it('does not repeat the number of listings and the period, which stand beside it', () => {
    expect(trust(32, 60).words).toBe('Enough for a reliable median.')
  })
})
