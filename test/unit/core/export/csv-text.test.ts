import { describe, expect, it } from 'vitest'
import { csvLines } from '../../../../src/core/export/csv-text.ts'
import { tableFile } from '../../../../src/core/export/table-file.ts'
import { specsFile } from '../../../../src/core/lookup/specs-file.ts'
import { marketFile } from '../../../../src/core/market/market-file.ts'
import { listing } from '../market/sample-listings.ts'

describe('the lines of a CSV file', () => {
  it('end with CRLF, and are quoted only where it is needed', () => {
    expect(csvLines([['a, b', 'say "x"', 5, null]])).toBe('"a, b","say ""x""",5,\r\n')
  })
  it('keep a negative number and a phone number, and make a formula a text', () => {
    expect(csvLines([[-5, '-5', '+61 491 570 006', '=1+1']])).toBe("-5,-5,+61 491 570 006,'=1+1\r\n")
  })
  it('are empty without rows', () => {
    expect(csvLines([])).toBe('')
  })
})

const formula = '=HYPERLINK("http://evil.example")'
const details = [{ name: 'a', label: formula, text: formula, children: [] }]

/** Customers: test/unit/core/customers/list/customer-export.test.ts. */
it.each<[string, () => Promise<string>]>([
  [
    'the call sheet',
    async () => (await tableFile({ name: 'a', columns: [formula], rows: [[formula]] }, 'csv')).content,
  ],
  [
    'the market',
    async () => (await marketFile('a', [listing({ colour: formula, sources: [formula] })], 'region')).content,
  ],
  [
    'the specifications',
    async () =>
      (await specsFile([{ title: formula, parts: [{ category: 'a', label: formula, details, given: true }] }])).content,
  ],
])('the CSV file of %s contains no formula', async (_, write) => {
  const text = await write()
  expect(text).toContain(`"'=HYPERLINK`)
  expect(text).not.toMatch(/(?:^|[,\n\ufeff])"?=/m)
})
