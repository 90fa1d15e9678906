import { parentPort } from 'node:worker_threads'
import { createDraftService } from './draft-service.ts'
import type { WorkerMessage, WorkerRequest } from './worker-protocol.ts'

/**
 * The thread that reads and checks spreadsheets: what takes long happens here, so that the program's own thread stays free. It keeps nothing; if it
 * ends, another is started and given its drafts again.
 */
const port = parentPort
if (!port) throw new Error('The import worker runs in a thread of its own')

const service = createDraftService()

// One request after the other: an answer is whole before the next begins.
let queue = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  queue = queue.then(() => answer(request))
})

async function answer(request: WorkerRequest): Promise<void> {
  const post = (message: WorkerMessage): void => port!.postMessage(message)
  try {
    const output = await service(request.call, request.input, (progress) => {
      post({ id: request.id, kind: 'progress', progress })
    })
    post({ id: request.id, kind: 'answer', output })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    post({ id: request.id, kind: 'error', message, stack: stack ?? '' })
  }
}
