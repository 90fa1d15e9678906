import { daysBetween, formatDate, localDate } from '../../../contract/calendar-date.ts'
import type { Region } from '../../../contract/region.ts'
import type { Sighting } from '../../../contract/customers.ts'
import {
  outcomes,
  type OutcomeCode,
  type OutcomeKind,
  type SightedCar,
  type SightingSummary,
  type SightingView,
} from '../../../contract/sightings.ts'
import { formatMoney, plural } from '../../ui/format.ts'

export const viewNames: readonly { readonly view: SightingView; readonly name: string }[] = [
  { view: 'to-call', name: 'To call' },
  { view: 'new', name: 'New' },
  { view: 'price-drops', name: 'Price drops' },
  { view: 'open', name: 'Open' },
  { view: 'closed', name: 'Closed' },
  { view: 'all', name: 'All' },
]

/** The letter of each outcome that can be chosen; what it stands for is in its name. */
export const outcomeKeys: Readonly<Partial<Record<OutcomeCode, string>>> = {
  no_answer: 'N',
  voicemail: 'V',
  call_back: 'C',
  appraisal_booked: 'A',
  offer_made: 'O',
  bought: 'B',
  traded_in: 'T',
  sold_replacement: 'R',
  price_gap: 'P',
  sold_elsewhere: 'S',
  not_interested: 'I',
  assigned: 'G',
  no_longer_owner: 'L',
  listed_by_dealer: 'D',
  duplicate: 'U',
  wrong_vehicle: 'W',
  bad_number: 'X',
  do_not_contact: 'Z',
}

export const outcomeByKey: ReadonlyMap<string, OutcomeCode> = new Map(
  Object.entries(outcomeKeys).map(([code, key]) => [key, code as OutcomeCode]),
)

/** Those she needs at every call, and the rest. */
export const usualOutcomes: readonly OutcomeCode[] = [
  'no_answer',
  'voicemail',
  'call_back',
  'appraisal_booked',
  'offer_made',
  'bought',
  'traded_in',
  'sold_replacement',
  'price_gap',
  'not_interested',
]
export const otherOutcomes: readonly OutcomeCode[] = [
  'sold_elsewhere',
  'assigned',
  'no_longer_owner',
  'listed_by_dealer',
  'bad_number',
  'wrong_vehicle',
  'duplicate',
  'do_not_contact',
]

export function kindOf(code: OutcomeCode): OutcomeKind {
  const kind = outcomes.find((each) => each.code === code)
  if (!kind) throw new Error(`There is no outcome ${code}`)
  return kind
}

export const nameOf = ({ customer }: SightedCar): string => customer.clientName || 'No name'
export const carOf = ({ customer, sightings }: SightedCar): string =>
  customer.vehicleTitle || sightings[0]?.listingTitle || customer.rego || 'A car'

/** "$2,000 less" against the earlier price; null where there is none. */
export function priceChange(
  { price, earlierPrice }: SightedCar,
  region: Region,
): { words: string; down: boolean } | null {
  if (price === null || earlierPrice === null || price === earlierPrice) return null
  const down = price < earlierPrice
  return { down, words: `${formatMoney(Math.abs(price - earlierPrice), region)} ${down ? 'less' : 'more'}` }
}

export function seenWords(days: number): string {
  if (days === 0) return 'first seen today'
  return days === 1 ? 'first seen yesterday' : `first seen ${days} days ago`
}

/** The asking price as it moved, newest first; repeats at the same price are no step. `sightings` newest first. */
export function priceSteps(sightings: readonly Sighting[]): { readonly at: string; readonly price: number }[] {
  const steps: { at: string; price: number }[] = []
  for (const { at, listingPrice } of sightings.toReversed()) {
    if (listingPrice !== null && listingPrice !== steps.at(-1)?.price) steps.push({ at, price: listingPrice })
  }
  return steps.toReversed()
}

/** Since when the price is what it is; null without one. */
export function pricedSince(sightings: readonly Sighting[]): string | null {
  return priceSteps(sightings)[0]?.at ?? null
}

export function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
}

/** Only https is opened: the address of a listing comes from outside. */
export const isSafeLink = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** "Good morning", "Good afternoon", "Good evening". */
export function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** A moment as one says it: "today at 9:05 am", "yesterday at 4:10 pm", "Monday at 4:10 pm", "on 3/11/2026". */
export function sinceWords(iso: string, now: Date): string {
  const then = new Date(iso)
  const days = daysBetween(localDate(then), localDate(now))
  const clock = `${then.getHours() % 12 || 12}:${String(then.getMinutes()).padStart(2, '0')} ${then.getHours() < 12 ? 'am' : 'pm'}`
  if (days === 0) return `today at ${clock}`
  if (days === 1) return `yesterday at ${clock}`
  if (days < 7) return `${then.toLocaleDateString('en-AU', { weekday: 'long' })} at ${clock}`
  return `${formatDate(localDate(then))}`
}

/** What waits for her, in one sentence: "4 new since yesterday at 4:10 pm, 2 price drops, 3 to call today, 1 of them overdue." */
export function digestWords(summary: SightingSummary, now: Date): string {
  const { views, overdue, dueToday, lastVisitAt } = summary
  if (views.all === 0) return 'No car of your customers has been seen for sale yet.'
  const parts: string[] = []
  if (lastVisitAt === null) parts.push(`${plural(views.all, 'car')} of your customers seen for sale so far`)
  else if (views.new > 0) parts.push(`${views.new} new since ${sinceWords(lastVisitAt, now)}`)
  else parts.push(`nothing new since ${sinceWords(lastVisitAt, now)}`)
  if (views['price-drops'] > 0) parts.push(plural(views['price-drops'], 'price drop'))
  if (dueToday > 0) parts.push(`${plural(dueToday, 'call')} due today`)
  if (overdue > 0) parts.push(`${overdue} overdue`)
  const words = parts.join(', ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

export type DueTone = 'error' | 'warning' | 'neutral'

/** The badge of a line: what is due, or what came of it. */
export function standingOf(car: SightedCar): {
  words: string
  tone: 'error' | 'warning' | 'accent' | 'good' | 'neutral' | 'info'
} {
  if (car.customer.doNotContact) return { words: 'Do not contact', tone: 'error' }
  if (car.due === 'overdue') return { words: 'Overdue', tone: 'error' }
  if (car.due === 'today') return { words: 'Due today', tone: 'warning' }
  const { label, won, open } = kindOf(car.outcome)
  if (car.outcome === 'new')
    return car.isNew ? { words: 'New', tone: 'accent' } : { words: 'Not called', tone: 'neutral' }
  if (won) return { words: label, tone: 'good' }
  return { words: label, tone: open ? 'info' : 'neutral' }
}
