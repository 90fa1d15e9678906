import type { Recorder } from '../../../contract/call-note.ts'
import type { DataOf } from '../log/entry-kinds.ts'

type Call = Pick<DataOf<'outcome'>, 'outcome' | 'note' | 'nextAction'> & {
  /** Days from today to the next action; null: none. */
  readonly nextInDays: number | null
}

export interface Colleague {
  readonly person: Recorder
  readonly pcName: string
}

/** Who joins the practice team, in this order, and again from the first one. */
export const colleagues: readonly Colleague[] = [
  { person: { id: 'practice-colleague-1', name: 'Priya Shah' }, pcName: 'Priya’s PC (simulated)' },
  { person: { id: 'practice-colleague-2', name: 'Marcus Webb' }, pcName: 'Marcus’s PC (simulated)' },
  { person: { id: 'practice-colleague-3', name: 'Hannah Lee' }, pcName: 'Hannah’s PC (simulated)' },
]

/** What a colleague records, in this order. The first call is recorded at once, the others take their time. */
export const colleagueCalls: readonly Call[] = [
  { outcome: 'voicemail', note: 'Left a message about a trade-in.', nextAction: '', nextInDays: null },
  {
    outcome: 'appraisal_booked',
    note: 'Happy to bring the car in.',
    nextAction: 'Appraisal at the yard',
    nextInDays: 2,
  },
  { outcome: 'do_not_contact', note: 'Asked not to be called again.', nextAction: '', nextInDays: null },
  { outcome: 'no_answer', note: '', nextAction: '', nextInDays: null },
  { outcome: 'call_back', note: 'Was at work.', nextAction: 'Call again', nextInDays: 1 },
  { outcome: 'price_gap', note: 'Wants more than the car is listed for.', nextAction: '', nextInDays: null },
]

/** Times in milliseconds: long enough to see each step, short enough to wait for. */
export const colleagueTimes = {
  join: 2_000,
  /** From joining to the first car that is taken. */
  firstCar: 2_500,
  /** From taking a car to its outcome. */
  call: 45_000,
  /** From an outcome to the next car. */
  pause: 60_000,
} as const
