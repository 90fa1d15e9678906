import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSystemClock } from '../../../../src/core/ports/clock.ts'

describe('the clock of the system', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('counts the sleep of the PC: a wait that is over ends, a longer one becomes shorter', async () => {
    const clock = createSystemClock()
    const ended: string[] = []
    const began = clock.monotonicMs()
    void clock.sleep(60_000).then(() => ended.push('minute'))
    void clock.sleep(3_600_000).then(() => ended.push('hour'))
    clock.addSleep(1_800_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(ended).toEqual(['minute'])
    expect(clock.monotonicMs() - began).toBe(1_800_000)
    await vi.advanceTimersByTimeAsync(1_799_000)
    expect(ended).toEqual(['minute'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ended).toEqual(['minute', 'hour'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends a wait whose signal aborts, also after a sleep of the PC', async () => {
    const clock = createSystemClock()
    const ending = new AbortController()
    const wait = clock.sleep(60_000, ending.signal)
    clock.addSleep(10_000)
    ending.abort(new Error('closing'))
    await expect(wait).rejects.toThrow('closing')
    await expect(clock.sleep(1, ending.signal)).rejects.toThrow('closing')
    expect(vi.getTimerCount()).toBe(0)
  })
})
