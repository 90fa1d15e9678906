import { addYears, parseDate } from '../../contract/calendar-date.ts'
import type { CallNote } from '../../contract/sightings.ts'
import { fail } from '../failures/failure-error.ts'
import { outcomeKind } from './call-list.ts'
import { sightingFailures } from './sightings-text.ts'

export type CallNoteInput = Omit<CallNote, 'id' | 'at'>

/** A later date is probably a typing error. */
const maxYearsAhead = 5

/**
 * Validates a call note and trims its texts. Fails with `invalid-input` when an outcome lacks its date or amount, when
 * a date is invalid, in the past or too far ahead, and when a closing outcome has a next action. `today`: YYYY-MM-DD.
 */
export function validateCallNote(input: CallNoteInput, today: string): CallNoteInput {
  const { label, needs, open } = outcomeKind(input.outcome)
  const note = { ...input, note: input.note.trim(), nextAction: input.nextAction.trim() }
  if (needs === 'date' && note.nextDate === null) fail('invalid-input', ...sightingFailures.needsDate(label))
  if (needs === 'amount' && !note.amount) fail('invalid-input', ...sightingFailures.needsAmount(label))
  if (!open && (note.nextDate !== null || note.nextAction !== ''))
    fail('invalid-input', ...sightingFailures.closed(label))
  if (note.nextDate !== null) validateDate(note.nextDate, today)
  return note
}

function validateDate(date: string, today: string): void {
  if (parseDate(date) === null) fail('invalid-input', ...sightingFailures.invalidDate)
  if (date < today) fail('invalid-input', ...sightingFailures.pastDate)
  if (date > addYears(`${today.slice(0, 4)}-12-31`, maxYearsAhead))
    fail('invalid-input', ...sightingFailures.distantDate)
}
