import { describe, expect, it } from 'vitest'
import { createDraftThreads, type DraftThread } from '../../../../../src/core/drafts/worker/draft-thread.ts'

/** Threads that only count how often they are closed. */
function bench() {
  const closed: number[] = []
  const start = (): DraftThread => {
    const at = closed.push(0) - 1
    return {
      call: () => Promise.resolve(null as never),
      start: () => undefined,
      generation: 1,
      close: async () => void (closed[at] = (closed[at] ?? 0) + 1),
    }
  }
  return { closed, all: createDraftThreads(start, (reason) => expect.fail(reason)) }
}

describe('the threads of drafts', () => {
  it('are one for each draft, and one without a draft is kept for the next', async () => {
    const { closed, all } = bench()
    const first = all.threadOf('a')
    expect(all.threadOf('a')).toBe(first)
    const second = all.threadOf('b')
    expect(second).not.toBe(first)
    all.release('a')
    all.release('b')
    await expect.poll(() => closed).toEqual([0, 1])
    all.threadOf('c')
    await all.close()
    expect(closed).toEqual([1, 1])
  })

  it('answer no call of a draft that was released, because another draft may have the thread', async () => {
    const { all } = bench()
    const first = all.threadOf('a')
    expect(await first.call('template', {})).toBe(null)
    all.release('a')
    await expect(first.call('template', {})).rejects.toThrow('ended')
  })
})
