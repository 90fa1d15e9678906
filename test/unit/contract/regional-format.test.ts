import { describe, expect, it, test } from 'vitest'
import {
  compactPlate,
  formatKms,
  formatMoney,
  formatNumber,
  formatPhone,
  formatPlate,
} from '../../../src/contract/regional-format.ts'
import type { Region } from '../../../src/contract/region.ts'

describe('numbers', () => {
  test.each([
    [0, 0, '0'],
    [-0.2, 0, '0'],
    [999, 0, '999'],
    [1_000, 0, '1,000'],
    [-1_234_567.5, 0, '-1,234,567'],
    [1_234.56, 1, '1,234.6'],
    [24_990, 2, '24,990'],
    [1e21, 0, '1,000,000,000,000,000,000,000'],
  ])('%d with %i decimals is %s', (value, decimals, shown) => {
    expect(formatNumber(value, decimals)).toBe(shown)
  })
})

describe('money', () => {
  test.each<[number, Region, Region | undefined, string]>([
    [24_990.4, 'au', undefined, '$24,990'],
    [24_990, 'nz', undefined, '$24,990'],
    [88_000, 'my', undefined, 'RM 88,000'],
    [-800, 'au', undefined, '−$800'],
    [-0.2, 'au', undefined, '$0'],
    [-800, 'my', undefined, '−RM 800'],
    [24_990, 'au', 'au', '$24,990'],
    [24_990, 'au', 'nz', 'A$24,990'],
    [24_990, 'nz', 'au', 'NZ$24,990'],
    [88_000, 'my', 'au', 'RM 88,000'],
  ])('%d of %s for a reader in %s is %s', (amount, region, home, shown) => {
    expect(formatMoney(amount, region, home ? { home } : {})).toBe(shown)
  })

  it('has cents where they are asked for', () => {
    expect(formatMoney(1_234.5, 'au', { withCents: true })).toBe('$1,234.50')
    expect(formatMoney(24_990, 'au', { withCents: true })).toBe('$24,990')
    expect(formatMoney(-0.999, 'my', { withCents: true })).toBe('−RM 1')
  })
})

test('distances are in kilometres', () => {
  expect(formatKms(85_000.4)).toBe('85,000 km')
})

describe('phone numbers', () => {
  test.each<[Region, string, string]>([
    ['au', '0412345678', '0412 345 678'],
    ['au', '0412 345 678', '0412 345 678'],
    ['au', '04-1234-5678', '0412 345 678'],
    ['au', '0298765432', '(02) 9876 5432'],
    ['au', '(08) 98765432', '(08) 9876 5432'],
    ['au', '1300975707', '1300 975 707'],
    ['au', '131126', '13 11 26'],
    ['au', '+61412345678', '+61 412 345 678'],
    ['au', '+61298765432', '+61 2 9876 5432'],
    ['au', '+64211234567', '+64 21 123 4567'],
    ['au', '412345678', '412345678'],
    ['nz', '021123456', '021 123 456'],
    ['nz', '0211234567', '021 123 4567'],
    ['nz', '02112345678', '021 1234 5678'],
    ['nz', '091234567', '09 123 4567'],
    ['nz', '0800123456', '0800 123 456'],
    ['nz', '+64211234567', '+64 21 123 4567'],
    ['my', '0123456789', '012-345 6789'],
    ['my', '01112345678', '011-1234 5678'],
    ['my', '0312345678', '03-1234 5678'],
    ['my', '041234567', '04-123 4567'],
    ['my', '082123456', '082-123 456'],
    ['my', '1800881234', '1800-88-1234'],
    ['my', '+60123456789', '+60 12-345 6789'],
    ['my', '012-345 6789', '012-345 6789'],
    ['au', 'call Jim', 'call Jim'],
    ['au', '+6591234567', '+6591234567'],
    ['au', '12', '12'],
    ['au', '', ''],
  ])('%s: %s is %s', (region, number, shown) => {
    expect(formatPhone(number, region)).toBe(shown)
  })

  it('keeps all digits of a number', () => {
    for (const number of ['0412345678', '0298765432', '+60123456789', '0211234567', '1300975707'])
      for (const region of ['au', 'nz', 'my'] as const)
        expect(formatPhone(number, region).replaceAll(/[^\d+]/g, '')).toBe(number)
  })
})

describe('plates', () => {
  test.each<[Region, string, string]>([
    ['au', 'abc 12d', 'ABC12D'],
    ['nz', 'LPK482', 'LPK482'],
    ['my', 'wxy1234', 'WXY 1234'],
    ['my', 'WXY 1234', 'WXY 1234'],
    ['my', 'W1234A', 'W 1234 A'],
    ['my', 'PATRIOT8', 'PATRIOT 8'],
    ['my', '1A2B3C', '1A2B3C'],
  ])('%s: %s is %s', (region, plate, shown) => {
    expect(formatPlate(plate, region)).toBe(shown)
  })

  it('are searched for without spaces', () => {
    expect(compactPlate('wxy 1234')).toBe('WXY1234')
  })
})
