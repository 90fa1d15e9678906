import { parentPort, workerData } from 'node:worker_threads'
import { moveOlderRecords } from '../customers/cache/older-records.ts'
import { assertNever } from '../../contract/result.ts'
import { checkPages } from '../database/check-pages.ts'
import { copyDatabase, inspectCopy, rekeyDatabase } from '../database/copy-database.ts'
import { openDatabase } from '../database/database.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { DatabaseTask } from '../ports/host.ts'
import type { ShareMessage } from '../storage/run-on-thread.ts'
import type { UpdateMessage } from './update-records.ts'

/** The thread for work on the whole database, which takes seconds. */
const port = parentPort
if (!port) throw new Error('Work on the whole database must run in a worker thread')

const onShare = (share: number): void => port.postMessage({ share } satisfies ShareMessage)

const task = workerData as DatabaseTask
switch (task.do) {
  case 'check':
    port.postMessage(checkPages(task.path, task.key))
    break
  case 'update':
    update()
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

function update(): void {
  const report = (message: UpdateMessage): void => port?.postMessage(message)
  const opened = openDatabase(task.path, task.key)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  try {
    moveOlderRecords(opened.database, (share) => report({ is: 'progress', share }))
    report({ is: 'done' })
  } catch (error) {
    // An error loses its class between threads.
    if (!(error instanceof FailureError)) throw error
    report({ is: 'failed', failure: error.failure })
  } finally {
    opened.database.close()
  }
}
