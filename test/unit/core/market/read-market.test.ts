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
  it.each<readonly [string, unknown]>([
    [
      'JSON:API',
      { data: [{ type: 'leads', id: 'a', attributes: { ...given, id: undefined } }], meta: { sample_size: 9 } },
    ],
    ['GraphQL', { data: { marketOverlay: { sampleSize: 9, leads: { edges: [{ node: given }] } } } }],
    ['nodes', { data: { leads: { nodes: [given], pageInfo: { hasNextPage: false } }, sample_size: '9' } }],
    ['a map', { sample_size: 9, leads: { a: given } }],
    ['an envelope', { result: { sample_size: 9, leads: [given] } }],
  ])('reads the listings from %s', (_what, body) => {
    const { listings, sampleSize } = readMarket(body, now)
    expect(listings).toMatchObject([{ id: 'a', price: 24_990, kms: 85_000, colour: 'White' }])
    expect(sampleSize).toBe(9)
  })

  it.each<readonly [unknown, unknown, number | null, number | null]>([
    ['$16,700', '90,000 km', 16_700, 90_000],
    ['16700.00 AUD', '90000kms', 16_700, 90_000],
    ['AUD 16,700', '90 000', 16_700, 90_000],
    ['$16,700 AUD', '90000 Kilometres', 16_700, 90_000],
    ['NZ$16,700.50', '90.000 km', 16_700.5, 90_000],
    ['AUD16700', '90k', 16_700, 90_000],
    [{ amount: '16,700', currency: 'AUD' }, { value: 90_000, unit: 'km' }, 16_700, 90_000],
    ['POA', '55,000 miles', null, null],
    [null, '', null, null],
  ])('reads the price %j and the kilometres %j', (price, kms, readPrice, readKms) => {
    const [read] = readMarket({ leads: [{ ...given, price, kms }] }, now).listings
    expect([read?.price, read?.kms]).toEqual([readPrice, readKms])
    expect(read?.details.map(({ name }) => name)).toContain('kms')
  })

  it.each([
    '9999-12-31T23:59:59Z',
    '9999-12-31',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '2026-12-24',
    0,
    'never',
  ])('has a listing with the removal date %j for sale, and shows the date', (removed_at) => {
    const { listings } = readMarket({ leads: [{ ...given, removed_at }] }, now)
    expect(listings[0]).toMatchObject({ removedAt: null, daysListed: 20 })
    expect(listings[0]?.details.map(({ name }) => name)).toContain('removed_at')
    expect(marketFigures(listings)).toMatchObject({ active: { count: 1 }, sold: { count: 0 } })
  })

  it('has no days on the market for a listing that was listed at no real time', () => {
    for (const listed_at of ['0001-01-01', '1970-01-01T00:00:00Z', '9999-12-31']) {
      expect(readMarket({ leads: [{ ...given, listed_at }] }, now).listings[0]).toMatchObject({
        listedAt: null,
        daysListed: null,
      })
    }
  })

  it('reads a time in seconds or milliseconds', () => {
    const seconds = Date.parse('2026-11-11T00:00:00Z') / 1_000
    for (const removed_at of [seconds, seconds * 1_000]) {
      expect(readMarket({ leads: [{ ...given, removed_at }] }, now).listings[0]).toMatchObject({ daysListed: 10 })
    }
  })

  it('counts no lead that is null or empty, and shows it beside the number that the service says', () => {
    const read = readMarket({ sample_size: 4, leads: [given, null, {}, 'sold'] }, now)
    expect(read.sampleSize).toBe(4)
    expect(read.unreadable.map(({ raw }) => JSON.parse(raw))).toEqual([null, {}, 'sold'])
    expect(marketFigures(read.listings)).toMatchObject({ priced: 1, median: 24_990, active: { count: 1 } })
    expect(readMarket({ leads: [null, given] }, now).sampleSize).toBe(1)
    const edges = [{ cursor: 'a', node: null }, { node: given }]
    expect(readMarket({ data: { leads: { edges } } }, now)).toMatchObject({
      listings: [{ id: 'a' }],
      unreadable: [{ raw: expect.stringContaining('cursor') }],
    })
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
