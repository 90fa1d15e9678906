import { Worker } from 'node:worker_threads'
import type { StartDatabaseWorker } from '../../src/core/ports/host.ts'

/** The real thread that checks the pages of a database, from its source. */
export const startDatabaseWorker: StartDatabaseWorker = (database) =>
  new Worker(new URL('../../src/core/updating/database-worker.ts', import.meta.url), { workerData: database })
