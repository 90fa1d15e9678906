import { expect, it } from 'vitest'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createThrottledAnnouncer } from '../../../../src/core/events/throttled-announcer.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'

it('announces a change at once, later ones together, and one that waits when somebody needs it now', async () => {
  const clock = createClockTwin()
  const announcer = createAnnouncer()
  let announced = 0
  announcer.listen(() => void (announced += 1))
  const announce = createThrottledAnnouncer(announcer, clock, 'customers.changed', 250, new AbortController().signal)
  announce(null)
  announce(null)
  announce(null)
  expect(announced).toBe(1)
  announce.now(null)
  announce.now(null)
  expect(announced).toBe(2)
  announce(null)
  await clock.advance(250)
  expect(announced).toBe(3)
})
