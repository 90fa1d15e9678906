import { expect, it } from 'vitest'
import { hoursOfWeek } from '../../../../../src/renderer/features/settings/calling-hours.ts'

const long = { from: '09:00', to: '20:00' }
const short = { from: '09:00', to: '17:00' }

it('neighbouring days with the same hours share a line, from Monday on', () => {
  expect(hoursOfWeek([null, long, long, long, long, long, short])).toEqual([
    ['Monday to Friday', '9:00 am to 8:00 pm'],
    ['Saturday', '9:00 am to 5:00 pm'],
    ['Sunday', 'No calls'],
  ])
})

it('days with the same hours that are apart have a line each', () => {
  expect(hoursOfWeek([short, short, long, short, short, short, short]).map(([days]) => days)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday to Sunday',
  ])
})
