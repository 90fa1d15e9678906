import { Worker } from 'node:worker_threads'
import { draftWorkerLimits } from '../core/drafts/file-process/process-limits.ts'
import { createKeychainVault } from '../core/vault/keychain-vault.ts'
import type { DataFolder } from './data-folder.ts'
import { createReaderFork } from './forked-reader.ts'
import { createNodeFetch } from './node-fetch.ts'
import { createReaderThread } from './reader-thread.ts'
import { versionOfForecourt, type ProgramPlace } from './program-place.ts'
import { createSampleReader } from './sample-spreadsheets.ts'
import { createHost, type Host, type StartOptions } from './start-host.ts'

export interface NodeOptions extends StartOptions {
  /** False: as on a PC without one. */
  readonly keychain: boolean
  /** Files are read in a thread: this program can start no process of Node. */
  readonly readsInThread?: boolean
}

/** Creates the program for a host without a window of Electron. */
export function createNodeHost(folder: DataFolder, options: NodeOptions, place: ProgramPlace): Host {
  const { projectFolder, programFile } = place
  const readerFile = programFile('../core/drafts/file-process/reader-process.ts', './file-reader.js')
  return createHost(folder, options, {
    host: 'browser',
    version: versionOfForecourt(place),
    vault: createKeychainVault(options.keychain ? {} : { load: rejectKeychain }),
    fetch: createNodeFetch(process.env),
    // The window is in a browser already, which asks the user for the program of a link.
    opener: async () => 'open-in-window',
    readSample: createSampleReader(projectFolder),
    startDraftWorker: () =>
      new Worker(programFile('../core/drafts/worker/draft-worker.ts', './draft-worker.js'), {
        resourceLimits: draftWorkerLimits,
      }),
    startDatabaseWorker: (database) =>
      new Worker(programFile('../core/updating/database-worker.ts', './database-worker.js'), {
        workerData: database,
      }),
    startReaderProcess: options.readsInThread ? createReaderThread(readerFile) : createReaderFork(readerFile),
  })
}

/** Replaces the keychain library for `--no-keychain`. */
function rejectKeychain(): Promise<never> {
  return Promise.reject(new Error('the keychain is turned off for this start'))
}
