import { describe, expect, it } from 'vitest'
import { isDue, nextDate } from '../../../../src/core/backups/backup-plan.ts'

const at = (text: string): Date => new Date(text)
const daily = { every: 'day', lastAt: at('2026-11-20T09:00:00').toISOString() } as const
const weekly = { ...daily, every: 'week' } as const

describe('the day of the next automatic backup', () => {
  it('is the next day or the same day of the next week', () => {
    const now = at('2026-11-20T18:00:00')
    expect(nextDate(daily, now)).toBe('2026-11-21')
    expect(nextDate(weekly, now)).toBe('2026-11-27')
    expect(isDue(daily, now)).toBe(false)
    expect(isDue(daily, at('2026-11-21T00:01:00'))).toBe(true)
    expect(isDue(weekly, at('2026-11-26T23:59:00'))).toBe(false)
    expect(isDue(weekly, at('2026-11-27T00:00:00'))).toBe(true)
  })

  it('is today when the PC was off for long, and when there is none yet', () => {
    const now = at('2027-02-01T08:00:00')
    expect(nextDate(weekly, now)).toBe('2027-02-01')
    expect(nextDate({ every: 'day', lastAt: null }, now)).toBe('2027-02-01')
  })

  it('is today when the last one is dated in the future, because the clock of the PC was ahead', () => {
    expect(isDue(weekly, at('2026-11-20T08:59:00'))).toBe(true)
    expect(isDue({ every: 'week', lastAt: '2036-01-01T00:00:00.000Z' }, at('2026-11-20T09:00:00'))).toBe(true)
  })
})
