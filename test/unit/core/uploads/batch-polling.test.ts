import { expect, it } from 'vitest'
import { createBatchPollings } from '../../../../src/core/uploads/batch-polling.ts'
import { defaultTiming } from '../../../../src/core/uploads/timing.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'

const counters = (processed: number) => ({ uploaded: 100, processed, errors: 0 })

it('reads counters that go up and down less and less often', async () => {
  const clock = createClockTwin()
  const pollings = createBatchPollings(clock, defaultTiming)
  pollings.record('u/1', counters(10))
  for (let reading = 0; reading < 20; reading += 1) {
    await clock.advance((pollings.get('u/1')?.nextAtMs ?? 0) - clock.monotonicMs())
    pollings.record('u/1', counters(reading % 2 === 0 ? 3 : 9))
  }
  expect(pollings.get('u/1')?.gapMs).toBe(defaultTiming.longestPollMs)
  expect(pollings.record('u/1', counters(11)).gapMs).toBe(defaultTiming.firstPollMs)
})
