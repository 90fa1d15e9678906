import { describe, expect, it } from 'vitest'
import { daysBands } from '../../../../../src/renderer/features/market/days-listed.ts'
import { bareListing, listing } from './sample-listing.ts'

describe('daysBands', () => {
  it('counts active and removed listings in bands that include their last day', () => {
    const removedAt = '2026-11-01T00:00:00Z'
    const listings = [
      listing({ daysListed: 0 }),
      listing({ daysListed: 14, removedAt }),
      listing({ daysListed: 15 }),
      listing({ daysListed: 90 }),
      listing({ daysListed: 400, removedAt }),
      bareListing('unknown'),
    ]
    expect(daysBands(listings).map(({ active, sold }) => [active, sold])).toEqual([
      [1, 1],
      [1, 0],
      [0, 0],
      [1, 0],
      [0, 1],
    ])
  })
})
