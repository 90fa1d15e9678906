import type { Worker } from 'node:worker_threads'
import type { WorkerCall, WorkerCalls, WorkerMessage, WorkerProgress, WorkerRequest } from './worker-protocol.ts'

/** The worker ended before it answered. A new one must load its drafts again. */
export class ThreadLostError extends Error {
  readonly outOfMemory: boolean
  constructor(outOfMemory: boolean) {
    super('The draft worker ended before it answered')
    this.name = 'ThreadLostError'
    this.outOfMemory = outOfMemory
  }
}

interface Waiting {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
  readonly onProgress: ((progress: WorkerProgress) => void) | undefined
}

export interface CallMore {
  readonly onProgress?: (progress: WorkerProgress) => void
  readonly transfer?: readonly ArrayBuffer[]
}

/** Calls the draft worker, which is started when first needed and again after it ended. */
export interface DraftThread {
  call<Call extends WorkerCall>(
    call: Call,
    input: WorkerCalls[Call]['input'],
    more?: CallMore,
  ): Promise<WorkerCalls[Call]['output']>
  /** Grows each time the worker ends: drafts loaded under an earlier number are no longer loaded. */
  readonly generation: number
  close(): Promise<void>
}

export function createDraftThread(start: () => Worker, onLost: (message: string) => void): DraftThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let generation = 1
  let lastId = 0
  let closed = false

  const onEnd = (lost: Worker, error: Error | null): void => {
    if (worker !== lost) return
    worker = null
    generation += 1
    const outOfMemory = error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (!closed) onLost(error?.message ?? 'ended')
    const unanswered = [...waiting.values()]
    waiting.clear()
    for (const { reject } of unanswered) reject(new ThreadLostError(outOfMemory))
  }
  const startedWorker = (): Worker => {
    if (closed) throw new Error('The draft worker is closed')
    if (worker) return worker
    const started = start()
    worker = started
    started.on('message', (message: WorkerMessage) => receive(message))
    started.on('error', (error) => onEnd(started, error))
    started.on('exit', () => onEnd(started, null))
    return started
  }
  const receive = (message: WorkerMessage): void => {
    const one = waiting.get(message.id)
    if (!one) return
    if (message.kind === 'progress') return one.onProgress?.(message.progress)
    waiting.delete(message.id)
    if (message.kind === 'answer') return one.resolve(message.output)
    const error = new Error(message.message)
    error.stack = message.stack
    one.reject(error)
  }
  return {
    call: (call, input, more = {}) =>
      new Promise((resolve, reject) => {
        const request: WorkerRequest = { id: (lastId += 1), call, input }
        const thread = startedWorker()
        waiting.set(request.id, { resolve: resolve as (output: unknown) => void, reject, onProgress: more.onProgress })
        thread.postMessage(request, [...(more.transfer ?? [])])
      }),
    get generation() {
      return generation
    },
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}
