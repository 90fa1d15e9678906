import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Listing } from '../../../../src/contract/market.ts'
import { expectedPriceAt, marketFigures, priceLine, sortedPrices } from '../../../../src/core/market/figures.ts'
import { marketFile } from '../../../../src/core/market/market-file.ts'
import { pricePosition } from '../../../../src/core/market/price-position.ts'
import { readMarket } from '../../../../src/core/market/read-market.ts'
import { medianOf, quantileOf, sortAscending, theilSenLine } from '../../../../src/core/market/statistics.ts'
import { sampleConfidence } from '../../../../src/core/market/confidence.ts'

const listing = (more: Partial<Listing> = {}): Listing => ({
  id: 'l1',
  vehicleId: null,
  year: 2019,
  releaseYear: null,
  releaseMonth: null,
  listedAt: null,
  removedAt: null,
  daysListed: null,
  sellerType: null,
  colour: null,
  state: null,
  tags: [],
  price: null,
  kms: null,
  sources: [],
  link: null,
  details: [],
  ...more,
})
const priced = (...prices: readonly number[]): Listing[] => prices.map((price, at) => listing({ id: `l${at}`, price }))

const price = fc.integer({ min: 1, max: 500_000 })
const anyListing = fc
  .record({
    price: fc.option(fc.oneof(price, fc.constant(0), fc.double({ min: 0.01, max: 1e9, noNaN: true }))),
    kms: fc.option(fc.integer({ min: 0, max: 900_000 })),
    year: fc.option(fc.integer({ min: 1990, max: 2027 })),
    state: fc.option(fc.constantFrom('NSW', 'VIC')),
    sellerType: fc.option(fc.constantFrom('dealer', 'private')),
    daysListed: fc.option(fc.nat({ max: 900 })),
    removedAt: fc.option(fc.constant('2026-11-01T00:00:00.000Z')),
  })
  .map(listing)
const sample = fc.array(anyListing, { maxLength: 60 })
const askedCar = fc.record({ price: fc.option(price), kms: fc.option(fc.integer({ min: 0, max: 1_000_000 })) })

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

describe('figures of a sample', () => {
  it.each([
    [[10], 0.5, 10],
    [[10, 20], 0.5, 15],
    [[10, 20, 30, 40], 0.25, 17.5],
    [[10, 20, 30, 40, 50], 0.75, 40],
    [[], 0.5, null],
  ])('the quantile of %j at %d is %d', (values, part, expected) => {
    expect(quantileOf(sortAscending(values), part)).toBe(expected)
  })

  it('stay within the sample and in their order, and do not care for that of the listings', () => {
    fc.assert(
      fc.property(sample, fc.integer(), (listings, seed) => {
        const figures = marketFigures(listings)
        for (const number of numbersIn(figures)) expect(Number.isFinite(number)).toBe(true)
        const { lowest, lowerQuartile, median, upperQuartile, highest } = figures
        const middle = [lowest, lowerQuartile, median, upperQuartile, highest]
        expect(middle.includes(null)).toBe(figures.priced === 0)
        // Middle figures are in whole dollars.
        const inOrder = middle.map((each) => Math.round(each ?? 0))
        expect(inOrder).toEqual(inOrder.toSorted((one, another) => one - another))
        const other = listings.toSorted(
          (a, b) => (((a.price ?? 0) * 7 + seed) % 13) - (((b.price ?? 0) * 7 + seed) % 13),
        )
        expect(marketFigures(other)).toEqual(figures)
        for (const groups of [figures.byYear, figures.byState, figures.bySeller, [figures.active, figures.sold]]) {
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(listings.length)
        }
      }),
    )
  })

  it('one odd price moves the median no further than to its neighbour', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 3, maxLength: 50 }), fc.integer({ min: 1, max: 1e9 }), (prices, odd) => {
        const sorted = prices.toSorted((a, b) => a - b)
        const after = medianOf([...prices, odd]) ?? 0
        const middle = (sorted.length - 1) / 2
        expect(after).toBeGreaterThanOrEqual(sorted[Math.max(0, Math.floor(middle) - 1)] ?? 0)
        expect(after).toBeLessThanOrEqual(sorted[Math.min(sorted.length - 1, Math.ceil(middle) + 1)] ?? 0)
      }),
    )
  })

  it('a quarter of odd listings does not bend the line of price against kilometres', () => {
    const points = Array.from({ length: 40 }, (_, at) => ({ x: at * 5_000, y: 40_000 - at * 500 }))
    const odd = points.map((point, at) => (at % 4 === 0 ? { ...point, y: at % 8 === 0 ? 1 : 900_000 } : point))
    expect(theilSenLine(points)?.slope).toBeCloseTo(-0.1)
    expect(theilSenLine(odd)?.slope).toBeCloseTo(-0.1, 1)
  })

  it('computes the figures of 2,000 listings in under a second of CPU time', () => {
    const listings = Array.from({ length: 2_000 }, (_, at) =>
      listing({ price: 50_000 - at * 9 + (at % 7) * 300, kms: at * 90 }),
    )
    const before = process.threadCpuUsage()
    const { pricePerThousandKms } = marketFigures(listings)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
    expect(pricePerThousandKms).toBeCloseTo(-100, -1)
  })

  it('a line by which cars gain with kilometres, or of fewer than four, is none', () => {
    const of = (prices: readonly number[]) => prices.map((each, at) => listing({ price: each, kms: (at + 1) * 10_000 }))
    expect(marketFigures(of([40, 30, 20, 10])).pricePerThousandKms).toBe(-1)
    expect(marketFigures(of([10, 20, 30, 40]))).toMatchObject({ pricePerThousandKms: null, expectedLine: null })
    expect(marketFigures(of([40, 30, 20]))).toMatchObject({ pricePerThousandKms: null, expectedLine: null })
  })

  it('the line and the expected price are one, and go no further than the sample', () => {
    fc.assert(
      fc.property(sample, fc.nat({ max: 1_000_000 }), (listings, kms) => {
        const prices = sortedPrices(listings)
        const expected = expectedPriceAt(prices, priceLine(listings), kms)
        expect(expected === null).toBe(prices.length === 0)
        expect(expected ?? 0).toBeGreaterThanOrEqual(Math.round(prices[0] ?? 0))
        expect(expected ?? 0).toBeLessThanOrEqual(Math.round(prices.at(-1) ?? 0))
        const line = marketFigures(listings).expectedLine
        const ends =
          line && [line.fromKms, line.toKms].map((each) => expectedPriceAt(prices, priceLine(listings), each))
        expect(ends).toEqual(line && [line.fromPrice, line.toPrice])
      }),
    )
  })
})

describe('the place of a car', () => {
  it('ranks within the sample, whatever it is, and says it in one or two sentences', () => {
    fc.assert(
      fc.property(sample, askedCar, (listings, car) => {
        const { rank, of, words, ...rest } = pricePosition(listings, car, 'au')
        expect(rank === null).toBe(car.price === null)
        expect(rank ?? 1).toBeGreaterThanOrEqual(1)
        expect(rank ?? 0).toBeLessThanOrEqual(of)
        for (const number of numbersIn(rest)) expect(Number.isFinite(number)).toBe(true)
        expect(words).not.toMatch(/undefined|null|NaN/)
        expect(words.match(/\.(?: |$)/g)?.length ?? 0).toBeGreaterThanOrEqual(1)
        expect(words.match(/\.(?: |$)/g)?.length ?? 9).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('in words', () => {
    const line = [10_000, 20_000, 30_000, 40_000, 50_000].map((kms, at) => listing({ kms, price: 30_000 - at * 1_000 }))
    expect(pricePosition(line, { price: 26_500, kms: 40_000 }, 'au')).toEqual({
      rank: 2,
      of: 6,
      expectedPrice: 27_000,
      difference: -500,
      words:
        'Second cheapest of 6, $1,500 below the median of $28,000. At 40,000 km, $500 below the expected price of $27,000 (about right).',
    })
    expect(pricePosition(line, { price: 35_000, kms: null }, 'nz').words).toBe(
      'Most expensive of 6. $7,000 above the median of $28,000.',
    )
    expect(pricePosition(line, { price: null, kms: 10_000 }, 'au').words).toBe(
      'Similar cars: expected price $30,000 at 10,000 km, median asking price $28,000.',
    )
    expect(pricePosition(priced(20_000), { price: 20_000, kms: 10 }, 'my').words).toBe(
      'Among the cheapest of 2, at the median of RM 20,000. Only 1 listing to compare with: use this as a guide only.',
    )
    expect(pricePosition([], { price: 1, kms: 1 }, 'au').words).toBe('No priced listings to compare with.')
  })

  it('expects no price at kilometres far from those of the sample, and says so', () => {
    const line = [10_000, 20_000, 30_000, 40_000, 50_000].map((kms, at) => listing({ kms, price: 30_000 - at * 1_000 }))
    const far = pricePosition(line, { price: 26_500, kms: 120_000 }, 'au')
    expect(far).toMatchObject({ rank: 2, expectedPrice: null, difference: null })
    expect(far.words).toBe(
      'Second cheapest of 6, $1,500 below the median of $28,000. No listing has more than 50,000 km, so no price is estimated for 120,000 km.',
    )
    expect(pricePosition(line, { price: null, kms: 1_000 }, 'au').words).toBe(
      'Similar cars: median asking price $28,000. No listing has fewer than 10,000 km, so no price is estimated for 1,000 km.',
    )
    expect(pricePosition(line, { price: null, kms: 55_000 }, 'au').expectedPrice).toBe(26_000)
  })
})

describe('how far to rely on it', () => {
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
  ] as const)('%d listings within %s days (at least %s) is %s', (listings, days, least, level) => {
    const { level: given, words } = trust(listings, days, least)
    expect(given).toBe(level)
    expect(words).not.toMatch(/undefined|null|NaN| {2}/)
    expect(words).toMatch(/\.$/)
  })
  it('says what had to be done to find them, and that fewer than four are a hint', () => {
    expect(trust(4, 130).words).toBe(
      '4 listings found in the last 130 days. The period was extended from 60 to 130 days to find enough listings. Some prices may be out of date. Use the figures as a guide only.',
    )
    expect(trust(2, 60).words).toMatch(/Fewer than four/)
    expect(trust(5, 65).words).toMatch(/extended from 60 to 65 days/)
    expect(trust(5, 60, null, 0)).toEqual({
      level: 'none',
      words: '5 listings found in the last 60 days, but none with a price.',
    })
    expect(trust(12, 60, null, 11).words).toMatch(/Only 11 have a price/)
  })
})

describe('a market overlay as it came', () => {
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
  it('by the interface’s names', () => {
    const { details, ...read } =
      readMarket({ success: true, sample_size: 9, days_checked: 60, leads: [given] }, now).listings[0] ?? listing()
    expect(read).toEqual({
      id: 'a',
      vehicleId: '42',
      year: 2019,
      releaseYear: 2019,
      releaseMonth: 3,
      listedAt: '2026-11-01T00:00:00.000Z',
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
  ])('%s', (_what, record) => {
    expect(readMarket({ leads: [record] }, now).listings[0]).toMatchObject({ price: 24_990, kms: 85_000, year: 2019 })
  })
  it.each([
    [{ url: 'https://cars.example/1' }, 'https://cars.example/1'],
    [{ listing_sources: [{ name: 'Cars A', url: 'https://cars.example/2' }] }, 'https://cars.example/2'],
    [{ url: 'http://cars.example/1' }, null],
    [{ url: 'javascript:alert(1)' }, null],
  ])('a link of %j is %s', (record, link) => expect(readMarket({ leads: [record] }, now).listings[0]?.link).toBe(link))
  it.each([[null], [[]], [{}], [{ leads: null }], [{ leads: [null, 3, 'x', [], {}] }]])('%j breaks nothing', (body) => {
    const { listings } = readMarket(body, now)
    expect(marketFigures(listings).median).toBeNull()
  })
  it.each([
    ['2026-11-01', 20],
    ['2026-11-01T00:00:00+11:00', 20],
    ['2026-11-01 00:00:00', 20],
    ['2026-11-01T23:30:00-08:00', 19],
    ['1/11/2026', 20],
  ])('listed %s is the first of November, wherever the PC stands', (listed, days) => {
    const [read] = readMarket({ leads: [{ listed_at: listed }] }, now).listings
    expect([read?.listedAt?.slice(0, 10), read?.daysListed]).toEqual(['2026-11-01', days])
  })
  it.each([['2026-13-01'], ['2026-02-30T00:00:00Z'], ['']])('listed %j is no date', (listed) =>
    expect(readMarket({ leads: [{ listed_at: listed }] }, now).listings[0]).toMatchObject({
      listedAt: null,
      daysListed: null,
    }),
  )
  it('a car that was last seen today is still for sale', () =>
    expect(
      readMarket({ leads: [{ ...given, removed_at: null, last_seen: '2026-11-20T08:00:00Z' }] }, now).listings[0],
    ).toMatchObject({ removedAt: null, daysListed: 20 }))
  it('a price of nothing is no price, and a date that is none is no date', () => {
    expect(readMarket({ leads: [{ price: 0, listed_at: 'soon' }] }, now).listings[0]).toMatchObject({
      price: null,
      listedAt: null,
      daysListed: null,
    })
  })

  it('goes out as a table that runs nothing, with what nobody knows behind', async () => {
    const { listings } = readMarket(
      {
        leads: [
          { ...given, price: 30_000 },
          { ...given, color: '=1+1', wheels: 'alloy' },
        ],
      },
      now,
    )
    const { content, rows, fileName } = await marketFile('Mazda3', listings)
    expect([fileName, rows]).toEqual(['Mazda3 – market.csv', 2])
    expect(content.split('\r\n')).toEqual([
      '\ufeffPrice,Kilometres,Year,Released,State,Seller,Colour,Listed,Removed,Days listed,Sites,Tags,Link,Listing,Vehicle,Wheels',
      "24990,85000,2019,3/2019,VIC,dealer,'=1+1,1/11/2026,,20,Cars A,demo,,a,42,alloy",
      '30000,85000,2019,3/2019,VIC,dealer,White,1/11/2026,,20,Cars A,demo,,a,42,',
      '',
    ])
  })
})
