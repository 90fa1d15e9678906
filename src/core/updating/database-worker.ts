import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../contract/result.ts'
import { checkPages } from '../database/check-pages.ts'
import { copyDatabase, inspectCopy, rekeyDatabase } from '../database/copy-database.ts'
import type { DatabaseTask } from '../ports/host.ts'
import type { ShareMessage } from '../storage/run-on-thread.ts'

/** The thread for work on the whole database, which takes seconds. */
const port = parentPort
if (!port) throw new Error('Work on the whole database must run in a worker thread')

const onShare = (share: number): void => port.postMessage({ share } satisfies ShareMessage)

const task = workerData as DatabaseTask
switch (task.do) {
  case 'check':
    port.postMessage(checkPages(task.path, task.key))
    break
  case 'copy':
    port.postMessage(copyDatabase(task, task.copy, task.forget))
    break
  case 'inspect':
    port.postMessage(inspectCopy(task, onShare))
    break
  case 'rekey':
    rekeyDatabase(task, task.newKey, task)
    port.postMessage(checkPages(task.path, task.newKey, onShare))
    break
  default:
    assertNever(task)
}
