import { Worker } from 'node:worker_threads'
import { assertNever } from '../../src/contract/result.ts'
import { checkPages } from '../../src/core/database/check-pages.ts'
import { copyDatabase, inspectCopy, rekeyDatabase } from '../../src/core/database/copy-database.ts'
import type { DatabaseTask, StartDatabaseWorker } from '../../src/core/ports/host.ts'
import { asWorker, ThreadTwin, type PostMessage } from './thread-twin.ts'

/** The real thread that works on a whole database, from its source. */
export const startDatabaseWorker: StartDatabaseWorker = (task) =>
  new Worker(new URL('../../src/core/updating/database-worker.ts', import.meta.url), { workerData: task })

/** The same work in this thread. */
export const startDatabaseTwin: StartDatabaseWorker = (task) =>
  asWorker(new ThreadTwin({ start: (post) => perform(task, post) }))

function perform(task: DatabaseTask, post: PostMessage): void {
  const onShare = (share: number): void => post({ share })
  switch (task.do) {
    case 'check':
      return post(checkPages(task.path, task.key))
    case 'copy':
      return post(copyDatabase(task, task.copy, task.forget))
    case 'inspect':
      return post(inspectCopy(task, onShare))
    case 'rekey':
      rekeyDatabase(task, task.newKey, task)
      return post(checkPages(task.path, task.newKey, onShare))
    default:
      return assertNever(task)
  }
}
