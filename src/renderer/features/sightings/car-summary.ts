import type { CallGroup } from '../../../contract/call-group.ts'
import { outcomeKind } from '../../../contract/call-note.ts'
import type { DueCall } from '../../../contract/contact.ts'
import type { Sighting } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import type { SightingSort } from '../../../contract/sighting-sort.ts'
import type { SightedCar } from '../../../contract/sightings.ts'
import { formatDate, formatMoment, formatMoney, formatPlate, formatTimeOfDay } from '../../ui/format.ts'
import { callText } from './call-text.ts'
import { agoText } from './next-dates.ts'
import { sightingsText } from './sightings-text.ts'

const { list: text, status: statusText } = sightingsText

export const customerName = ({ customer }: SightedCar): string => customer.clientName || text.unnamed

export const carTitle = ({ customer, sightings, source }: SightedCar): string =>
  customer.vehicleTitle || sightings[0]?.listingTitle || formatPlate(customer.rego, source?.region) || text.unknownCar

export interface PriceChange {
  /** "$2,000 less" */
  readonly text: string
  readonly amount: string
  readonly isDrop: boolean
}

/** The change from the earlier asking price: "$2,000 less". Null without a change. */
export function priceChange({ price, earlierPrice }: SightedCar, region: Region): PriceChange | null {
  if (price === null || earlierPrice === null || price === earlierPrice) return null
  const isDrop = price < earlierPrice
  const amount = formatMoney(Math.abs(price - earlierPrice), region)
  return { isDrop, amount, text: isDrop ? text.cheaper(amount) : text.dearer(amount) }
}

export interface PriceStep {
  readonly at: string
  readonly price: number
  /** The day on this PC, with the time when the price changed more than once on that day. */
  readonly when: string
}

/** Each change of the asking price, newest first. `sightings` are newest first. */
export function priceSteps(sightings: readonly Sighting[]): readonly PriceStep[] {
  const steps: { at: string; price: number; day: string }[] = []
  for (const { at, listingPrice } of sightings.toReversed()) {
    if (listingPrice === null || listingPrice === steps.at(-1)?.price) continue
    steps.push({ at, price: listingPrice, day: formatDate(at) })
  }
  const isOnlyOfDay = (day: string): boolean => steps.filter((step) => step.day === day).length === 1
  return steps
    .map(({ at, price, day }) => ({ at, price, when: isOnlyOfDay(day) ? day : formatMoment(at) }))
    .toReversed()
}

/** When the current price was first seen; null without a price. */
export const currentPriceSince = (sightings: readonly Sighting[]): string | null => priceSteps(sightings)[0]?.at ?? null

/** "Sold to them 3 years ago."; empty without a sale date, and for one in the future. */
export function soldAgoText({ customer: { saleDate } }: SightedCar, now: Date): string {
  const ago = saleDate === null ? '' : agoText(saleDate, now)
  return ago === '' ? '' : callText.car.soldAgo(ago)
}

export interface CarStatus {
  readonly text: string
  readonly tone: 'error' | 'warning' | 'accent' | 'good' | 'neutral' | 'info'
}

/** The tag of a car: what is due, or the newest outcome. */
export function carStatus(car: SightedCar): CarStatus {
  if (car.customer.doNotContact) return { text: statusText.doNotContact, tone: 'error' }
  if (car.due === 'overdue') return { text: statusText.overdue, tone: 'error' }
  if (car.due === 'now') return { text: statusText.now, tone: 'error' }
  if (car.due === 'today') return { text: statusText.today, tone: 'warning' }
  if (car.outcome === 'new')
    return car.isNew ? { text: statusText.new, tone: 'accent' } : { text: statusText.notCalled, tone: 'neutral' }
  const { label, won, open } = outcomeKind(car.outcome)
  if (won) return { text: label, tone: 'good' }
  return { text: label, tone: open ? 'info' : 'neutral' }
}

/** Why the car is in its place of the list. What the group says is not said again; a car that was in another group names its new one. */
export function rowReason(car: SightedCar, shownGroup: CallGroup, sort: SightingSort): CarStatus {
  if (car.group !== shownGroup) return { text: text.moved(sightingsText.groups[car.group]), tone: 'good' }
  if (sort === 'best-chance') return { text: sightingsText.points(car.chance), tone: 'neutral' }
  if (sort === 'price-position') return { text: sightingsText.ofMarket(car.marketPercent), tone: 'neutral' }
  const { nextDate = null, nextTime = null } = car.callNote ?? {}
  switch (car.group) {
    case 'overdue':
    case 'later':
      return { text: formatDate(nextDate), tone: car.group === 'later' ? 'neutral' : 'error' }
    case 'today':
      return car.due === 'now'
        ? { text: statusText.now, tone: 'error' }
        : { text: nextTime === null ? statusText.today : formatTimeOfDay(nextTime), tone: 'warning' }
    case 'new':
    case 'price-drops':
      return { text: text.listed(car.daysSinceFirstSeen), tone: 'neutral' }
    case 'open':
    case 'done':
      return carStatus(car)
  }
}

type Priced = Pick<SightedCar, 'price' | 'comparison'>

/**
 * How the current asking price compares with the median of similar cars: "92% of the market price (8% below the median)." Null while one of
 * the two is not known.
 */
export function priceToMarket({ price, comparison }: Priced) {
  const median = comparison?.median ?? null
  if (price === null || median === null || median <= 0) return null
  const percent = Math.round((price / median) * 100)
  return { percent, sentence: callText.market.position(percent) }
}

/** What similar cars cost: at this car's kilometres where they are known, else the median. */
const expectedPrice = ({ comparison }: Priced): number | null => comparison?.adjustedPrice ?? comparison?.median ?? null

/** Dollars by which the asking price is above (or, negative, below) that of similar cars; null while one of the two is not known. */
function priceGap(car: Priced): number | null {
  const expected = expectedPrice(car)
  return car.price === null || expected === null ? null : Math.round(car.price - expected)
}

/** "$1,407 below similar cars"; empty while one of the two is not known. */
export function gapText(car: Priced, region: Region): string {
  const dollars = priceGap(car)
  return dollars === null ? '' : callText.car.gap(dollars, formatMoney(Math.abs(dollars), region))
}

/** This far from similar cars, the bar ends. */
const barShare = 0.3

/** Where the asking price is on a bar with similar cars in its middle, in percent of its length. */
export function pricePlace(car: Priced): number | null {
  const [gap, expected] = [priceGap(car), expectedPrice(car)]
  if (gap === null || expected === null || expected <= 0) return null
  return Math.min(100, Math.max(0, 50 + (gap / expected / barShare) * 50))
}

/** The notice of calls whose time has come: "Call back: Priya Raman, 2:30 pm". */
export function reminderText(calls: readonly DueCall[]): string {
  const [first] = calls
  if (!first || calls.length > 1) return callText.due.several(calls.length)
  const name = first.clientName || text.unnamed
  return callText.due.reminder(outcomeKind(first.outcome).label, name, formatTimeOfDay(first.nextTime))
}
