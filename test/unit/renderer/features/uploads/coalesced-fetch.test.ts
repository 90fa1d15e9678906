import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFetchAgain } from '../../../../../src/renderer/features/uploads/coalesced-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function slowFetch() {
  const ends: (() => void)[] = []
  const again = createFetchAgain(() => new Promise((resolve) => ends.push(resolve)), 500)
  const end = async (at: number): Promise<void> => {
    ends[at]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { again, end, begun: () => ends.length }
}

describe('fetching again', () => {
  it('never has two fetches under way, and one more follows what changed meanwhile', async () => {
    const { again, end, begun } = slowFetch()
    again.ask()
    again.ask()
    again.ask()
    expect(begun()).toBe(1)
    await end(0)
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(500)
    expect(begun()).toBe(2)
    await end(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begun()).toBe(2)
  })

  it('holds a change back that comes right after a fetch, and does not forget it', async () => {
    const { again, end, begun } = slowFetch()
    again.ask()
    await end(0)
    await vi.advanceTimersByTimeAsync(100)
    again.ask()
    expect(begun()).toBe(1)
    await vi.advanceTimersByTimeAsync(400)
    expect(begun()).toBe(2)
  })

  it('fetches nothing more once stopped', async () => {
    const { again, end, begun } = slowFetch()
    again.ask()
    again.ask()
    again.stop()
    await end(0)
    await vi.advanceTimersByTimeAsync(5_000)
    again.ask()
    expect(begun()).toBe(1)
  })
})
