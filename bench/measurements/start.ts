import { Worker } from 'node:worker_threads'
import { createReaderFork } from '../../src/host-kit/forked-reader.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { createProgram } from '../../src/core/program.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { ownFolder } from '../core-storage.ts'
import type { Measurement } from '../measurement.ts'

/** The program put together on a fresh folder, from the call to the open database; then its memory at rest. */
export const startCore: Measurement<Record<string, never>> = async () => {
  const startedMs = performance.now()
  const program = createProgram({
    host: 'browser',
    version: '0.0.0-bench',
    userName: null,
    dataFolder: ownFolder(),
    vault: createMemoryVault(),
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    log: { write: () => undefined },
    opener: () => Promise.reject(new Error('A measurement opens nothing')),
    practice: createPractice(() => Promise.reject(new Error('A measurement starts no practice'))),
    readSample: () => Promise.reject(new Error('The bench opens no sample.')),
    startDraftWorker: () => new Worker(new URL('../../src/core/drafts/worker/draft-worker.ts', import.meta.url)),
    startPageCheckWorker: (database) =>
      new Worker(new URL('../../src/core/storage/page-check-worker.ts', import.meta.url), { workerData: database }),
    startReaderProcess: createReaderFork(
      new URL('../../src/core/drafts/file-process/reader-process.ts', import.meta.url),
    ),
  })
  await program.start()
  const readyMs = performance.now() - startedMs
  /** Since the process began: Node's own start, the reading of the sources, the program. */
  const sinceProcessMs = performance.now()
  globalThis.gc?.()
  const residentMiB = process.memoryUsage.rss() / 1024 ** 2
  await program.close()
  return { readyMs, sinceProcessMs, residentMiB }
}
