import { addYears, parseDate } from '../../contract/calendar-date.ts'
import type { CallNote } from '../../contract/sightings.ts'
import { fail } from '../failures/failure-error.ts'
import { outcomeKind } from './call-list.ts'

export type EntryInput = Omit<CallNote, 'id' | 'at'>

/** Nobody plans a call further ahead: a date beyond is a slip. */
const mostYearsAhead = 5

/**
 * What she notes, made ready to be kept: texts trimmed. Throws `invalid-input` in plain words where an outcome lacks its date or amount, where a
 * date is none, has passed or is too far ahead, and where something that is closed would get a next step. `today`: YYYY-MM-DD.
 */
export function checkEntry(input: EntryInput, today: string): EntryInput {
  const { label, needs, open } = outcomeKind(input.outcome)
  const entry = { ...input, note: input.note.trim(), nextAction: input.nextAction.trim() }
  if (needs === 'date' && entry.nextDate === null) refuse(`“${label}” needs a date.`, 'Say when, and save it again.')
  if (needs === 'amount' && !entry.amount) refuse(`“${label}” needs an amount.`, 'Say how much, and save it again.')
  if (!open && (entry.nextDate !== null || entry.nextAction !== '')) {
    refuse(
      `“${label}” closes this car, so there is no next step.`,
      'Take the next step and its date out, or choose another outcome.',
    )
  }
  if (entry.nextDate !== null) checkDate(entry.nextDate, today)
  return entry
}

function checkDate(date: string, today: string): void {
  if (parseDate(date) === null) {
    refuse('The next date is no date.', 'Write it as day/month/year.')
  }
  if (date < today) refuse('The next date has passed.', 'Choose today or a later day.')
  if (date > addYears(`${today.slice(0, 4)}-12-31`, mostYearsAhead)) {
    refuse('The next date is too far ahead.', 'Look at its year.')
  }
}

function refuse(message: string, next: string): never {
  fail('invalid-input', message, { kept: 'Nothing was noted yet.', next })
}
