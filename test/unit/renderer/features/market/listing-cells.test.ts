import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daysBands,
  listingCell,
  listingColumns,
  listingsOfGroup,
  listingText,
  listingTitle,
  nearestListings,
  sortListings,
} from '../../../../../src/renderer/features/market/listing-cells.ts'
import { bareListing, listing } from './sample-listing.ts'

const ids = (listings: readonly { readonly id: string }[]): string[] => listings.map(({ id }) => id)

describe('listingText and listingCell', () => {
  it('format every field', () => {
    const shown = Object.fromEntries(listingColumns.map(({ key }) => [key, listingText(listing(), key)]))
    expect(shown).toEqual({
      price: '$24,990',
      kms: '85,000',
      year: '2021',
      daysListed: '32',
      status: 'For sale',
      state: 'VIC',
      sellerType: 'Dealer',
      colour: 'White',
      listedAt: '20/10/2026',
      release: '3/2021',
      sources: 'Drive Yard, Motor Board',
      tags: 'One owner',
      link: 'Open',
    })
  })

  it('give the date of removal', () => {
    expect(listingCell(listing({ removedAt: '2026-11-02' }), 'status')).toEqual({
      text: 'Removed 2/11/2026',
      tone: 'muted',
      title: '2/11/2026',
    })
  })

  it('are empty when nothing was provided', () => {
    for (const { key } of listingColumns) {
      const { text } = listingCell(bareListing('b'), key)
      expect(text).toBe(key === 'status' ? 'For sale' : '')
    }
    expect(listingTitle(bareListing('b'))).toBe('Listing')
    expect(listingTitle(listing())).toBe('2021, $24,990, 85,000 km')
  })
})

describe('sortListings', () => {
  const listings = [
    listing({ id: 'dear', price: 30_000, removedAt: '2026-11-01T00:00:00Z' }),
    bareListing('bare'),
    listing({ id: 'cheap', price: 9_000, removedAt: '2026-11-05T00:00:00Z' }),
  ]

  it('sorts by the column, with missing values last in both directions', () => {
    expect(ids(sortListings(listings, { key: 'price', descending: false }))).toEqual(['cheap', 'dear', 'bare'])
    expect(ids(sortListings(listings, { key: 'price', descending: true }))).toEqual(['dear', 'cheap', 'bare'])
  })

  it('sorts by status with active listings first, then the most recently removed', () => {
    expect(ids(sortListings(listings, { key: 'status', descending: false }))).toEqual(['bare', 'cheap', 'dear'])
  })

  it('neither loses nor duplicates a listing', () => {
    const columns = fc.constantFrom(...listingColumns.map(({ key }) => key))
    const some = fc.array(fc.option(fc.integer({ min: 0, max: 90_000 })), { maxLength: 20 })
    fc.assert(
      fc.property(some, columns, fc.boolean(), (prices, key, descending) => {
        const given = prices.map((price, at) =>
          listing({ id: `${at}`, price, kms: price, state: price ? 'VIC' : null }),
        )
        expect(ids(sortListings(given, { key, descending })).toSorted()).toEqual(ids(given).toSorted())
      }),
    )
  })

  it('filters active and removed listings', () => {
    expect(ids(listingsOfGroup(listings, 'active'))).toEqual(['bare'])
    expect(ids(listingsOfGroup(listings, 'sold'))).toEqual(['dear', 'cheap'])
    expect(listingsOfGroup(listings, 'all')).toBe(listings)
  })
})

describe('nearestListings', () => {
  const listings = [10_000, 90_000, 60_000, 75_000].map((kms) => listing({ id: `${kms}`, kms, price: 100_000 - kms }))

  it('gives the most similar kilometres, or the cheapest', () => {
    expect(ids(nearestListings(listings, 70_000, 2))).toEqual(['75000', '60000'])
    expect(ids(nearestListings(listings, null, 2))).toEqual(['90000', '75000'])
  })

  it('skips listings without a price or kilometres', () => {
    expect(nearestListings([bareListing('b')], null, 5)).toEqual([])
  })
})

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
