import type { MessagePort, Worker } from 'node:worker_threads'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Vault } from './vault.ts'

/** WHATWG fetch: the desktop gives its in-memory session's, the browser host Node's. Called with `redirect: 'error'` always. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Opens an https address in the system's browser. */
export type Opener = (url: string) => Promise<void>

/** The practice service, started by the host: its address and credentials. Started twice, it answers with the one that runs. */
export interface Practice {
  start(options: { readonly folder: string | null; readonly storeKey: string | null }): Promise<{
    readonly url: string
    readonly apiKey: string
  }>
  stop(): Promise<void>
}

/** Starts the thread that reads and checks spreadsheets (`core/import/import-worker.ts`, or its bundle). */
export type StartImportWorker = () => Worker

export type { MessagePort }

/** All that the program needs from its host. */
export interface Ports {
  readonly host: 'electron' | 'browser'
  /** Version of Forecourt. */
  readonly version: string
  /** Absolute folder for database, log and practice data; made if absent. */
  readonly dataFolder: string
  readonly vault: Vault
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  readonly opener: Opener
  readonly practice: Practice
  readonly startImportWorker: StartImportWorker
}
