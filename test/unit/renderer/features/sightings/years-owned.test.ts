import { expect, it } from 'vitest'
import { timeOwned } from '../../../../../src/renderer/features/sightings/years-owned.ts'

const now = new Date(2026, 10, 22, 10)

it.each([
  ['2022-03-14', '4 years 8 months'],
  ['2025-11-22', '1 year'],
  ['2025-11-23', '11 months'],
  ['2026-10-22', '1 month'],
  ['2026-11-22', 'less than a month'],
  ['2026-11-23', null],
  ['not a date', null],
  [null, null],
])('a car sold on %s was owned for %s', (saleDate, text) => {
  expect(timeOwned(saleDate, now)).toBe(text)
})
