import { expect, it } from 'vitest'
import { areParts } from '../../../../../src/core/drafts/engine/open-engine.ts'

it.each([
  [['Jan', 'Feb', 'Sept', 'December']],
  [['Sold Jan 2024', 'Sold Feb 2024']],
  [['2023', '2024']],
  [['FY23', 'FY24 Q1', 'FY24 Q2']],
  [['Sheet1', 'Sheet2']],
  [['NSW', 'VIC', 'Qld']],
  [['Customers', 'Customers (2)']],
  [['A-M', 'N to Z']],
  [['Wk 1', 'Week 2']],
])('sheets %j are parts of one list', (names) => {
  expect(areParts(names)).toBe(true)
})

it.each([
  [['Sold', 'Lost']],
  [['Jan', 'Feb', 'Do not call']],
  [['Customers', 'Customers old']],
  [['Example', 'Sheet1']],
  [['Sold Jan', 'Feb']],
])('sheets %j may be different lists', (names) => {
  expect(areParts(names)).toBe(false)
})
