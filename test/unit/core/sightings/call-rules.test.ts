import { describe, expect, it } from 'vitest'
import type { CallSettings } from '../../../../src/contract/call-hours.ts'
import { openDatabase } from '../../../../src/core/database/database.ts'
import { createCallRules } from '../../../../src/core/sightings/call-rules.ts'
import { createCallSettings, defaultCallSettings } from '../../../../src/core/sightings/call-settings.ts'
import { callTimes } from '../../../../src/core/sightings/call-times.ts'
import { callingHours, hoursText, plannedHours } from '../../../../src/core/sightings/calling-hours.ts'

const rules = (settings: Partial<CallSettings> = {}) => createCallRules({ ...defaultCallSettings, ...settings })
const victoria = { region: 'au', state: 'VIC' } as const
const noDay = Array(7).fill(null)

describe('the rules of calls', () => {
  it('follow the hours of each weekday', () => {
    const hours = [...defaultCallSettings.hours]
    hours[3] = { from: '10:30', to: '12:15' }
    const own = rules({ hours })
    expect(own.windowOn('2026-11-25', victoria)).toEqual({ fromMinutes: 630, toMinutes: 735 })
    expect(callingHours(new Date('2026-11-24T23:42:00Z'), 'VIC', 'au', own)).toEqual({
      now: 'allowed',
      words: 'Wednesday 10:42 am in Melbourne. You can call until 12:15 pm.',
    })
    expect(plannedHours(new Date('2026-11-24T23:00:00Z'), 'VIC', 'au', own).now).toBe('outside')
  })

  it.each([
    ['state', 'Melbourne Cup Day'],
    ['national', null],
    ['none', null],
  ] as const)('with %s holidays count Melbourne Cup Day as %s', (holidays, name) => {
    expect(rules({ holidays }).holidayOn('2026-11-03', victoria)).toBe(name)
    expect(rules({ holidays }).holidayOn('2026-11-03', { region: 'au', state: 'NSW' })).toBeNull()
  })

  it('count no national holiday when holidays are off, but those that the user added', () => {
    const changes = [{ region: 'au' as const, area: null, date: '2026-12-24', name: 'Closed' }]
    const off = rules({ holidays: 'none', changes })
    expect(off.holidayOn('2026-12-25', victoria)).toBeNull()
    expect(off.holidayOn('2026-12-24', victoria)).toBe('Closed')
  })

  it('allow calls on a removed holiday', () => {
    const changes = [{ region: 'au' as const, area: 'VIC', date: '2026-11-03', name: null }]
    expect(rules({ changes }).windowOn('2026-11-03', victoria)).not.toBeNull()
  })

  it('count a holiday that was added outside Australia, also one of an area, and none as removed', () => {
    const place = { region: 'nz', state: null } as const
    expect(rules().holidayOn('2026-01-26', place)).toBeNull()
    const opened = openDatabase(':memory:', null)
    if (opened.state !== 'ready') throw new Error('A new database cannot be opened')
    const settings = createCallSettings(opened.database)
    const ofArea = { region: 'nz', area: 'auckland' } as const
    settings.set({
      changes: [
        { ...ofArea, date: '2026-01-26', name: 'Anniversary Day' },
        { ...ofArea, date: '2026-07-10', name: null },
      ],
    })
    expect(rules(settings.get()).holidayOn('2026-01-26', place)).toBe('Anniversary Day')
    expect(rules(settings.get()).holidayOn('2026-07-10', place)).toBe('Matariki')
    // As a change of the whole region, the window can remove it.
    expect(settings.get().changes).toEqual([expect.objectContaining({ area: null, date: '2026-01-26' })])
    opened.database.close()
  })

  it('end when no day has hours', () => {
    const never = rules({ hours: noDay })
    const at = new Date('2026-11-24T23:42:00Z')
    expect(callingHours(at, 'VIC', 'au', never).words).toContain('No calls on Wednesdays. No day has calling hours.')
    expect(callTimes(at, { state: 'VIC', region: 'au' }, null, never).suggestions.length).toBeGreaterThan(0)
  })
})

describe('the hours in words', () => {
  it.each([
    [defaultCallSettings.hours, 'Monday to Friday 9 am to 8 pm, Saturday 9 am to 5 pm'],
    [noDay, 'none. Set them in the settings'],
    [Array(7).fill({ from: '08:30', to: '18:00' }), 'Monday to Sunday 8:30 am to 6 pm'],
  ])('are grouped by day', (hours, words) => expect(hoursText(hours)).toBe(words))
})
