import { afterEach, describe, expect, test } from 'vitest'
import { readShownDate } from '../../../../src/contract/calendar-date.ts'
import { formatSettings } from '../../../../src/renderer/ui/format-settings.ts'
import {
  datePlaceholder,
  formatAge,
  formatBytes,
  formatDate,
  formatFrom,
  formatKms,
  formatMobile,
  formatMoment,
  formatMoney,
  formatPlate,
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

describe('values of a region', () => {
  afterEach(() => {
    formatSettings.region = null
    formatSettings.dateFormat = 'region'
  })

  test.each([
    ['au', '0491570006', '0491 570 006', 'ABC12D', 24_990.4, '$24,990'],
    ['au', '+61491570006', '+61 491 570 006', 'abc 12d', -800, '−$800'],
    ['nz', '0211234567', '021 123 4567', 'LPK482', 24_990, '$24,990'],
    ['nz', 'call Jim', 'call Jim', 'lpk 482', 0, '$0'],
    ['my', '0123456789', '012-345 6789', 'WXY1234', 88_000, 'RM 88,000'],
    ['my', '01112345678', '011-1234 5678', 'w1234a', 1, 'RM 1'],
  ] as const)('%s: %s is %s', (region, mobile, shownMobile, rego, price, shownPrice) => {
    formatSettings.region = region
    expect([formatMobile(mobile), formatMoney(price)]).toEqual([shownMobile, shownPrice])
    expect(formatPlate(rego)).toBe(
      { my: rego === 'WXY1234' ? 'WXY 1234' : 'W 1234 A', au: 'ABC12D', nz: 'LPK482' }[region],
    )
    formatSettings.region = null
    expect([formatMobile(mobile, region), formatMoney(price, region)]).toEqual([shownMobile, shownPrice])
  })

  test('a price of another region names its dollar', () => {
    formatSettings.region = 'nz'
    expect(formatMoney(24_990, 'au')).toBe('A$24,990')
    expect(formatMoney(24_990, 'nz')).toBe('$24,990')
  })

  test('nothing is shown as nothing', () => {
    expect([formatMoney(null), formatMobile(null), formatPlate(null), formatKms(null)]).toEqual(['', '', '', ''])
    expect(formatKms(85_000.4)).toBe('85,000 km')
  })

  test.each([
    ['region', '7/3/2026', '7/3/2026, 2:05 pm', 'd/m/yyyy'],
    ['dd/mm/yyyy', '07/03/2026', '07/03/2026, 2:05 pm', 'dd/mm/yyyy'],
    ['d mmm yyyy', '7 Mar 2026', '7 Mar 2026, 2:05 pm', 'd mmm yyyy'],
    ['yyyy-mm-dd', '2026-03-07', '2026-03-07, 2:05 pm', 'yyyy-mm-dd'],
  ] as const)('dates are written as chosen: %s', (dateFormat, day, moment, placeholder) => {
    formatSettings.dateFormat = dateFormat
    expect(formatDate('2026-03-07')).toBe(day)
    expect(formatMoment('2026-03-07T14:05:00')).toBe(moment)
    expect(datePlaceholder()).toBe(placeholder)
    expect(readShownDate(day)).toBe('2026-03-07')
  })
})

test('rates and sizes read as words', () => {
  expect(formatRate(0.42)).toBe('0.4 rows a second')
  expect(formatRate(1)).toBe('1 row a second')
  expect(formatRate(1234.6)).toBe('1,235 rows a second')
  expect(formatBytes(900)).toBe('900 bytes')
  expect(formatBytes(1536)).toBe('1.5 KB')
})
