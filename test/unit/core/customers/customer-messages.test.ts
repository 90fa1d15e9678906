import { expect, it } from 'vitest'
import { historyText, undoMessages } from '../../../../src/core/customers/customer-messages.ts'

const saleDate = { kind: 'edited', field: 'saleDate', before: '2026-03-07', after: null } as const
const mobile = { kind: 'edited', field: 'mobileNumber', before: '0123456789', after: '0312345678' } as const

it.each([
  ['region', 'Sale date changed from 7/3/2026 to empty'],
  ['dd/mm/yyyy', 'Sale date changed from 07/03/2026 to empty'],
  ['d mmm yyyy', 'Sale date changed from 7 Mar 2026 to empty'],
  ['yyyy-mm-dd', 'Sale date changed from 2026-03-07 to empty'],
] as const)('the history shows dates as the user chose: %s', (dateFormat, text) => {
  expect(historyText(saleDate, { region: 'au', dateFormat })).toBe(text)
})

it('the history and undo show mobiles as the region writes them', () => {
  const form = { region: 'my', dateFormat: 'region' } as const
  expect(historyText(mobile, form)).toBe('Mobile changed from 012-345 6789 to 03-1234 5678')
  expect(
    undoMessages.oneCell('undone', { field: 'mobileNumber', name: 'Aisyah', value: '0123456789' }, false, form),
  ).toBe('Undone. Mobile for Aisyah changed back to 012-345 6789.')
})
