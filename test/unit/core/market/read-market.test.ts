import { describe, expect, it } from 'vitest'
import { marketFigures } from '../../../../src/core/market/figures.ts'
import { marketFile } from '../../../../src/core/market/market-file.ts'
import { readMarket } from '../../../../src/core/market/read-market.ts'
import { inTimeZone } from '../../time-zone.ts'
import { listing } from './sample-listings.ts'

describe('readMarket', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const given = {
    id: 'a',
    vehicle_id: '42',
    year: 2019,
    release_year: 2019,
    release_month: 3,
    listed_at: '2026-11-01T00:00:00Z',
    removed_at: null,
    seller_type: 'dealer',
    color: 'White',
    state: 'VIC',
    tag_ids: ['demo'],
    price: 24990,
    kms: 85000,
    listing_sources: ['Cars A'],
  }
  it('reads the interface’s field names', () => {
    const { details, ...read } =
      readMarket({ success: true, sample_size: 9, days_checked: 60, leads: [given] }, now).listings[0] ?? listing()
    expect(read).toEqual({
      id: 'a',
      vehicleId: '42',
      year: 2019,
      releaseYear: 2019,
      releaseMonth: 3,
      listedAt: '2026-11-01',
      removedAt: null,
      daysListed: 20,
      sellerType: 'dealer',
      colour: 'White',
      state: 'VIC',
      tags: ['demo'],
      price: 24_990,
      kms: 85_000,
      sources: ['Cars A'],
      link: null,
    })
    expect(details).toHaveLength(14)
  })
  it.each([
    ['numbers as texts', { price: '$24,990', kms: '85,000', year: '2019' }],
    ['other names', { asking_price: 24990, odometer: 85000, model_year: 2019 }],
  ])('reads %s', (_what, record) => {
    expect(readMarket({ leads: [record] }, now).listings[0]).toMatchObject({ price: 24_990, kms: 85_000, year: 2019 })
  })
  it.each([
    [{ url: 'https://cars.example/1' }, 'https://cars.example/1'],
    [{ listing_sources: [{ name: 'Cars A', url: 'https://cars.example/2' }] }, 'https://cars.example/2'],
    [{ url: 'http://cars.example/1' }, null],
    [{ url: 'javascript:alert(1)' }, null],
  ])('reads the link of %j as %s', (record, link) =>
    expect(readMarket({ leads: [record] }, now).listings[0]?.link).toBe(link),
  )
  it.each([[null], [[]], [{}], [{ leads: null }], [{ leads: [null, 3, 'x', [], {}] }]])(
    'reads %j without listings',
    (body) => {
      const { listings } = readMarket(body, now)
      expect(marketFigures(listings).median).toBeNull()
    },
  )
  it.each([
    ['2026-11-01', 20],
    ['2026-11-01T00:00:00+11:00', 20],
    ['2026-11-01 00:00:00', 20],
    ['1/11/2026', 20],
  ])('reads %s as 1 November in every time zone', (listed, days) => {
    const [read] = readMarket({ leads: [{ listed_at: listed }] }, now).listings
    expect([read?.listedAt, read?.daysListed]).toEqual(['2026-11-01', days])
  })
  it.each([
    ['Australia/Sydney', '21/11/2026'],
    ['America/Los_Angeles', '20/11/2026'],
  ])('exports the day of a listing in %s', async (timeZone, day) => {
    const { listings } = readMarket({ leads: [{ listed_at: '2026-11-21T03:00:00Z' }] }, now)
    const { content } = await inTimeZone(timeZone, () => marketFile('RAV4', listings, 'region'))
    expect(content).toContain(`,${day},`)
  })
  it.each([['2026-13-01'], ['2026-02-30T00:00:00Z'], ['']])('ignores the invalid date %j', (listed) =>
    expect(readMarket({ leads: [{ listed_at: listed }] }, now).listings[0]).toMatchObject({
      listedAt: null,
      daysListed: null,
    }),
  )
  it('treats a listing that was last seen today as active', () =>
    expect(
      readMarket({ leads: [{ ...given, removed_at: null, last_seen: '2026-11-20T08:00:00Z' }] }, now).listings[0],
    ).toMatchObject({ removedAt: null, daysListed: 20 }))
  it('ignores a price of 0 and an invalid date', () => {
    expect(readMarket({ leads: [{ price: 0, listed_at: 'soon' }] }, now).listings[0]).toMatchObject({
      price: null,
      listedAt: null,
      daysListed: null,
    })
  })

  it('exports a table without formulas, with unknown fields last', async () => {
    const { listings } = readMarket(
      {
        leads: [
          { ...given, price: 30_000 },
          { ...given, color: '=1+1', wheels: 'alloy' },
        ],
      },
      now,
    )
    const { content, rows, fileName } = await marketFile('Mazda3', listings, 'region')
    expect([fileName, rows]).toEqual(['Mazda3 - market.csv', 2])
    expect(content.split('\r\n')).toEqual([
      '\ufeffPrice,Kilometres,Year,Released,State,Seller,Colour,Listed,Removed,Days listed,Sites,Tags,Link,Listing,Vehicle,Wheels',
      "24990,85000,2019,3/2019,VIC,dealer,'=1+1,1/11/2026,,20,Cars A,demo,,a,42,alloy",
      '30000,85000,2019,3/2019,VIC,dealer,White,1/11/2026,,20,Cars A,demo,,a,42,',
      '',
    ])
  })
})
