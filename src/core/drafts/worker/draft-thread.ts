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

/** The worker of one draft. */
export type DraftThread = ReturnType<typeof createDraftThread>

/** `onLost`: the worker ended by itself, and every call to it fails from now on. */
export function createDraftThread(start: () => Worker, onLost: (reason: string) => void) {
  /** Calls without an answer. The first one is running: only it fails for lack of memory. */
  const calls = new Map<number, { resolve(output: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let isEnded = false
  const worker = start()

  const end = (): { reject(error: Error): void }[] => {
    const open = [...calls.values()]
    isEnded = true
    calls.clear()
    return open
  }
  const onEnd = (error: Error | null): void => {
    if (isEnded) return
    const [running, ...later] = end()
    onLost(error?.message ?? 'ended')
    const outOfMemory = error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    running?.reject(new ThreadLostError(outOfMemory))
    for (const call of later) call.reject(new ThreadLostError(false))
  }
  worker.on('message', (message: WorkerMessage) => {
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.kind === 'answer') call?.resolve(message.output)
    else call?.reject(Object.assign(new Error(message.message), { stack: message.stack }))
  })
  worker.on('error', onEnd)
  worker.on('exit', () => onEnd(null))

  return {
    call: <Call extends WorkerCall>(
      call: Call,
      input: WorkerCalls[Call]['input'],
      transfer: readonly ArrayBuffer[] = [],
    ): Promise<WorkerCalls[Call]['output']> =>
      new Promise((resolve, reject) => {
        if (isEnded) return reject(new ThreadLostError(false))
        const request: WorkerRequest = { id: (lastId += 1), call, input }
        worker.postMessage(request, [...transfer])
        calls.set(request.id, { resolve: resolve as (output: unknown) => void, reject })
      }),
    async close(): Promise<void> {
      for (const call of end()) call.reject(new ThreadLostError(false))
      await worker.terminate()
    },
  }
}
