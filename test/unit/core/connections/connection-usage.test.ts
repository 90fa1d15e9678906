import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConnectionUsage, type ConnectionUsageLog } from '../../../../src/core/connections/connection-usage.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { connectionId, openMemory } from '../uploads/upload-bench.ts'

const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs
let clock: ClockTwin
let database: Database
let log: ConnectionUsageLog

beforeEach(() => {
  clock = createClockTwin()
  database = openMemory()
  log = createConnectionUsage(database, clock, createAnnouncer())
})
afterEach(() => {
  log.close()
  database.close()
})

const inMs = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
const jump = (ms: number): void => clock.setWallClock(new Date(clock.now().getTime() + ms))
const callsLeft = () => log.usage(connectionId).callsLeft

describe('the calls that are left', () => {
  it('are unknown after the time that the service names, and an hour later when it names none', async () => {
    log.saveCallsLeft(connectionId, { remaining: 5, limit: 10, until: inMs(60_000) })
    expect(callsLeft()).toEqual({ remaining: 5, limit: 10, until: inMs(60_000) })
    await clock.advance(60_000)
    expect(callsLeft()).toBeNull()
    log.saveCallsLeft(connectionId, { remaining: 5, limit: 10, until: null })
    await clock.advance(hourMs - 1)
    expect(callsLeft()).toMatchObject({ remaining: 5, until: null })
    await clock.advance(1)
    expect(callsLeft()).toBeNull()
  })

  it.each([-15 * yearMs, -hourMs, -10])('end at their time when the clock is set by %i ms', async (ms) => {
    log.saveCallsLeft(connectionId, { remaining: 5, limit: 10, until: inMs(60_000) })
    jump(ms)
    const until = Date.parse(callsLeft()?.until ?? '')
    expect(Math.abs(until - Date.parse(inMs(60_000)))).toBeLessThanOrEqual(10)
    await clock.advance(60_000)
    expect(callsLeft()).toBeNull()
  })

  it('are unknown after the PC slept past their time, in which the monotonic clock stands still', () => {
    log.saveCallsLeft(connectionId, { remaining: 5, limit: 10, until: inMs(60_000) })
    jump(30_000)
    expect(callsLeft()?.until).toBe(inMs(30_000))
    jump(8 * hourMs)
    expect(callsLeft()).toBeNull()
  })
})
