import type { MessagePort, Worker } from 'node:worker_threads'
import type { PracticeOutage } from '../../contract/practice.ts'
import type { Region } from '../../contract/region.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Notifier } from './notifier.ts'
import type { Vault } from './vault.ts'

/** WHATWG fetch: the desktop gives its in-memory session's, the browser host Node's. Called with `redirect: 'error'` always. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Opens an https address in the system's browser. */
export type Opener = (url: string) => Promise<void>

/** What a trainer turns on the practice service that runs. */
export interface PracticeLevers {
  /** `waiting`: uploaded customers that are not worked through yet. */
  standing(): {
    readonly customersPerSecond: number
    readonly outage: PracticeOutage
    readonly customers: number
    readonly waiting: number
  }
  /** Infinity is at once. */
  setSpeed(customersPerSecond: number): void
  /** Rejects when the service cannot take its address back after `no-network`. */
  setOutage(outage: PracticeOutage): Promise<void>
  /** A customer is seen for sale now, any one of the region for null. Gives who it was; null when there is none. */
  spot(
    region: Region,
    customerId: string | null,
  ): {
    readonly customerId: string
    readonly clientName: string | null
    readonly rego: string | null
    readonly listingTitle: string
  } | null
}

/** The practice service, started by the host: its address and credentials. Started twice, it answers with the one that runs. */
export interface Practice {
  start(options: { readonly folder: string | null; readonly storeKey: string | null }): Promise<{
    readonly url: string
    readonly apiKey: string
    readonly levers: PracticeLevers
  }>
  stop(): Promise<void>
  /** Stops it and removes what it keeps in the folder (null: in memory alone): the next start begins anew, with new keys. */
  erase(folder: string | null): Promise<void>
}

/** Starts the thread that reads and checks spreadsheets (`core/drafts/worker/draft-worker.ts`, or its bundle). */
export type StartDraftWorker = () => Worker

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
  /** Where it is missing, the window itself says what is new. */
  readonly notifier?: Notifier
  readonly practice: Practice
  readonly startDraftWorker: StartDraftWorker
}
