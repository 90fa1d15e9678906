import { describe, expect, it } from 'vitest'
import { daysBands } from '../../../../../src/renderer/features/market/days-listed.ts'
import { furtherBack, lookBackDays, lookBackWords } from '../../../../../src/renderer/features/market/period.ts'
import { bareListing, listing } from './sample-listing.ts'

describe('days listed', () => {
  it('counts those for sale and those gone in bands whose ends belong to them', () => {
    const gone = '2026-11-01T00:00:00Z'
    const listings = [
      listing({ daysListed: 0 }),
      listing({ daysListed: 14, removedAt: gone }),
      listing({ daysListed: 15 }),
      listing({ daysListed: 90 }),
      listing({ daysListed: 400, removedAt: gone }),
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

describe('looking further back', () => {
  it('goes to the next step beyond what was looked through, until the end', () => {
    expect(furtherBack(null)).toBe(60)
    expect(furtherBack(60)).toBe(90)
    expect(furtherBack(70)).toBe(90)
    expect(furtherBack(730)).toBeNull()
  })

  it('names each step', () => {
    expect(lookBackDays.map(lookBackWords)).toEqual([
      '60 days (usual)',
      '90 days',
      '120 days',
      '180 days',
      '270 days',
      'a year',
      'two years',
    ])
  })
})
