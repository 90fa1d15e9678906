import { describe, expect, it, onTestFinished } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createStepLoop } from '../../../../src/core/scheduling/step-loop.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'

const damaged = new FailureError({ kind: 'storage-damaged', message: 'A part of the data is damaged.' })

describe('a step loop whose journal cannot be read', () => {
  it('says why, outlives it, and goes on when it can be read again', async () => {
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
    expect(loop.waiting()?.reason).toBe('A part of the data is damaged. Forecourt tries again by itself.')
    expect(errors).toEqual([damaged, damaged])
    isReadable = true
    await clock.advance(2_000)
    expect(steps).toBe(1)
    expect(loop.waiting()).toBeNull()
  })
})
