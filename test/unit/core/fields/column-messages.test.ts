import { expect, it } from 'vitest'
import { dateColumnMessages, surnameFirstMessage } from '../../../../src/core/fields/column-messages.ts'

it('writes the counts of a column with separators', () => {
  expect(dateColumnMessages.evidence('dmy', 1_100, 12_000)).toBe(
    'Day/month/year: 1,100 of 12,000 dates can’t be read any other way.',
  )
  expect(surnameFirstMessage(2_640, 2_640)).toBe('2,640 of 2,640 names are written “surname, first name”.')
})
