import { describe, expect, it } from 'vitest'
import { checkDate } from '../../../../src/core/fields/date.ts'

describe('dates that people write', () => {
  const read = (text: string) => checkDate(text, { order: 'dmy', field: 'sale_date', today: '2026-11-21' })

  it.each([
    '03042024',
    '3 / 4 / 2024',
    '3rd of April 2024',
    '3rd day of April 2024',
    '3 April, 2024',
    '3\\4\\2024',
    '3 - 4 - 2024',
    '03.04.2024.',
    "3 Apr '24",
  ])('%s is 3 April 2024', (text) => {
    expect(read(text)).toMatchObject({ value: '2024-04-03', issues: [] })
  })

  it.each([
    '3/4/2024 (est)',
    'Sold 3/4/2024',
    'Delivered on 3/4/2024',
    'sold: 3rd of April 2024',
    '3/4/2024 approx.',
    '~3/4/2024',
    '3/4/2024?',
  ])('%s is 3 April 2024, and what is left out is named', (text) => {
    expect(read(text)).toMatchObject({ value: '2024-04-03', issues: [{ severity: 'info', rule: 'date.remark' }] })
  })

  it.each(['99042024', 'Not sold 3/4/2024', 'Cancelled 3/4/2024', '3/4/2024 and 5/4/2024', '3/4/2024 (was 4/4/2024)'])(
    '%s is not read',
    (text) => {
      expect(read(text)).toMatchObject({ value: '', issues: [{ severity: 'error' }] })
    },
  )
})
