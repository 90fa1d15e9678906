import { describe, expect, it } from 'vitest'
import { checkDate } from '../../../../src/core/fields/date.ts'
import { decideDates, readsTwoWays } from '../../../../src/core/fields/date-order.ts'
import { eachOnce } from './each-once.ts'

describe('dates with a year at either end', () => {
  const decide = (cells: readonly string[], field: 'sale_date' | 'expiry_date' = 'sale_date') =>
    decideDates(eachOnce(cells), { field, region: 'au', today: '2026-11-21' })

  it('leaves 24-04-03 to the user when nothing shows where its year is', () => {
    expect(decide(['24-04-03'])).toMatchObject({ decidedBy: 'undecided' })
    expect(decide(['24-04-03', '23-11-12', '05-06-07'])).toMatchObject({ decidedBy: 'undecided' })
    expect(readsTwoWays('24-04-03', { field: 'sale_date', today: '2026-11-21' })).toBe(true)
  })

  it('reads the year first when a day can only be last', () => {
    expect(decide(['24-04-03', '23-11-30'])).toMatchObject({ order: 'ymd', decidedBy: 'evidence' })
    expect(decide(['24-04-03', '98-03-14'])).toMatchObject({ order: 'ymd', decidedBy: 'evidence' })
  })

  it('reads the year last when a day can only be first', () => {
    expect(decide(['24-04-03', '31-04-24', '31-05-24'])).toMatchObject({ order: 'dmy', decidedBy: 'evidence' })
  })

  it('refuses 24-04-03 among dates of another form', () => {
    const decision = decide(['24/04/2023', '24-04-03', '3/5/2023'])
    expect(decision).toMatchObject({ order: 'dmy', decidedBy: 'evidence', doubtsShortYears: true })
    const checked = checkDate('24-04-03', { ...decision, field: 'sale_date', today: '2026-11-21' })
    expect(checked).toMatchObject({ value: '', issues: [{ severity: 'error', rule: 'date.year-at-either-end' }] })
    expect(checked.issues[0]?.message).toContain('24/4/2003 or 3/4/2024')
  })

  it('reads slashes day first as before', () => {
    expect(decide(['24/04/03'])).toMatchObject({ order: 'dmy', decidedBy: 'evidence' })
  })
})
