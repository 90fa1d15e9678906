import { describe, expect, it } from 'vitest'
import { createWallTime } from '../../../../src/core/scheduling/wall-time.ts'

/** Two clocks as a PC has them: the readings differ by parts of a millisecond from call to call. */
function unevenClock() {
  let readings = 0
  const start = Date.parse('2026-11-20T22:00:00.000Z')
  const clock = { elapsedMs: 0, setForwardMs: 0 }
  return Object.assign(clock, {
    monotonicMs: () => clock.elapsedMs + ((readings += 1) % 7) * 0.31,
    now: () => new Date(start + Math.floor(clock.elapsedMs + ((readings += 1) % 5) * 0.47) + clock.setForwardMs),
  })
}

describe('the time of day of a wait', () => {
  it('is the same at each reading', () => {
    const clock = unevenClock()
    const wallTime = createWallTime(clock)
    const readings = new Set<string>()
    for (let reading = 0; reading < 200; reading += 1) {
      clock.elapsedMs += 13.7
      readings.add(wallTime(90_000))
    }
    expect(readings.size).toBe(1)
  })

  it('follows the clock of the PC when it is set', () => {
    const clock = unevenClock()
    const wallTime = createWallTime(clock)
    const before = Date.parse(wallTime(90_000))
    clock.setForwardMs = 3_600_000
    expect(Math.abs(Date.parse(wallTime(90_000)) - before - 3_600_000)).toBeLessThan(10)
  })
})
