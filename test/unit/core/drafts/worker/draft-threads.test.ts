import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftThread } from '../../../../../src/core/drafts/worker/draft-thread.ts'
import { createDraftThreads } from '../../../../../src/core/drafts/worker/draft-threads.ts'

/** What threads were asked to do. */
interface ThreadTwin {
  readonly thread: DraftThread
  compiled: number
  closed: number
}

function bench() {
  const threads: ThreadTwin[] = []
  const failures: string[] = []
  const start = (): DraftThread => {
    const twin: ThreadTwin = {
      compiled: 0,
      closed: 0,
      thread: {
        call: () => Promise.resolve(null as never),
        start: () => undefined,
        compileAhead: () => void (twin.compiled += 1),
        generation: 1,
        close: async () => void (twin.closed += 1),
      },
    }
    threads.push(twin)
    return twin.thread
  }
  return { threads, failures, all: createDraftThreads(start, (reason) => failures.push(reason)) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const moments = 2_000
const minutes = 600_000

describe('a prepared thread', () => {
  it('is one, started after some moments, compiles ahead, and is that of the next draft', () => {
    const { threads, all } = bench()
    all.prepare()
    all.prepare()
    expect(threads).toHaveLength(0)
    vi.advanceTimersByTime(moments)
    all.prepare()
    vi.advanceTimersByTime(moments)
    expect(threads.map(({ compiled }) => compiled)).toEqual([1])
    expect(all.threadOf('a')).toBe(threads[0]?.thread)
    vi.advanceTimersByTime(minutes)
    expect(threads.map(({ closed }) => closed)).toEqual([0])
  })

  it('is not started when a draft came first: its thread compiles nothing ahead', () => {
    const { threads, all } = bench()
    all.prepare()
    all.threadOf('a')
    vi.advanceTimersByTime(minutes)
    expect(threads.map(({ compiled }) => compiled)).toEqual([0])
  })

  it('is not started while another waits that had a draft', async () => {
    const { threads, all } = bench()
    const first = all.threadOf('a')
    all.release('a')
    await vi.advanceTimersByTimeAsync(0)
    all.prepare()
    vi.advanceTimersByTime(moments)
    expect(threads.map(({ compiled }) => compiled)).toEqual([0])
    expect(all.threadOf('b')).toBe(first)
  })

  it('is ended when no draft needs it for minutes', () => {
    const { threads, all } = bench()
    all.prepare()
    vi.advanceTimersByTime(minutes)
    expect(threads.map(({ closed }) => closed)).toEqual([1])
    expect(all.threadOf('a')).not.toBe(threads[0]?.thread)
  })

  it('is ended with the program, and not started afterwards', async () => {
    const { threads, all } = bench()
    all.prepare()
    vi.advanceTimersByTime(moments)
    await all.close()
    all.prepare()
    vi.advanceTimersByTime(minutes)
    expect(threads.map(({ closed }) => closed)).toEqual([1])
    const other = bench()
    other.all.prepare()
    await other.all.close()
    vi.advanceTimersByTime(minutes)
    expect(other.threads).toEqual([])
  })
})
