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
else reportUsage(workerData as NodeJS.CpuUsage)

/** The thread that started this one reports the use of the process. */
async function serveAsThread(): Promise<void> {
  const { createReaderService } = await import('./reader-service.ts')
  const service = createReaderService((message) => parentThread?.postMessage(message))
  parentThread?.on('message', (message: ReaderRequest) => service(message))
}

async function serve(): Promise<void> {
  const { createReaderService } = await import('./reader-service.ts')
  const post = (message: ReaderMessage): void =>
    parentPort ? parentPort.postMessage(message) : void process.send?.(message)
  const service = createReaderService(post)
  let isWatched = false
  const receive = (message: ReaderRequest): void => {
    // A process that waits for its file reports nothing. What it has used until now is not counted.
    if (!isWatched) {
      const options = { resourceLimits: reportingLimits, workerData: process.cpuUsage() }
      new Worker(new URL(import.meta.url), options).unref()
      isWatched = true
    }
    service(message)
  }
  if (parentPort) {
    parentPort.on('message', ({ data }) => receive(data))
    return
  }
  process.on('message', (message) => receive(message as ReaderRequest))
  // The program ended: nobody needs this file.
  process.on('disconnect', () => process.exit())
}
