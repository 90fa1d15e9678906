import { isMainThread, parentPort as parentThread, Worker, workerData } from 'node:worker_threads'
import { reportUsage } from './process-usage.ts'
import { readerThread, type ReaderMessage, type ReaderRequest } from './process-messages.ts'

/**
 * The process that reads one file: started by `child_process.fork` or by Electron's `utilityProcess.fork`. It has no key
 * and no database, and whatever ends it ends one reading. This file is also its second thread, which reports its use, and the
 * reader of a program that can start no process.
 */

/** The port to the parent that Electron adds to `process` in a utility process. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: ReaderRequest }) => void): void
  postMessage(message: ReaderMessage): void
}
const { parentPort } = process as { parentPort?: ParentPort }

/** The second thread makes two numbers at a time. */
const reportingLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, stackSizeMb: 1 }

if (isMainThread) await serve()
else if (workerData === readerThread) await serveAsThread()
else reportUsage()

/** The thread that started this one reports the use of the process. */
async function serveAsThread(): Promise<void> {
  const { createReaderService } = await import('./reader-service.ts')
  const service = createReaderService(
    (message) => parentThread?.postMessage(message),
    () => undefined,
  )
  parentThread?.on('message', service)
}

async function serve(): Promise<void> {
  const { createReaderService } = await import('./reader-service.ts')
  // A process that waits for its file reports nothing. A second thread takes 30 ms of CPU and 12 MB to start: it reports only
  // when this one may be busy for long.
  const reportFromNow = once(reportUsage)
  const reportBesides = once(() => new Worker(new URL(import.meta.url), { resourceLimits: reportingLimits }).unref())
  if (parentPort) {
    const service = createReaderService((message) => parentPort.postMessage(message), reportBesides)
    parentPort.on('message', ({ data }) => {
      reportFromNow()
      service(data)
    })
    return
  }
  const service = createReaderService((message) => process.send?.(message), reportBesides)
  process.on('message', (request) => {
    reportFromNow()
    service(request as ReaderRequest)
  })
  // The program ended: nobody needs this file.
  process.on('disconnect', () => process.exit())
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
