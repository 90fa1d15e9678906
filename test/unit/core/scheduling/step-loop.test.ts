import { describe, expect, it, onTestFinished } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createStepLoop } from '../../../../src/core/scheduling/step-loop.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'

const damaged = new FailureError({ kind: 'storage-damaged', message: 'A part of the data is damaged.' })

describe('a step loop whose journal cannot be read', () => {
  it('shows the reason, and continues when the journal can be read again', async () => {
    const clock = createClockTwin()
    let isReadable = false
    let steps = 0
    const errors: unknown[] = []
    const read = (): void => {
      if (!isReadable) throw damaged
    }
    const loop = createStepLoop<{ readonly do: 'step' }>({
      clock,
      random: () => 0.5,
      firstBackoffMs: 1_000,
      longestBackoffMs: 1_000,
      decide() {
        read()
        return steps === 0 ? { do: 'step' } : { do: 'rest', untilMs: null }
      },
      async perform() {
        steps += 1
        return { end: 'done' }
      },
      onError: (error) => void errors.push(error),
      onWaitingChanged: read,
    })
    onTestFinished(() => loop.close())
    loop.start()
    await clock.whenSleeping()
    expect(loop.waiting()?.reason).toBe('A part of the data is damaged. Forecourt tries again automatically.')
    expect(errors).toEqual([damaged, damaged])
    isReadable = true
    await clock.advance(2_000)
    expect(steps).toBe(1)
    expect(loop.waiting()).toBeNull()
  })
})

describe('the backoff of a step loop', () => {
  /** How long each wait of a loop lasts whose steps always ask to wait, in ms. */
  async function waitsWith(random: number, atLeastMs: number | null): Promise<number[]> {
    const clock = createClockTwin()
    const loop = createStepLoop<{ readonly do: 'step' }>({
      clock,
      random: () => random,
      firstBackoffMs: 1_000,
      longestBackoffMs: 4_000,
      decide: () => ({ do: 'step' }),
      perform: async () => ({ end: 'wait', reason: 'The service is down.', atLeastMs }),
      onError: (error) => expect.unreachable(String(error)),
      onWaitingChanged: () => undefined,
    })
    onTestFinished(() => loop.close())
    loop.start()
    const waits: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await clock.whenSleeping()
      const [waitMs = 0] = clock.sleeping()
      waits.push(waitMs)
      await clock.advance(waitMs)
    }
    return waits
  }

  it('starts with the shortest wait again after there was nothing to do', async () => {
    const clock = createClockTwin()
    let hasWork = true
    const loop = createStepLoop<{ readonly do: 'step' }>({
      clock,
      random: () => 1,
      firstBackoffMs: 1_000,
      longestBackoffMs: 60_000,
      decide: () => (hasWork ? { do: 'step' } : { do: 'rest', untilMs: null }),
      perform: async () => ({ end: 'wait', reason: 'The service is down.', atLeastMs: null }),
      onError: (error) => expect.unreachable(String(error)),
      onWaitingChanged: () => undefined,
    })
    onTestFinished(() => loop.close())
    loop.start()
    await clock.whenSleeping()
    await clock.advance(1_000)
    await clock.whenSleeping()
    expect(clock.sleeping()).toEqual([2_000])
    hasWork = false
    await clock.advance(2_000)
    expect(loop.waiting()).toBeNull()
    hasWork = true
    loop.retryNow()
    await clock.whenSleeping()
    expect(clock.sleeping()).toEqual([1_000])
  })

  it('doubles up to its limit, and differs between clients by up to half', async () => {
    expect(await waitsWith(1, null)).toEqual([1_000, 2_000, 4_000, 4_000])
    expect(await waitsWith(0.5, null)).toEqual([750, 1_500, 3_000, 3_000])
    expect(await waitsWith(0, null)).toEqual([500, 1_000, 2_000, 2_000])
  })

  it('adds the jitter to the time that the service asks for', async () => {
    expect(await waitsWith(0, 10_000)).toEqual([10_500, 11_000, 12_000, 12_000])
    expect(await waitsWith(1, 10_000)).toEqual([11_000, 12_000, 14_000, 14_000])
  })
})

describe('a retry of all calls', () => {
  /** A loop whose first step asks to wait, and how many steps it has made. */
  function waitingLoop(atLeastMs: number | null) {
    const clock = createClockTwin()
    let steps = 0
    const loop = createStepLoop<{ readonly do: 'step' }>({
      clock,
      random: () => 1,
      firstBackoffMs: 60_000,
      longestBackoffMs: 60_000,
      decide: () => (steps < 2 ? { do: 'step' } : { do: 'rest', untilMs: null }),
      async perform() {
        steps += 1
        return steps === 1 ? { end: 'wait', reason: 'You are offline.', atLeastMs } : { end: 'done' }
      },
      onError: (error) => expect.unreachable(String(error)),
      onWaitingChanged: () => undefined,
    })
    onTestFinished(() => loop.close())
    loop.start()
    return { clock, loop, steps: () => steps }
  }

  it('ends a wait after a failure at once', async () => {
    const { clock, loop, steps } = waitingLoop(null)
    await clock.whenSleeping()
    loop.retryNow()
    await clock.advance(0)
    expect(steps()).toBe(2)
    expect(loop.waiting()).toBeNull()
  })

  it('leaves a wait that the service asked for', async () => {
    const { clock, loop, steps } = waitingLoop(30_000)
    await clock.whenSleeping()
    loop.retryNow()
    await clock.advance(29_999)
    expect(steps()).toBe(1)
    await clock.advance(1)
    expect(steps()).toBe(2)
  })
})
