import { z } from 'zod'

/** The outcome of a sighting. `outcomes` below says which are open, won, or need a date. */
export const OutcomeCode = z.enum([
  'new',
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

const kinds: ReadonlyMap<OutcomeCode, OutcomeKind> = new Map(outcomes.map((kind) => [kind.code, kind]))

/** `outcomes` lists every code. */
export function outcomeKind(code: OutcomeCode): OutcomeKind {
  const kind = kinds.get(code)
  if (!kind) throw new Error(`Unknown outcome ${code}`)
  return kind
}

/** Who recorded something, by the name that the person has now. */
export const Recorder = z.object({ id: z.string(), name: z.string() })
export type Recorder = z.infer<typeof Recorder>

/** One note about a sighted car: its outcome, and what to do next. */
export const CallNote = z.object({
  id: z.string(),
  at: z.string(),
  outcome: OutcomeCode,
  note: z.string(),
  /** `nextDate` is YYYY-MM-DD. */
  nextAction: z.string(),
  nextDate: z.string().nullable(),
  /** HH:MM on this PC, only with a date: then the user is reminded. */
  nextTime: z.string().nullable(),
  /** Dollars: the offer. */
  amount: z.number().nullable(),
  /** Null: not recorded. */
  person: Recorder.nullable(),
  /** UUID of the PC of the team that recorded it; absent: this PC. */
  pc: z.string().optional(),
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
