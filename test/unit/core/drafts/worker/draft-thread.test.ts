import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import {
  createDraftThread,
  ThreadLostError,
  type DraftThread,
} from '../../../../../src/core/drafts/worker/draft-thread.ts'
import type { WorkerRequest } from '../../../../../src/core/drafts/worker/draft-service.ts'

/** A worker that answers when the test says so. */
class WorkerTwin extends EventEmitter {
  readonly requests: WorkerRequest[] = []
  isTerminated = false
  #answered = 0
  postMessage(request: WorkerRequest): void {
    this.requests.push(request)
  }
  async terminate(): Promise<number> {
    this.isTerminated = true
    this.emit('exit', 1)
    return 1
  }
  answer(output: unknown): void {
    this.emit('message', { id: this.requests[this.#answered]?.id, kind: 'answer', output })
    this.#answered += 1
  }
  end(code?: string): void {
    if (code) this.emit('error', Object.assign(new Error('Worker terminated'), { code }))
    this.emit('exit', 1)
  }
}

function bench(): { thread: DraftThread; workers: WorkerTwin[]; lost: string[] } {
  const workers: WorkerTwin[] = []
  const lost: string[] = []
  const start = (): Worker => {
    const worker = new WorkerTwin()
    workers.push(worker)
    return worker as unknown as Worker
  }
  return { thread: createDraftThread(start, (message) => lost.push(message)), workers, lost }
}

const values = (thread: DraftThread, index: number): Promise<unknown> => thread.call('columnValues', { index })
const isLost = (outOfMemory: boolean): object => expect.objectContaining({ name: 'ThreadLostError', outOfMemory })

describe('the draft thread', () => {
  it('starts its worker at once and answers each call', async () => {
    const { thread, workers } = bench()
    expect(workers.map(({ requests }) => requests)).toEqual([[]])
    const [first, second] = [values(thread, 1), values(thread, 2)]
    expect(workers[0]?.requests.map(({ input }) => input)).toEqual([{ index: 1 }, { index: 2 }])
    workers[0]?.answer('one')
    workers[0]?.answer('two')
    expect([await first, await second]).toEqual(['one', 'two'])
    expect(workers).toHaveLength(1)
  })

  it('passes errors of a call on to its caller', async () => {
    const { thread, workers } = bench()
    const call = thread.call('forget', {})
    const id = workers[0]?.requests[0]?.id
    workers[0]?.emit('message', { id, kind: 'error', message: 'The draft is not loaded', stack: 'here' })
    await expect(call).rejects.toThrow('The draft is not loaded')
  })

  it('blames only the running call when the worker runs out of memory', async () => {
    const { thread, workers, lost } = bench()
    const [running, waiting] = [values(thread, 1), values(thread, 2)]
    const settled = Promise.allSettled([running, waiting])
    workers[0]?.end('ERR_WORKER_OUT_OF_MEMORY')
    const [first, second] = await settled
    expect(first).toEqual({ status: 'rejected', reason: isLost(true) })
    expect(second).toEqual({ status: 'rejected', reason: isLost(false) })
    expect(lost).toEqual(['Worker terminated'])
  })

  it('fails every call after its worker has ended', async () => {
    const { thread, workers } = bench()
    const running = values(thread, 1).catch((error: unknown) => error)
    workers[0]?.end('ERR_WORKER_OUT_OF_MEMORY')
    expect(await running).toEqual(isLost(true))
    await expect(values(thread, 1)).rejects.toEqual(isLost(false))
    expect(workers).toHaveLength(1)
  })

  it('counts a worker that ends once, although it reports an error and its exit', () => {
    const { thread, workers, lost } = bench()
    const call = values(thread, 1).catch((error: unknown) => error)
    workers[0]?.end('ERR_OTHER')
    expect(lost).toHaveLength(1)
    return expect(call).resolves.toEqual(isLost(false))
  })

  it('ends its worker when it is closed, reports nothing and starts none again', async () => {
    const { thread, workers, lost } = bench()
    const running = values(thread, 1).catch((error: unknown) => error)
    const waiting = values(thread, 2).catch((error: unknown) => error)
    await thread.close()
    expect(workers[0]?.isTerminated).toBe(true)
    expect(await running).toBeInstanceOf(ThreadLostError)
    expect(await waiting).toBeInstanceOf(ThreadLostError)
    await expect(values(thread, 3)).rejects.toBeInstanceOf(ThreadLostError)
    expect([workers.length, lost]).toEqual([1, []])
  })
})
