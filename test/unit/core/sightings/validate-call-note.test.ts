import { describe, expect, it } from 'vitest'
import { outcomes } from '../../../../src/contract/call-note.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { validateCallNote, type CallNoteInput } from '../../../../src/core/sightings/call-recorder.ts'

const today = '2026-11-21'
const now = new Date(2026, 10, 21, 14, 30)
const noteInput = (given: Partial<CallNoteInput>): CallNoteInput => ({
  outcome: 'no_answer',
  note: '',
  nextAction: '',
  nextDate: null,
  nextTime: null,
  amount: null,
  ...given,
})
function refusal(given: Partial<CallNoteInput>): string | null {
  try {
    validateCallNote(noteInput(given), now)
    return null
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'invalid-input') return error.failure.message
    throw error
  }
}

describe('validateCallNote', () => {
  it.each(outcomes)(
    '“$label” requires its date or amount, and no next action when it closes the car',
    ({ code, open, needs, label }) => {
      const bare = refusal({ outcome: code })
      expect(bare).toBe(needs === 'date' ? `“${label}” needs a date.` : needs ? `“${label}” needs an amount.` : null)
      const dated = refusal({ outcome: code, nextDate: today, amount: 25_000 })
      expect(dated).toBe(open ? null : `“${label}” closes this car, so it can’t have a next action.`)
    },
  )

  it.each([
    ['2026-11-20', 'The next date is in the past.'],
    ['2026-02-30', 'The next date isn’t a valid date.'],
    ['30/11/2026', 'The next date isn’t a valid date.'],
    ['2062-11-30', 'The next date is too far in the future.'],
  ])('rejects the next date %s', (nextDate, message) => {
    expect(refusal({ nextDate })).toBe(message)
  })

  it.each([
    [{ nextTime: '15:00' }, 'A time needs a date.'],
    [{ nextDate: today, nextTime: '3 pm' }, 'The time isn’t valid.'],
    [{ nextDate: today, nextTime: '24:00' }, 'The time isn’t valid.'],
    [{ nextDate: today, nextTime: '14:30' }, 'This time has passed.'],
    [{ nextDate: today, nextTime: '14:31' }, null],
    [{ nextDate: '2026-11-22', nextTime: '09:00' }, null],
  ])('accepts a time with a date that is still to come: %j', (given, message) => {
    expect(refusal(given)).toBe(message)
  })

  it('rejects a time for an outcome that closes the car', () => {
    expect(refusal({ outcome: 'bought', nextTime: '15:00' })).toMatch(/closes this car/)
  })

  it('trims note and next action', () => {
    expect(validateCallNote(noteInput({ note: ' rang twice ', nextAction: ' text him ' }), now)).toMatchObject({
      note: 'rang twice',
      nextAction: 'text him',
    })
  })
})
