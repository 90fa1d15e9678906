import { describe, expect, it } from 'vitest'
import { defaultCallSettings } from '../../../../src/core/sightings/call-settings.ts'
import { easterSunday } from '../../../../src/core/sightings/public-holidays.ts'
import { holidaysOf } from '../../../../src/core/sightings/public-holidays.ts'
import type { Region, StateCode } from '../../../../src/contract/region.ts'

/** The name of the holiday that the whole region has on a date. */
const nationalHoliday = (date: string, region: Region): string | null =>
  holidaysOf(defaultCallSettings, region, null, Number(date.slice(0, 4))).find((one) => one.date === date)?.name ?? null

describe('nationalHoliday', () => {
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('finds Easter Sunday of %i', (year, sunday) => {
    expect(easterSunday(year)).toBe(sunday)
  })

  it.each([
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-04-25', 'Anzac Day'],
    ['2026-01-26', 'Australia Day'],
    ['2027-01-26', 'Australia Day'],
    // A Sunday in 2025 and a Saturday in 2030: replaced by Monday.
    ['2025-01-27', 'the holiday for Australia Day'],
    ['2030-01-28', 'the holiday for Australia Day'],
    ['2028-01-03', 'the holiday for New Year’s Day'],
    // Christmas on a Friday, a Saturday, a Sunday.
    ['2026-12-28', 'the holiday for Boxing Day'],
    ['2027-12-27', 'the holiday for Christmas Day'],
    ['2027-12-28', 'the holiday for Boxing Day'],
    ['2022-12-27', 'the holiday for Christmas Day'],
  ])('Australia: %s is %s', (date, name) => {
    expect(nationalHoliday(date, 'au')).toBe(name)
  })

  it.each(['2026-01-27', '2026-04-05', '2026-06-08', '2026-12-27', '2022-12-28', '2026-11-03'])(
    'Australia has no holiday on %s',
    (date) => {
      expect(nationalHoliday(date, 'au')).toBeNull()
    },
  )

  it.each([
    ['2026-02-06', 'Waitangi Day'],
    ['2027-02-08', 'the holiday for Waitangi Day'],
    ['2026-06-01', 'the King’s Birthday'],
    ['2026-10-26', 'Labour Day'],
    ['2026-04-27', 'the holiday for Anzac Day'],
    ['2023-01-03', 'the holiday for New Year’s Day'],
    ['2022-01-04', 'the holiday for the day after New Year’s Day'],
  ])('New Zealand: %s is %s', (date, name) => {
    expect(nationalHoliday(date, 'nz')).toBe(name)
  })
})

/** The dates of a state's own holidays, as its government publishes them. */
const own = (state: StateCode, year: number): string[] =>
  holidaysOf(defaultCallSettings, 'au', state, year)
    .filter(({ source }) => source === 'state')
    .map(({ date }) => date.slice(5))

describe('the holidays of a state and of other regions', () => {
  it.each([
    ['NSW', ['04-04', '04-05', '06-08', '10-05']],
    ['VIC', ['03-09', '04-04', '04-05', '06-08', '09-25', '11-03']],
    ['QLD', ['04-04', '04-05', '05-04', '10-05']],
    ['SA', ['03-09', '04-04', '04-05', '06-08', '10-05']],
    ['WA', ['03-02', '04-05', '04-27', '06-01', '09-28']],
    ['TAS', ['03-09', '06-08']],
    ['NT', ['04-04', '04-05', '05-04', '06-08', '08-03']],
    ['ACT', ['03-09', '04-04', '04-05', '06-01', '06-08', '10-05']],
  ] as const)('%s has these in 2026', (state, dates) => expect(own(state, 2026)).toEqual(dates))

  it('New Zealand has Matariki', () => expect(nationalHoliday('2026-07-10', 'nz')).toBe('Matariki'))

  it('Malaysia has those that the user adds', () => {
    const added = { region: 'my', area: null, date: '2026-03-21', name: 'Hari Raya' } as const
    expect(holidaysOf({ changes: [] }, 'my', null, 2026)).toEqual([])
    expect(holidaysOf({ changes: [added] }, 'my', null, 2026)).toMatchObject([{ name: 'Hari Raya', source: 'added' }])
  })
})

describe('a change by the user', () => {
  const change = { region: 'au', area: 'QLD', date: '2026-08-12', name: 'Royal Queensland Show' } as const

  it('adds a holiday to its state only', () => {
    const on = (state: StateCode) =>
      holidaysOf({ changes: [change] }, 'au', state, 2026).find(({ date }) => date === change.date)
    expect(on('QLD')).toEqual({ date: '2026-08-12', name: change.name, source: 'added', removed: false })
    expect(on('NSW')).toBeUndefined()
  })

  it('removes a holiday, which stays in the list, and adds it again', () => {
    const removal = { region: 'au', area: null, date: '2026-01-26', name: null } as const
    const find = (changes: readonly (typeof removal | (Omit<typeof removal, 'name'> & { name: string }))[]) =>
      holidaysOf({ changes: [...changes] }, 'au', 'VIC', 2026).find(({ date }) => date === removal.date)
    expect(find([removal])).toMatchObject({ name: 'Australia Day', removed: true })
    expect(find([removal, { ...removal, name: 'Australia Day' }])).toMatchObject({ removed: false })
  })
})
