import { parentPort, type MessagePort } from 'node:worker_threads'
import { createDraftService } from './draft-service.ts'
import type { WorkerMessage, WorkerRequest } from './draft-service.ts'

/**
 * The thread that checks spreadsheets, so that the program's own thread stays free. It saves nothing: if it
 * ends, another is started and its draft is loaded again.
 */
const port: MessagePort | null = parentPort
if (!port) throw new Error('The draft worker must run in a worker thread')

const service = createDraftService()

port.on('message', (request: WorkerRequest) => void answer(port, request))

async function answer(to: MessagePort, request: WorkerRequest): Promise<void> {
  const post = (message: WorkerMessage): void => to.postMessage(message)
  try {
    const output = await service(request.call, request.input)
    post({ id: request.id, kind: 'answer', output })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    post({ id: request.id, kind: 'error', message, stack: stack ?? '' })
  }
}
