import { describe, expect, test } from 'vitest'
import {
  formatAge,
  formatBytes,
  formatDate,
  formatFrom,
  formatMobile,
  formatMoney,
  formatRate,
  formatTimeLeft,
  percentOf,
  plural,
} from '../../../../src/renderer/ui/format.ts'

describe('dates as they are shown', () => {
  test.each([
    ['2026-03-07', '7/3/2026'],
    ['2026-11-21', '21/11/2026'],
    ['soon', 'soon'],
    ['', ''],
    [null, ''],
  ])('%s is %s', (date, shown) => {
    expect(formatDate(date)).toBe(shown)
  })
})

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2300, '2,300 rows'],
])('%i is counted as %s', (count, shown) => {
  expect(plural(count, 'row')).toBe(shown)
})

test('an irregular plural is given', () => {
  expect(plural(2, 'upload needs', 'uploads need')).toBe('2 uploads need')
})

describe('time left', () => {
  test.each([
    [null, ''],
    [3, 'a few seconds left'],
    [22, 'about 30 seconds left'],
    [55, 'about 1 minute left'],
    [125, 'about 2 minutes left'],
    [7200, 'about 2 hours left'],
  ])('%s seconds: %s', (seconds, words) => {
    expect(formatTimeLeft(seconds)).toBe(words)
  })
})

describe('age', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  test.each([
    [null, 'never'],
    ['2026-11-21T11:59:40Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T09:00:00Z', 'yesterday'],
    ['2026-11-09T09:00:00Z', '12 days ago'],
    // Saved while the clock was set ahead.
    ['2067-12-18T12:00:00Z', 'on 18/12/2067'],
  ])('%s: %s', (iso, words) => {
    expect(formatAge(iso, now)).toBe(words)
  })

  test.each([
    ['2026-11-21T09:00:00Z', 'from 3 hours ago'],
    ['2026-11-21T12:40:00Z', 'from just now'],
    ['2067-12-18T12:00:00Z', 'from 18/12/2067'],
  ])('of a result of %s: %s', (iso, words) => {
    expect(formatFrom(iso, now)).toBe(words)
  })
})

describe('percent', () => {
  test.each([
    [0, 400, 0],
    [1, 4000, 1],
    [3999, 4000, 99],
    [4000, 4000, 100],
    [0, 0, 0],
  ])('%i of %i is %i', (done, total, percent) => {
    expect(percentOf(done, total)).toBe(percent)
  })
})

test.each([
  ['0491570006', '0491 570 006'],
  ['0491 570 006', '0491 570 006'],
  ['0211234567', '021 123 4567'],
  ['021123456', '021 123 456'],
  ['+61491570006', '+61 491 570 006'],
  ['call Jim', 'call Jim'],
])('mobile %s is shown as %s', (mobile, shown) => {
  expect(formatMobile(mobile)).toBe(shown)
})

test('money is whole and in the region’s own sign', () => {
  expect(formatMoney(24990.4)).toBe('$24,990')
  expect(formatMoney(88000, 'my')).toBe('RM 88,000')
  expect(formatMoney(null)).toBe('')
})

test('rates and sizes read as words', () => {
  expect(formatRate(0.42)).toBe('0.4 rows a second')
  expect(formatRate(1)).toBe('1 row a second')
  expect(formatRate(1234.6)).toBe('1,235 rows a second')
  expect(formatBytes(900)).toBe('900 bytes')
  expect(formatBytes(1536)).toBe('1.5 KB')
})
