import type { Worker } from 'node:worker_threads'
import type { WorkerCall, WorkerCalls, WorkerMessage, WorkerRequest } from './draft-service.ts'

/** The worker ended before it answered. A new one must load its draft again. */
export class ThreadLostError extends Error {
  readonly outOfMemory: boolean
  constructor(outOfMemory: boolean) {
    super('The draft worker ended before it answered')
    this.name = 'ThreadLostError'
    this.outOfMemory = outOfMemory
  }
}

interface QueuedCall {
  readonly request: WorkerRequest
  readonly transfer: readonly ArrayBuffer[]
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Calls the draft worker, which is started when first needed and again after it ended. It gets one call at a time, so
 * that only the call that ended it fails for lack of memory.
 */
export interface DraftThread {
  call<Call extends WorkerCall>(
    call: Call,
    input: WorkerCalls[Call]['input'],
    transfer?: readonly ArrayBuffer[],
  ): Promise<WorkerCalls[Call]['output']>
  /** Starts the worker before its first call: starting it blocks the calling thread for some milliseconds. */
  start(): void
  /** Grows each time the worker ends: a draft loaded under an earlier number is no longer loaded. */
  readonly generation: number
  close(): Promise<void>
}

export function createDraftThread(start: () => Worker, onLost: (message: string) => void): DraftThread {
  let running: QueuedCall | null = null
  let queue: QueuedCall[] = []
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
    const [interrupted, earlier] = [running, queue]
    running = null
    queue = []
    interrupted?.reject(new ThreadLostError(outOfMemory))
    for (const one of earlier) one.reject(new ThreadLostError(false))
  }
  const startedWorker = (): Worker => {
    if (closed) throw new ThreadLostError(false)
    if (worker) return worker
    const started = start()
    worker = started
    started.on('message', (message: WorkerMessage) => receive(message))
    started.on('error', (error) => onEnd(started, error))
    started.on('exit', () => onEnd(started, null))
    return started
  }
  const receive = (message: WorkerMessage): void => {
    const one = running
    if (one?.request.id !== message.id) return
    running = null
    if (message.kind === 'answer') one.resolve(message.output)
    else {
      const error = new Error(message.message)
      error.stack = message.stack
      one.reject(error)
    }
    runNext()
  }
  const runNext = (): void => {
    if (running) return
    const next = queue.shift()
    if (!next) return
    try {
      const thread = startedWorker()
      running = next
      thread.postMessage(next.request, [...next.transfer])
    } catch (error) {
      running = null
      next.reject(error instanceof Error ? error : new Error(String(error)))
      runNext()
    }
  }
  return {
    call: (call, input, transfer = []) =>
      new Promise((resolve, reject) => {
        const request: WorkerRequest = { id: (lastId += 1), call, input }
        queue.push({ request, transfer, resolve: resolve as (output: unknown) => void, reject })
        runNext()
      }),
    start() {
      if (!closed) startedWorker()
    },
    get generation() {
      return generation
    },
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}
