import { Worker } from 'node:worker_threads'
import type { StartPageCheckWorker } from '../../src/core/ports/host.ts'

/** The real thread that checks the pages of a database, from its source. */
export const startPageCheckWorker: StartPageCheckWorker = (database) =>
  new Worker(new URL('../../src/core/storage/page-check-worker.ts', import.meta.url), { workerData: database })
