import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  leadCell,
  leadColumns,
  leadsOfShare,
  leadText,
  leadTitle,
  nearestLeads,
  sortLeads,
} from '../../../../../src/renderer/features/market/listing-cells.ts'
import { bareLead, lead } from './sample-listing.ts'

const ids = (leads: readonly { readonly id: string }[]): string[] => leads.map(({ id }) => id)

describe('the cells of a listing', () => {
  it('say every field as a dealer would', () => {
    const shown = Object.fromEntries(leadColumns.map(({ key }) => [key, leadText(lead(), key, 'au')]))
    expect(shown).toEqual({
      price: '$24,990',
      kms: '85,000',
      year: '2021',
      daysListed: '32',
      standing: 'For sale',
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

  it('say when it went', () => {
    expect(leadCell(lead({ removedAt: '2026-11-02T00:00:00Z' }), 'standing', 'au')).toEqual({
      text: 'Gone 2/11/2026',
      tone: 'muted',
    })
  })

  it('are empty, never odd, where nothing was given', () => {
    for (const { key } of leadColumns) {
      const { text } = leadCell(bareLead('b'), key, 'au')
      expect(text).toBe(key === 'standing' ? 'For sale' : '')
    }
    expect(leadTitle(bareLead('b'), 'au')).toBe('Listing')
    expect(leadTitle(lead(), 'au')).toBe('2021, $24,990, 85,000 km')
  })
})

describe('the order of the listings', () => {
  const leads = [
    lead({ id: 'dear', price: 30_000, removedAt: '2026-11-01T00:00:00Z' }),
    bareLead('bare'),
    lead({ id: 'cheap', price: 9_000, removedAt: '2026-11-05T00:00:00Z' }),
  ]

  it('is by the column, with what is not given last either way', () => {
    expect(ids(sortLeads(leads, { key: 'price', descending: false }))).toEqual(['cheap', 'dear', 'bare'])
    expect(ids(sortLeads(leads, { key: 'price', descending: true }))).toEqual(['dear', 'cheap', 'bare'])
  })

  it('by standing has those for sale first, then the latest to go', () => {
    expect(ids(sortLeads(leads, { key: 'standing', descending: false }))).toEqual(['bare', 'cheap', 'dear'])
  })

  it('loses and doubles none, whichever column', () => {
    const columns = fc.constantFrom(...leadColumns.map(({ key }) => key))
    const some = fc.array(fc.option(fc.integer({ min: 0, max: 90_000 })), { maxLength: 20 })
    fc.assert(
      fc.property(some, columns, fc.boolean(), (prices, key, descending) => {
        const given = prices.map((price, at) => lead({ id: `${at}`, price, kms: price, state: price ? 'VIC' : null }))
        expect(ids(sortLeads(given, { key, descending })).toSorted()).toEqual(ids(given).toSorted())
      }),
    )
  })

  it('shares out those for sale and those gone', () => {
    expect(ids(leadsOfShare(leads, 'active'))).toEqual(['bare'])
    expect(ids(leadsOfShare(leads, 'sold'))).toEqual(['dear', 'cheap'])
    expect(leadsOfShare(leads, 'all')).toBe(leads)
  })
})

describe('the listings for a sheet of paper', () => {
  const leads = [10_000, 90_000, 60_000, 75_000].map((kms) => lead({ id: `${kms}`, kms, price: 100_000 - kms }))

  it('are the nearest in kilometres, or the cheapest', () => {
    expect(ids(nearestLeads(leads, 70_000, 2))).toEqual(['75000', '60000'])
    expect(ids(nearestLeads(leads, null, 2))).toEqual(['90000', '75000'])
  })

  it('are those that have a price and kilometres', () => {
    expect(nearestLeads([bareLead('b')], null, 5)).toEqual([])
  })
})
