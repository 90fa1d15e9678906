import { z } from 'zod'
import { Customer, Sighting } from './customers.ts'
import { ExportedFile } from './exported-file.ts'

/** What came of a sighting; which are open, won or need a date: `outcomes` below. */
export const OutcomeCode = z.enum([
  'new',
  'assigned',
  'no_answer',
  'voicemail',
  'call_back',
  'appraisal_booked',
  'offer_made',
  'bought',
  'traded_in',
  'sold_replacement',
  'price_gap',
  'sold_elsewhere',
  'not_interested',
  'no_longer_owner',
  'listed_by_dealer',
  'duplicate',
  'wrong_vehicle',
  'bad_number',
  'do_not_contact',
])
export type OutcomeCode = z.infer<typeof OutcomeCode>

export interface OutcomeKind {
  readonly code: OutcomeCode
  readonly label: string
  /** There is still something to do. */
  readonly open: boolean
  readonly won?: boolean
  /** A next date, or an amount, has to be given with it. */
  readonly needs?: 'date' | 'amount'
  /** She spoke with the customer, or tried to: counted as a call. */
  readonly isCall?: boolean
}

/** In the order in which they are offered. */
export const outcomes: readonly OutcomeKind[] = [
  { code: 'new', label: 'New', open: true },
  { code: 'assigned', label: 'Given to a colleague', open: true },
  { code: 'no_answer', label: 'No answer', open: true, isCall: true },
  { code: 'voicemail', label: 'Left a voicemail', open: true, isCall: true },
  { code: 'call_back', label: 'Call back', open: true, needs: 'date', isCall: true },
  { code: 'appraisal_booked', label: 'Appraisal booked', open: true, needs: 'date', isCall: true },
  { code: 'offer_made', label: 'Offer made', open: true, needs: 'amount', isCall: true },
  { code: 'bought', label: 'Bought', open: false, won: true, isCall: true },
  { code: 'traded_in', label: 'Traded in', open: false, won: true, isCall: true },
  { code: 'sold_replacement', label: 'Sold a replacement', open: false, won: true, isCall: true },
  { code: 'price_gap', label: 'Too far apart on price', open: false, isCall: true },
  { code: 'sold_elsewhere', label: 'Sold elsewhere', open: false, isCall: true },
  { code: 'not_interested', label: 'Not interested', open: false, isCall: true },
  { code: 'no_longer_owner', label: 'No longer the owner', open: false, isCall: true },
  { code: 'listed_by_dealer', label: 'Listed by a dealer', open: false },
  { code: 'duplicate', label: 'Duplicate', open: false },
  { code: 'wrong_vehicle', label: 'Another car', open: false },
  { code: 'bad_number', label: 'Wrong number', open: false, isCall: true },
  { code: 'do_not_contact', label: 'Do not contact', open: false },
]

/** One thing that was noted about a sighted car, as it was noted. */
export const CallNote = z.object({
  id: z.string(),
  at: z.string(),
  outcome: OutcomeCode,
  note: z.string(),
  /** What is to be done next, and when: YYYY-MM-DD. */
  nextAction: z.string(),
  nextDate: z.string().nullable(),
  /** Dollars: the offer. */
  amount: z.number().nullable(),
})
export type CallNote = z.infer<typeof CallNote>

/** Whether this is a time to call, by the customer's own clock. */
export const CallingHours = z.object({
  /** `unknown`: the state does not tell the clock (no state outside New Zealand). */
  now: z.enum(['allowed', 'outside', 'unknown']),
  /** "Tuesday 10:42 am in Perth. Calls are fine until 8 pm." */
  words: z.string(),
})
export type CallingHours = z.infer<typeof CallingHours>

/** The car's asking price among like cars, worked out once and kept. */
export const MarketComparison = z.object({
  /** `no-vehicle`: the car is not found in the catalogue, or has neither VIN nor rego; `no-price`: the listing names none. */
  state: z.enum(['ready', 'no-vehicle', 'no-price', 'no-listings']),
  vehicleId: z.string().nullable(),
  title: z.string().nullable(),
  median: z.number().nullable(),
  rank: z.number().int().nullable(),
  of: z.number().int(),
  sampleSize: z.number().int(),
  daysChecked: z.number().int().nullable(),
  /** The median moved to this car's kilometres, when they are known. */
  adjustedPrice: z.number().nullable(),
  /** One sentence that says it all. */
  words: z.string(),
  at: z.string(),
})
export type MarketComparison = z.infer<typeof MarketComparison>

/** A customer's car that is, or was, for sale: all its sightings are one entry of the call list. */
export const SightedCar = z.object({
  customer: Customer,
  /** Newest first. */
  sightings: z.array(Sighting),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  daysSinceFirstSeen: z.number().int(),
  /** Distinct listings (by listing ID). */
  listings: z.number().int(),
  /** The asking price now, of the newest sighting that names one; and the one before it that was another. */
  price: z.number().nullable(),
  earlierPrice: z.number().nullable(),
  /** Appeared since her last visit; or its price has fallen since then. */
  isNew: z.boolean(),
  hasDropped: z.boolean(),
  /** The latest entry; its outcome is `new` where there is none. */
  callNote: CallNote.nullable(),
  outcome: OutcomeCode,
  /** Due today or before. */
  due: z.enum(['overdue', 'today', 'later', 'none']),
  callingHours: CallingHours,
  /** The number of a person who is not to be contacted is not given: null, and `customer.doNotContact`. */
  phone: z.object({ shown: z.string(), tel: z.string() }).nullable(),
  comparison: MarketComparison.nullable(),
})
export type SightedCar = z.infer<typeof SightedCar>

export const SightingView = z.enum(['to-call', 'new', 'price-drops', 'open', 'closed', 'all'])
export type SightingView = z.infer<typeof SightingView>

/** `to-call`: open and due (or without a date), overdue first, then new, then price drops. */
export const SightingFilter = z.object({
  view: SightingView.default('to-call'),
  search: z.string().max(200).default(''),
  states: z.array(z.string().max(20)).max(20).default([]),
  /** Last seen on or after, and on or before: YYYY-MM-DD. */
  seenFrom: z.string().max(10).nullable().default(null),
  seenTo: z.string().max(10).nullable().default(null),
  priceFrom: z.number().min(0).nullable().default(null),
  priceTo: z.number().min(0).nullable().default(null),
  outcomes: z.array(OutcomeCode).max(30).default([]),
  uploadId: z.string().max(64).nullable().default(null),
})
export type SightingFilter = z.infer<typeof SightingFilter>

export const SightingSummary = z.object({
  views: z.record(SightingView, z.number().int()),
  overdue: z.number().int(),
  dueToday: z.number().int(),
  /** The last seven days, oldest first, today included. */
  week: z.array(
    z.object({
      /** YYYY-MM-DD on this PC. */
      date: z.string(),
      spotted: z.number().int(),
      called: z.number().int(),
      booked: z.number().int(),
      bought: z.number().int(),
    }),
  ),
  /** ISO 8601 of the visit that "new" counts from; null: she has not been here yet. */
  lastVisitAt: z.string().nullable(),
  /** When the list was last brought up to date. */
  checkedAt: z.string().nullable(),
  doNotContact: z.number().int(),
})
export type SightingSummary = z.infer<typeof SightingSummary>

export const SightingSettings = z.object({
  /** Minutes between two looks while the program runs. */
  checkEveryMinutes: z.number().int().min(1).max(120),
  /** A desktop notice for new sightings. */
  notify: z.boolean(),
})
export type SightingSettings = z.infer<typeof SightingSettings>

const id = z.string().max(64)

/** Everything works on the copy of this PC; only `compare` asks the service. */
export const sightings = {
  summary: { input: z.object({}), output: SightingSummary },
  list: {
    input: SightingFilter.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
    output: z.object({ total: z.number().int(), cars: z.array(SightedCar) }),
  },
  get: {
    input: z.object({ customerId: id }),
    output: z.object({ car: SightedCar, /** Newest first. */ entries: z.array(CallNote) }),
  },
  /** Writes down what came of it. `do_not_contact` holds for the person: every record with this mobile number is kept from being called. */
  record: {
    input: z.object({
      customerId: id,
      outcome: OutcomeCode,
      note: z.string().max(2_000).default(''),
      nextAction: z.string().max(200).default(''),
      nextDate: z.string().max(10).nullable().default(null),
      amount: z.number().min(0).max(100_000_000).nullable().default(null),
    }),
    output: SightedCar,
  },
  /** Takes the latest entry of a car back. */
  undoRecord: { input: z.object({ customerId: id }), output: SightedCar },
  /** Lets a person be contacted again; who asked for that is for her to know. */
  allowContact: { input: z.object({ customerId: id }), output: SightedCar },
  /**
   * A sign that she is at the list: as it opens, and now and then as she works in it. After two hours without one, or on another day, a new visit
   * begins, and "new" counts from the end of the one before.
   */
  visit: { input: z.object({}), output: SightingSummary },
  /** A visit ends: what is there now is no longer new. */
  markSeen: { input: z.object({}), output: SightingSummary },
  /** Looks the car up and its market, once; the answer is kept. May cost what a look-up costs. Failures as for `lookup`. */
  compare: {
    input: z.object({
      customerId: id,
      kms: z.number().min(0).max(10_000_000).nullable().default(null),
      refresh: z.boolean().default(false),
    }),
    output: SightedCar,
  },
  /** The call sheet of what the filter finds. People who are not to be contacted are on it by name only where the view is `all` or `closed`, never with a number. */
  exportSheet: { input: SightingFilter.extend({ format: z.enum(['csv', 'xlsx']) }), output: ExportedFile },
  settings: { input: z.object({}), output: SightingSettings },
  setSettings: { input: SightingSettings.partial(), output: SightingSettings },
} as const
