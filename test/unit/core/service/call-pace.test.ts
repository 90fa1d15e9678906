import { expect, it } from 'vitest'
import { createCallPace } from '../../../../src/core/service/call-pace.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'

it('bounds the calls of each kind, whatever asks for them', async () => {
  const clock = createClockTwin()
  const pace = createCallPace(clock)
  let calls = 0
  const loop = async (): Promise<void> => {
    while (clock.monotonicMs() < 60_000) {
      await pace.take('listCustomers')
      calls += 1
    }
  }
  const loops = Promise.all([loop(), loop()])
  await clock.advance(5_000)
  expect(calls).toBe(1_000)
  expect(await pace.take('getUpload')).toBe(false)
  await clock.advance(70_000)
  await loops
  expect(calls).toBeLessThanOrEqual(7_002)
})

it('ends the wait of a call that is cancelled', async () => {
  const clock = createClockTwin()
  const pace = createCallPace(clock)
  for (let call = 0; call < 1_000; call += 1) await pace.take('specs')
  const cancel = new AbortController()
  const waiting = pace.take('specs', cancel.signal)
  cancel.abort(new Error('Cancelled'))
  await expect(waiting).rejects.toThrow('Cancelled')
})
