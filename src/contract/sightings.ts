import { z } from 'zod'
import { Customer, Sighting } from './customers.ts'
import { ExportedFile } from './exported-file.ts'

/** The outcome of a sighting. `outcomes` below says which are open, won, or need a date. */
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
  /** Requires a next date or an amount. */
  readonly needs?: 'date' | 'amount'
  /** Counts as a call, answered or not. */
  readonly isCall?: boolean
}

/** In the order of the menu. */
export const outcomes: readonly OutcomeKind[] = [
  { code: 'new', label: 'New', open: true },
  { code: 'assigned', label: 'Passed to a colleague', open: true },
  { code: 'no_answer', label: 'No answer', open: true, isCall: true },
  { code: 'voicemail', label: 'Left a voicemail', open: true, isCall: true },
  { code: 'call_back', label: 'Call back', open: true, needs: 'date', isCall: true },
  { code: 'appraisal_booked', label: 'Appraisal booked', open: true, needs: 'date', isCall: true },
  { code: 'offer_made', label: 'Offer made', open: true, needs: 'amount', isCall: true },
  { code: 'bought', label: 'Bought', open: false, won: true, isCall: true },
  { code: 'traded_in', label: 'Traded in', open: false, won: true, isCall: true },
  { code: 'sold_replacement', label: 'Sold a replacement', open: false, won: true, isCall: true },
  { code: 'price_gap', label: 'Price gap too big', open: false, isCall: true },
  { code: 'sold_elsewhere', label: 'Sold elsewhere', open: false, isCall: true },
  { code: 'not_interested', label: 'Not interested', open: false, isCall: true },
  { code: 'no_longer_owner', label: 'No longer the owner', open: false, isCall: true },
  { code: 'listed_by_dealer', label: 'Listed by a dealer', open: false },
  { code: 'duplicate', label: 'Duplicate', open: false },
  { code: 'wrong_vehicle', label: 'Wrong car', open: false },
  { code: 'bad_number', label: 'Wrong number', open: false, isCall: true },
  { code: 'do_not_contact', label: 'Do not contact', open: false },
]

/** One note about a sighted car: its outcome, and what to do next. */
export const CallNote = z.object({
  id: z.string(),
  at: z.string(),
  outcome: OutcomeCode,
  note: z.string(),
  /** `nextDate` is YYYY-MM-DD. */
  nextAction: z.string(),
  nextDate: z.string().nullable(),
  /** Dollars: the offer. */
  amount: z.number().nullable(),
})
export type CallNote = z.infer<typeof CallNote>

/** Whether the customer can be called now, by the customer's local time. */
export const CallingHours = z.object({
  /** `unknown`: the local time is unknown, because an Australian customer has no valid state. */
  now: z.enum(['allowed', 'outside', 'unknown']),
  /** "Tuesday 10:42 am in Perth. You can call until 8 pm." */
  words: z.string(),
})
export type CallingHours = z.infer<typeof CallingHours>

/** The car's asking price compared with similar cars. Computed once and saved. */
export const MarketComparison = z.object({
  /**
   * `no-vehicle`: not found in the catalogue, or the record has neither VIN nor rego; `no-price`: the listing has no
   * price.
   */
  state: z.enum(['ready', 'no-vehicle', 'no-price', 'no-listings']),
  vehicleId: z.string().nullable(),
  title: z.string().nullable(),
  median: z.number().nullable(),
  rank: z.number().int().nullable(),
  of: z.number().int(),
  sampleSize: z.number().int(),
  daysChecked: z.number().int().nullable(),
  /** The expected price at this car's kilometres, when they are known. */
  adjustedPrice: z.number().nullable(),
  /** The comparison in one or two sentences. */
  words: z.string(),
  at: z.string(),
})
export type MarketComparison = z.infer<typeof MarketComparison>

/** A customer's car that is or was listed for sale. All its sightings are one row of the call list. */
export const SightedCar = z.object({
  customer: Customer,
  /** Newest first. */
  sightings: z.array(Sighting),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  daysSinceFirstSeen: z.number().int(),
  /** Distinct listings (by listing ID). */
  listings: z.number().int(),
  /** The asking price of the newest sighting that has one, and the previous, different price. */
  price: z.number().nullable(),
  earlierPrice: z.number().nullable(),
  /** Appeared, or dropped in price, since the user's last visit. */
  isNew: z.boolean(),
  hasDropped: z.boolean(),
  /** The latest note. `outcome` is `new` when there is none. */
  callNote: CallNote.nullable(),
  outcome: OutcomeCode,
  /** When the next action is due. */
  due: z.enum(['overdue', 'today', 'later', 'none']),
  callingHours: CallingHours,
  /** Null for a Do Not Contact person (`customer.doNotContact`) and when there is nothing to dial. */
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
  /** ISO 8601: the visit that "new" counts from; null before the first visit has ended. */
  lastVisitAt: z.string().nullable(),
  /** When the list was last synced with the service. */
  checkedAt: z.string().nullable(),
  doNotContact: z.number().int(),
})
export type SightingSummary = z.infer<typeof SightingSummary>

export const SightingSettings = z.object({
  /** Minutes between two syncs while the program runs. */
  checkEveryMinutes: z.number().int().min(1).max(120),
  /** Show a notification for new sightings. */
  notify: z.boolean(),
})
export type SightingSettings = z.infer<typeof SightingSettings>

const id = z.string().max(64)

/** Everything uses the local cache of customers; only `compare` queries the service. */
export const sightings = {
  summary: { input: z.object({}), output: SightingSummary },
  list: {
    input: SightingFilter.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
    output: z.object({ total: z.number().int(), cars: z.array(SightedCar) }),
  },
  /** These cars as they are now, in this order, without those that are no longer in the list. */
  cars: {
    input: z.object({ customerIds: z.array(id).max(500) }),
    output: z.object({ cars: z.array(SightedCar) }),
  },
  get: {
    input: z.object({ customerId: id }),
    output: z.object({ car: SightedCar, /** Newest first. */ entries: z.array(CallNote) }),
  },
  /**
   * The call notes of a customer, newest first, without undone ones. Also those of a customer whose car is no longer in
   * the call list.
   */
  history: { input: z.object({ customerId: id }), output: z.object({ entries: z.array(CallNote) }) },
  /** Adds a note. `do_not_contact` applies to the person: every record with the same mobile number. */
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
  /** Undoes the latest note of a car. */
  undoRecord: { input: z.object({ customerId: id }), output: SightedCar },
  /** Allows a person to be contacted again. */
  allowContact: { input: z.object({ customerId: id }), output: SightedCar },
  /**
   * Reports activity in the list: when it opens, and from time to time while it is used. After two hours without
   * activity, or on another day, a new visit starts, and "new" counts from the end of the previous one.
   */
  visit: { input: z.object({}), output: SightingSummary },
  /** Ends the visit: nothing in the list is new any more. */
  markSeen: { input: z.object({}), output: SightingSummary },
  /**
   * Looks up the car and its market once, and saves the result. May be charged as a look-up. Failures as for `lookup`.
   */
  compare: {
    input: z.object({
      customerId: id,
      kms: z.number().min(0).max(10_000_000).nullable().default(null),
      refresh: z.boolean().default(false),
    }),
    output: SightedCar,
  },
  /**
   * The call sheet of these cars in this order: what the screen shows. Null: all cars that match the filter. A Do Not
   * Contact person has no number.
   */
  exportSheet: {
    input: SightingFilter.extend({
      format: z.enum(['csv', 'xlsx']),
      customerIds: z.array(id).max(50_000).nullable().default(null),
    }),
    output: ExportedFile,
  },
  settings: { input: z.object({}), output: SightingSettings },
  setSettings: { input: SightingSettings.partial(), output: SightingSettings },
} as const
