import { type OutcomeCode, type OutcomeKind, outcomes } from '../../../contract/sightings.ts'

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

/** Outcomes that are always shown. */
export const commonOutcomes: readonly OutcomeCode[] = [
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
/** Outcomes behind "More". */
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
const alwaysShown: ReadonlySet<OutcomeCode> = new Set(['do_not_contact', 'sold_elsewhere'])

export function outcomeKind(code: OutcomeCode): OutcomeKind {
  const kind = outcomes.find((each) => each.code === code)
  if (!kind) throw new Error(`Unknown outcome: ${code}`)
  return kind
}

/** The outcomes to show: all, or the common ones with the selected one. */
export const shownOutcomes = (selected: OutcomeCode | null, all: boolean): readonly OutcomeCode[] => [
  ...commonOutcomes,
  ...otherOutcomes.filter((code) => all || code === selected || alwaysShown.has(code)),
]
