import { describe, expect, it } from 'vitest'
import { carHistory, hasPriceDroppedSince, isNewSince } from '../../../../src/core/sightings/car-history.ts'
import { sighting } from './sample-sightings.ts'

const asSeen = ({ at }: { at: string }): string => new Date(at).toISOString()
const monday = '2026-11-16T01:00:00Z'
const tuesday = '2026-11-17T01:00:00Z'
const wednesday = '2026-11-18T01:00:00Z'
const thursday = '2026-11-19T01:00:00Z'

function historyOf(...seen: ReturnType<typeof sighting>[]) {
  const history = carHistory(seen, asSeen)
  if (!history) throw new Error('It was never seen')
  return history
}

describe('carHistory', () => {
  it('is null for a car without sightings', () => {
    expect(carHistory([], asSeen)).toBeNull()
  })

  it('sorts sightings by time', () => {
    const history = historyOf(
      sighting(wednesday, 29_990),
      sighting(monday, 31_990),
      sighting(tuesday, 31_990, 'listing-2'),
    )
    expect(history.sightings.map(({ at }) => at)).toEqual([wednesday, tuesday, monday])
    expect(history).toMatchObject({ firstSeenAt: monday, lastSeenAt: wednesday, listings: 2 })
  })

  it('ignores repeats at the same price and sightings without a price', () => {
    const history = historyOf(
      sighting(monday, 31_990),
      sighting(tuesday, 29_990),
      sighting(wednesday, null),
      sighting(thursday, 29_990, 'listing-2'),
    )
    expect(history).toMatchObject({ price: 29_990, earlierPrice: 31_990, priceArrivedAt: asSeen({ at: tuesday }) })
  })

  it('compares times across UTC offsets', () => {
    // Ten in Perth is after noon in Brisbane.
    const history = historyOf(sighting('2026-11-18T10:30:00+08:00', 2), sighting('2026-11-18T12:00:00+10:00', 1))
    expect(history).toMatchObject({ price: 2, earlierPrice: 1 })
  })

  it('has no price when no listing has one', () => {
    expect(historyOf(sighting(monday, null))).toMatchObject({ price: null, earlierPrice: null, priceArrivedAt: null })
  })
})

describe('news since the last visit', () => {
  const dropped = historyOf(sighting(monday, 31_990), sighting(wednesday, 29_990))

  it('counts from arrival on this PC, not from the service’s time', () => {
    const late = carHistory([sighting(monday, 31_990)], () => '2026-11-18T05:00:00.000Z')
    expect(late && isNewSince(late, '2026-11-17T09:00:00.000Z')).toBe(true)
    expect(late && isNewSince(late, '2026-11-18T09:00:00.000Z')).toBe(false)
  })

  it('includes every car on the first visit', () => {
    expect(isNewSince(dropped, null)).toBe(true)
    expect(hasPriceDroppedSince(dropped, null)).toBe(true)
  })

  it('includes a price drop since then, but no earlier drop and no rise', () => {
    expect(hasPriceDroppedSince(dropped, '2026-11-17T09:00:00.000Z')).toBe(true)
    expect(hasPriceDroppedSince(dropped, '2026-11-18T09:00:00.000Z')).toBe(false)
    const risen = historyOf(sighting(monday, 29_990), sighting(wednesday, 31_990))
    expect(hasPriceDroppedSince(risen, null)).toBe(false)
    expect(hasPriceDroppedSince(historyOf(sighting(monday, 29_990)), null)).toBe(false)
  })
})
