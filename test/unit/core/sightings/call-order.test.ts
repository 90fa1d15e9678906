import { describe, expect, it } from 'vitest'
import { chanceOf, pricePosition, sortCars, type RankFacts } from '../../../../src/core/sightings/call-order.ts'
import type { CallListCar } from '../../../../src/core/sightings/call-list.ts'
import { entry, line, sightedCustomer, sighting } from './sample-sightings.ts'

const facts = (prices: Record<string, number> = {}, reached: readonly string[] = []): RankFacts => ({
  marketPrice: (id) => prices[id] ?? null,
  wasReached: (id) => reached.includes(id),
  today: '2026-11-22',
})
const noon = (day: string): string => new Date(`${day}T12:00:00`).toISOString()
const car = (id: string, day: string, price: number | null = 20_000, changes: Partial<CallListCar> = {}): CallListCar =>
  line(sightedCustomer(id, { sightings: [sighting(noon(day), price)], saleDate: null }), changes)
const order = (cars: readonly CallListCar[]): string => cars.map(({ customer }) => customer.id).join('')

describe('the order of the call list', () => {
  const dated = (id: string, due: CallListCar['due'], nextDate: string, nextTime: string | null = null): CallListCar =>
    car(id, '2026-11-01', 1, { due, callNote: entry('call_back', { nextDate, nextTime }) })

  it('is by next action, then the newest', () => {
    const cars = [
      car('e', '2026-11-20'),
      car('f', '2026-11-21'),
      dated('d', 'later', '2026-11-30'),
      dated('c', 'today', '2026-11-22', '15:30'),
      dated('b', 'today', '2026-11-22'),
      dated('a', 'overdue', '2026-11-01', '16:00'),
    ]
    expect(order(sortCars('due', cars, facts()))).toBe('abcdfe')
  })

  it('is by the day of the first sighting for the newest', () => {
    const cars = [car('b', '2026-11-20'), car('c', '2026-11-01'), car('a', '2026-11-21')]
    expect(order(sortCars('newest', cars, facts()))).toBe('abc')
  })

  it('is by asking price as a share of the market price, cars without a comparison last', () => {
    const cars = [
      car('d', '2026-11-20'),
      car('e', '2026-11-19', null),
      car('b', '2026-11-20', 20_000),
      car('a', '2026-11-20', 30_000),
      car('c', '2026-11-20', 10_000),
    ]
    const prices = { a: 40_000, b: 20_000, c: 8_000, e: 9_000 }
    expect(order(sortCars('price-position', cars, facts(prices)))).toBe('abcde')
    expect(pricePosition(cars[3]!, facts(prices))).toBe(0.75)
  })

  it.each(['suggested', 'due', 'newest', 'price-position', 'best-chance'] as const)(
    'is the same for equal cars in any sequence: %s',
    (sort) => {
      const cars = ['c', 'a', 'd', 'b'].map((id) => car(id, '2026-11-20'))
      expect(order(sortCars(sort, cars, facts()))).toBe('abcd')
      expect(order(sortCars(sort, cars.toReversed(), facts()))).toBe('abcd')
    },
  )
})

describe('the chance of a call', () => {
  const withSale = (saleDate: string | null): CallListCar =>
    line(sightedCustomer('a', { sightings: [sighting(noon('2026-10-01'), 20_000)], saleDate }))

  it.each([
    ['2026-11-22', 30],
    ['2026-11-21', 29],
    ['2026-10-23', 0],
    ['2026-01-01', 0],
    // The clock of the service is ahead.
    ['2026-11-23', 30],
  ])('has points for a last sighting on %s: %i', (day, points) => {
    expect(chanceOf(car('a', day), facts({ a: 1 }))).toBe(points)
  })

  it.each([
    [20_000, 30],
    [25_000, 30],
    [16_000, 5],
    [15_000, 0],
    [10_000, 0],
  ])('has points for a price of $20,000 in a market of $%i: %i', (market, points) => {
    expect(chanceOf(car('a', '2026-01-01', 20_000), facts({ a: market }))).toBe(points)
  })

  it('has points for years owned, up to five, and for an owner who was reached', () => {
    const points = ['2026-11-23', '2025-11-23', '2025-11-22', '2022-03-14', '2000-01-01', null, 'x'].map((date) =>
      chanceOf(withSale(date), facts({ a: 1 })),
    )
    expect(points).toEqual([0, 0, 4, 16, 20, 0, 0])
    expect(chanceOf(withSale(null), facts({ a: 1 }, ['a']))).toBe(20)
    expect(chanceOf(withSale(null), facts())).toBe(15)
  })

  it('is none for a closed car, which is last in the list', () => {
    const closed = car('a', '2026-11-22', 1, { callNote: entry('bought') })
    expect(chanceOf(closed, facts())).toBe(0)
    expect(order(sortCars('best-chance', [closed, car('b', '2020-01-01')], facts({ b: 1 })))).toBe('ba')
  })
})
