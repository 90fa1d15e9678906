import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { draftWorkerLimits } from '../src/core/drafts/file-process/process-limits.ts'
import { createReaderFork } from '../src/host-kit/forked-reader.ts'
import type { Ports } from '../src/core/ports/host.ts'

/** Files of the bundle lie beside the file that the process began with (`bundle.ts`). */
const bundled = (name: string): URL => new URL(name, pathToFileURL(process.argv[1] ?? ''))

/** Threads and processes as the hosts start them. */
export const bundledThreads: Pick<Ports, 'startDraftWorker' | 'startDatabaseWorker' | 'startReaderProcess'> = {
  startDraftWorker: () => new Worker(bundled('draft-worker.js'), { resourceLimits: draftWorkerLimits }),
  startDatabaseWorker: (database) => new Worker(bundled('database-worker.js'), { workerData: database }),
  startReaderProcess: createReaderFork(bundled('file-reader.js')),
}
