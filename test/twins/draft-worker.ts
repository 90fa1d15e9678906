import { Worker, type ResourceLimits } from 'node:worker_threads'
import {
  createDraftService,
  type WorkerMessage,
  type WorkerRequest,
} from '../../src/core/drafts/worker/draft-service.ts'
import { asWorker, ThreadTwin } from './thread-twin.ts'

/** The real thread, from its source. */
export const startDraftWorker = (resourceLimits: ResourceLimits = {}): Worker =>
  new Worker(new URL('../../src/core/drafts/worker/draft-worker.ts', import.meta.url), { resourceLimits })

/** The same service in this thread. */
export function startDraftTwin(): Worker {
  const service = createDraftService()
  const answer = async ({ id, call, input }: WorkerRequest): Promise<WorkerMessage> => {
    try {
      return { id, kind: 'answer', output: await service(call, input) }
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      return { id, kind: 'error', message, stack: stack ?? '' }
    }
  }
  return asWorker(new ThreadTwin({ receive: async (request: WorkerRequest, post) => post(await answer(request)) }))
}
