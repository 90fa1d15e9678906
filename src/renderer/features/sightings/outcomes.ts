import { type OutcomeCode, outcomeKind, type OutcomeKind, outcomes } from '../../../contract/call-note.ts'
import { callText } from './call-text.ts'

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

/** An answer that leads to another question. */
export type Branch = 'reached' | 'deal' | 'not-now' | 'no-call'
export type Answer = OutcomeCode | Branch

/** What each question offers, the most usual first. Do Not Contact is in the menu of the card and has its key. */
export const questions: Readonly<Record<'start' | Branch, readonly Answer[]>> = {
  start: ['no_answer', 'voicemail', 'reached', 'bad_number', 'no-call'],
  reached: ['appraisal_booked', 'offer_made', 'call_back', 'deal', 'not-now'],
  deal: ['bought', 'traded_in', 'sold_replacement'],
  'not-now': ['not_interested', 'price_gap', 'sold_elsewhere', 'no_longer_owner'],
  'no-call': ['listed_by_dealer', 'wrong_vehicle', 'duplicate'],
}

export const isBranch = (answer: Answer): answer is Branch => answer in questions

export const answerLabel = (answer: Answer): string =>
  isBranch(answer) ? callText.questions.branches[answer] : outcomeKind(answer).label

/** The branches that lead to an answer, from the first question on. */
export function pathTo(answer: Answer): readonly Branch[] {
  const parent = (Object.keys(questions) as (keyof typeof questions)[]).find((key) => questions[key].includes(answer))
  return parent === undefined || parent === 'start' ? [] : [...pathTo(parent), parent]
}

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
