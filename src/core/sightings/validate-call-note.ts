import { outcomeKind, type CallNote } from '../../contract/call-note.ts'
import { addYears, localDate, parseDate } from '../../contract/calendar-date.ts'
import { fail } from '../failures/failure-error.ts'
import { instantOnThisPc, isTimeOfDay } from './call-times.ts'
import { sightingFailures } from './sightings-text.ts'

export type CallNoteInput = Omit<CallNote, 'id' | 'at' | 'person'>

/** A later date is probably a typing error. */
const maxYearsAhead = 5

/**
 * Validates a call note and trims its texts. Fails with `invalid-input` when an outcome lacks its date or amount, when
 * a date or time is invalid, in the past or too far ahead, and when a closing outcome has a next action.
 */
export function validateCallNote(input: CallNoteInput, now: Date): CallNoteInput {
  const { label, needs, open } = outcomeKind(input.outcome)
  const note = { ...input, note: input.note.trim(), nextAction: input.nextAction.trim() }
  if (needs === 'date' && note.nextDate === null) fail('invalid-input', ...sightingFailures.needsDate(label))
  if (needs === 'amount' && !note.amount) fail('invalid-input', ...sightingFailures.needsAmount(label))
  if (!open && (note.nextTime !== null || note.nextDate !== null || note.nextAction !== ''))
    fail('invalid-input', ...sightingFailures.closed(label))
  if (note.nextDate !== null) validateDate(note.nextDate, localDate(now))
  if (note.nextTime !== null) validateTime(note.nextDate, note.nextTime, now)
  return note
}

function validateDate(date: string, today: string): void {
  if (parseDate(date) === null) fail('invalid-input', ...sightingFailures.invalidDate)
  if (date < today) fail('invalid-input', ...sightingFailures.pastDate)
  if (date > addYears(`${today.slice(0, 4)}-12-31`, maxYearsAhead))
    fail('invalid-input', ...sightingFailures.distantDate)
}

function validateTime(date: string | null, time: string, now: Date): void {
  if (date === null) fail('invalid-input', ...sightingFailures.timeWithoutDate)
  if (!isTimeOfDay(time)) fail('invalid-input', ...sightingFailures.invalidTime)
  const at = instantOnThisPc(date, time)
  if (at && at.getTime() <= now.getTime()) fail('invalid-input', ...sightingFailures.pastTime)
}
