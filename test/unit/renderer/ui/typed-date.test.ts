import { expect, it } from 'vitest'
import { readDay } from '../../../../src/renderer/ui/typed-date.ts'

// Saturday, 10:15 local time.
const now = new Date(2026, 10, 21, 10, 15)

it.each([
  ['3/12/2026', '2026-12-03'],
  ['03.12.26', '2026-12-03'],
  ['3-12-2026', '2026-12-03'],
  ['3/4/2021', '2021-04-03'],
  ['3 Apr 21', '2021-04-03'],
  ['3 april 2021', '2021-04-03'],
  ['3-Apr-21', '2021-04-03'],
  [' 2021-04-03 ', '2021-04-03'],
  ['21/11', '2026-11-21'],
  ['3/2', '2027-02-03'],
  ['3 Feb', '2027-02-03'],
  ['29/2/2028', '2028-02-29'],
  ['29/2/2027', null],
  ['12/31/2026', null],
  ['3 Aprilia 21', null],
  ['312', null],
  ['tomorrow', null],
  ['', null],
])('reads %s as %s', (text, date) => {
  expect(readDay(text, now)).toBe(date)
})

it('takes a day without a year as the last such day where the past is meant', () => {
  expect(readDay('3/2', now, 'last')).toBe('2026-02-03')
  expect(readDay('3 Dec', now, 'last')).toBe('2025-12-03')
  expect(readDay('21/11', now, 'last')).toBe('2026-11-21')
})
