import type { MessagePort, Worker } from 'node:worker_threads'
import type { LinkResult } from '../../contract/app.ts'
import type { Preferences } from '../../contract/preferences.ts'
import type { PracticeOutage, SampleSpreadsheet } from '../../contract/practice.ts'
import type { Region } from '../../contract/region.ts'
import type { Clock } from './clock.ts'
import type { SharedFolder } from './data-folder.ts'
import type { Log } from './log.ts'
import type { Notifier } from './notifier.ts'
import type { TaskBar } from './task-bar.ts'
import type { Updater } from './updater.ts'
import type { Vault } from './vault.ts'

/** WHATWG fetch: from an in-memory session on the desktop, from Node in the browser host. Always called with `redirect: 'error'`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Opens a checked link (`core/app/checked-link.ts`) in the program that the system has for it. Rejects for defects only. */
export type Opener = (address: string) => Promise<LinkResult>

/** How a trainer controls the running practice service. */
export interface PracticeControls {
  /** `waiting`: uploaded customers that are not processed yet. */
  state(): {
    readonly customersPerSecond: number
    readonly outage: PracticeOutage
    readonly customers: number
    readonly waiting: number
  }
  /** Infinity processes customers without delay. */
  setSpeed(customersPerSecond: number): void
  /** Rejects when the service cannot use its address again after `no-network`. */
  setOutage(outage: PracticeOutage): Promise<void>
  /** Lists the car of a customer for sale now, of any customer in the region for null. Returns the customer; null when there is none. */
  makeSighting(
    region: Region,
    customerId: string | null,
  ): {
    readonly customerId: string
    readonly clientName: string | null
    readonly rego: string | null
    readonly listingTitle: string
  } | null
  /** Makes an upload at the service, as another PC would. `id` is that of the service. */
  makeUpload(region: Region): { readonly id: string; readonly customers: number }
}

/** The practice service, started by the host. Starting it twice returns the address and credentials of the running one. */
export interface Practice {
  start(options: { readonly folder: string | null; readonly storeKey: string | null }): Promise<{
    readonly url: string
    readonly apiKey: string
    readonly controls: PracticeControls
  }>
  stop(): Promise<void>
  /** Stops it and deletes its data in the folder (null: memory only). The next start creates new data with new keys. */
  erase(folder: string | null): Promise<void>
}

/** Starts the thread that reads and checks spreadsheets (`core/drafts/worker/draft-worker.ts`, or its bundle). */
export type StartDraftWorker = () => Worker

/** Names of settings with their stored values. */
export type SettingValues = readonly (readonly [name: string, value: string])[]

/** A database on the disk: its absolute path, and its key as 64 hex digits. */
export interface DatabaseFile {
  readonly path: string
  readonly key: string
}

/**
 * What the thread that works on a database receives as its `workerData`. `check`: read every page. `copy`: write a copy
 * with another key, without the room of deleted data. `inspect`: read every page and count what is in a copy. `rekey`: give a copy another
 * key, and read every page of it. `forget` and `put`: settings that the copy does not get, and that it gets.
 */
export type DatabaseTask = DatabaseFile &
  (
    | { readonly do: 'check' | 'inspect' }
    | { readonly do: 'copy'; readonly copy: DatabaseFile; readonly forget: readonly string[] }
    | { readonly do: 'rekey'; readonly newKey: string; readonly forget: readonly string[]; readonly put: SettingValues }
  )

/** Starts the thread that reads or changes a whole database (`core/updating/database-worker.ts`, or its bundle). */
export type StartDatabaseWorker = (task: DatabaseTask) => Worker

export type { MessagePort }

/** A process that reads one file. Messages in both directions are structured clones. */
export interface ReaderProcess {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Text that the process writes to its standard output. */
  onOutput(listener: (text: string) => void): void
  /** Called once, also when the process could not be started. */
  onExit(listener: (exit: { readonly code: number | null; readonly signal: string | null }) => void): void
  /** Ends the process at once, whatever it does. */
  kill(): void
}

/** Starts the process that reads a file (`core/drafts/file-process/reader-process.ts`, or its bundle). */
export type StartReaderProcess = () => ReaderProcess

/** Reads a sample spreadsheet that is part of the program. Rejects when the installation is damaged. */
export type ReadSample = (sample: SampleSpreadsheet) => Promise<{ readonly name: string; readonly bytes: Uint8Array }>

/** Everything that the program needs from its host. */
/** Whether the desktop program starts when the user signs in to this PC, hidden in the tray. */
export interface LoginItem {
  isOn(): boolean
  set(on: boolean): void
}

export interface Ports {
  readonly host: 'electron' | 'browser'
  /** Version of Forecourt. */
  readonly version: string
  /** Absolute folder for database, log and practice data; created if missing. */
  readonly dataFolder: string
  /** Why data can be damaged in that folder; absent: it is a folder of this PC. */
  readonly sharedFolder?: SharedFolder | null
  /** The name of the user in the operating system; null: it has none. */
  readonly userName: string | null
  readonly vault: Vault
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  /** The newest lines of the log file, the newest last. */
  readonly readLog?: () => readonly Readonly<Record<string, unknown>>[]
  readonly opener: Opener
  /** Without it, the window shows the news itself. */
  readonly notifier?: Notifier
  readonly taskBar?: TaskBar
  /** Absent or null: this build has no server for updates. */
  readonly updater?: Updater | null
  /** Pastes the clipboard where the focus is in the window. Absent: the window has to ask the browser. */
  readonly paste?: () => void
  /** Absent or null: the host cannot start with the system. */
  readonly loginItem?: LoginItem | null
  /** Shows the theme that the user chose in what the system draws: menus, dialogs, the frame of the window. */
  readonly showTheme?: (theme: Preferences['theme']) => void
  readonly practice: Practice
  readonly startDraftWorker: StartDraftWorker
  readonly startDatabaseWorker: StartDatabaseWorker
  readonly startReaderProcess: StartReaderProcess
  /** Shows the system's dialog for a folder: an absolute path, or null when the user cancels. Absent: the host has none. */
  readonly chooseFolder?: () => Promise<string | null>
  /** Shows a file or folder in the system's file manager. Absent: the host has none. */
  readonly showFolder?: (path: string) => void
  /** Deletes what the host itself stores for the window, after all data was deleted. Absent: the host stores nothing. */
  readonly clearWindowData?: () => Promise<void>
  readonly readSample: ReadSample
}
