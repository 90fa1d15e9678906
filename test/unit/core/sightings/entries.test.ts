import { describe, expect, it } from 'vitest'
import { outcomes } from '../../../../src/contract/sightings.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { checkEntry, type EntryInput } from '../../../../src/core/sightings/check-entry.ts'
import { phoneOf } from '../../../../src/core/sightings/phone.ts'
import { notificationText } from '../../../../src/core/sightings/notification-text.ts'

const today = '2026-11-21'
const noted = (given: Partial<EntryInput>): EntryInput => ({
  outcome: 'no_answer',
  note: '',
  nextAction: '',
  nextDate: null,
  amount: null,
  ...given,
})
function refusal(given: Partial<EntryInput>): string | null {
  try {
    checkEntry(noted(given), today)
    return null
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'invalid-input') return error.failure.message
    throw error
  }
}

describe('what is noted about a car', () => {
  it.each(outcomes)('“$label” gets what it needs', ({ code, open, needs, label }) => {
    const bare = refusal({ outcome: code })
    expect(bare).toBe(needs === 'date' ? `“${label}” needs a date.` : needs ? `“${label}” needs an amount.` : null)
    const dated = refusal({ outcome: code, nextDate: today, amount: 25_000 })
    expect(dated).toBe(open ? null : `“${label}” closes this car, so there is no next step.`)
  })

  it.each([
    ['2026-11-20', 'The next date has passed.'],
    ['2026-02-30', 'The next date is no date.'],
    ['30/11/2026', 'The next date is no date.'],
    ['2062-11-30', 'The next date is too far ahead.'],
  ])('refuses %s', (nextDate, message) => {
    expect(refusal({ nextDate })).toBe(message)
  })

  it('is kept without blanks around it', () => {
    expect(checkEntry(noted({ note: ' rang twice ', nextAction: ' text him ' }), today)).toMatchObject({
      note: 'rang twice',
      nextAction: 'text him',
    })
  })
})

describe('the number to call', () => {
  it.each([
    ['0491570006', 'au', '0491 570 006', 'tel:+61491570006'],
    ['+61 491 570 006', 'au', '0491 570 006', 'tel:+61491570006'],
    ['021 234 5678', 'nz', '021 234 5678', 'tel:+64212345678'],
    ['0123456789', 'my', '012-345 6789', 'tel:+60123456789'],
    ['+64 21 234 5678', 'au', '+64 21 234 5678', 'tel:+64212345678'],
  ] as const)('%s in %s', (given, region, shown, tel) => {
    expect(phoneOf(given, region)).toEqual({ shown, tel })
  })

  it('is shown as it is when it cannot be read, and is none without digits to dial', () => {
    expect(phoneOf('12 34 567', 'au')).toEqual({ shown: '12 34 567', tel: 'tel:1234567' })
    expect(phoneOf('call office', 'au')).toBeNull()
    expect(phoneOf(null, 'au')).toBeNull()
  })
})

describe('a notice', () => {
  it.each([
    [['2019 RAV4'], [], 'A car has just been seen for sale.', '2019 RAV4'],
    [['a', 'b', 'c'], [], '3 cars have just been seen for sale.', 'a, b, c'],
    [['a', 'b'], ['c', 'd'], '2 cars have just been seen for sale, 2 prices have dropped.', 'a, b, c and 1 more'],
    [[], ['c'], 'One price has dropped.', 'c'],
    [[], ['c', 'd'], '2 prices have dropped.', 'c, d'],
  ])('%j and %j', (newTitles, dropTitles, title, body) => {
    expect(notificationText({ newTitles, dropTitles })).toEqual({ title, body })
  })

  it('is none where nothing came', () => {
    expect(notificationText({ newTitles: [], dropTitles: [] })).toBeNull()
  })
})
