import { expect, it } from 'vitest'
import {
  compareTimes,
  createHybridClock,
  maxCounter,
  maxDriftMs,
} from '../../../../../src/core/team/clock/hybrid-clock.ts'

const now = Date.UTC(2026, 10, 23)
const day = 86_400_000

it('gives later times while the clock of the PC does not move or is set back a little', () => {
  let wall = now
  const clock = createHybridClock(() => wall)
  const first = clock.next()
  const second = clock.next()
  wall -= maxDriftMs / 2
  const third = clock.next()
  expect([first, second, third]).toEqual([
    [now, 0],
    [now, 1],
    [now, 2],
  ])
})

it('goes on after an entry of another PC that is a little ahead', () => {
  const clock = createHybridClock(() => now)
  clock.observe('a', [now + 5_000, 7])
  expect(clock.next()).toEqual([now + 5_000, 8])
})

it('does not adopt a time that one PC alone shows far ahead, whatever its counter', () => {
  const clock = createHybridClock(() => now)
  for (let days = 1; days < 9; days += 1) clock.observe('a', [now + days * day, 3])
  expect(clock.next()).toEqual([now, 0])
})

it('adopts a time far ahead when two other PCs show it, because its own clock is behind', () => {
  const clock = createHybridClock(() => now - 3 * day)
  clock.observe('a', [now, 0])
  clock.observe('b', [now - 60_000, 4])
  expect(clock.next()).toEqual([now - 60_000, 5])
})

it('no longer continues its own times of the future once the clock is corrected', () => {
  let wall = now + 5 * day
  const clock = createHybridClock(() => wall)
  expect(clock.next()).toEqual([now + 5 * day, 0])
  wall = now
  expect(clock.next()).toEqual([now, 0])
})

it('continues after the time of its last entry when it is created again', () => {
  const clock = createHybridClock(() => now, [now + 1_000, maxCounter])
  const next = clock.next()
  expect(next).toEqual([now + 1_001, 0])
  expect(compareTimes(next, [now + 1_000, maxCounter])).toBeGreaterThan(0)
})
