import type { CallNote } from '../../contract/sightings.ts'
import { fail } from '../failure.ts'
import { kindOf } from './call-list.ts'

export type EntryInput = Omit<CallNote, 'id' | 'at'>

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/
/** Nobody plans a call further ahead: a date beyond is a slip. */
const mostYearsAhead = 5

/**
 * What she notes, made ready to be kept: texts trimmed. Throws `invalid-input` in plain words where an outcome lacks its date or amount, where a
 * date is none, has passed or is too far ahead, and where something that is closed would get a next step. `today`: YYYY-MM-DD.
 */
export function checkEntry(input: EntryInput, today: string): EntryInput {
  const { label, needs, open } = kindOf(input.outcome)
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
  const [, year = '', month = '', day = ''] = isoDate.exec(date) ?? []
  const time = new Date(`${date}T00:00:00Z`)
  if (year === '' || Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== `${year}-${month}-${day}`) {
    refuse('The next date is no date.', 'Write it as day/month/year.')
  }
  if (date < today) refuse('The next date has passed.', 'Choose today or a later day.')
  if (Number(year) > Number(today.slice(0, 4)) + mostYearsAhead) {
    refuse('The next date is too far ahead.', 'Look at its year.')
  }
}

function refuse(message: string, next: string): never {
  fail('invalid-input', message, { kept: 'Nothing was noted yet.', next })
}
