import { type OutcomeCode, type OutcomeKind, outcomes } from '../../../contract/call-note.ts'

/** The shortcut letter of each outcome. */
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

/** The outcomes in the order of their buttons: what happens most, then what closes a car. */
export const shownOutcomes: readonly OutcomeCode[] = [
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
  'sold_elsewhere',
  'assigned',
  'no_longer_owner',
  'listed_by_dealer',
  'bad_number',
  'wrong_vehicle',
  'duplicate',
  'do_not_contact',
]

export interface OutcomeGroup {
  readonly key: 'none' | 'in-progress' | 'won' | 'closed'
  readonly codes: readonly OutcomeCode[]
}

const codesWhere = (matches: (kind: OutcomeKind) => boolean): OutcomeCode[] =>
  outcomes.filter((kind) => kind.code !== 'new' && matches(kind)).map(({ code }) => code)

/** Every outcome, in the groups of the filter. */
export const outcomeGroups: readonly OutcomeGroup[] = [
  { key: 'none', codes: ['new'] },
  { key: 'in-progress', codes: codesWhere(({ open }) => open) },
  { key: 'won', codes: codesWhere(({ won }) => won === true) },
  { key: 'closed', codes: codesWhere(({ open, won }) => !open && won !== true) },
]
