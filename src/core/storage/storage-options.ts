import type { ProgramEvent } from '../../contract/events.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import type { Database } from '../database/database.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { Clock } from '../ports/clock.ts'
import type { SharedFolder } from '../ports/data-folder.ts'
import type { DatabaseFile, StartDatabaseWorker } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import type { DeletionPlan } from './delete-all-data.ts'
import type { WrongTries } from './wrong-tries.ts'

/** How the key of open data is protected. */
export type ProtectedBy = Extract<StorageStatus, { state: 'open' }>['protection']

/** What the program receives when the data is open. */
export interface UnlockedDatabase {
  readonly database: Database
  readonly protection: ProtectedBy
  /** Its file; null when nothing is stored. */
  readonly file: DatabaseFile | null
  /** A separate key for the database of the practice service, 64 hex digits; null when nothing is stored. */
  readonly practiceKey: string | null
  /** The disk is full: the data can be read only. */
  readonly isDiskFull: boolean
}

export interface StorageOptions {
  readonly dataFolder: string
  /** Absent or null: a folder of this PC. */
  readonly sharedFolder?: SharedFolder | null
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly startDatabaseWorker: StartDatabaseWorker
  readonly intake: Pick<FileIntake, 'take'>
  /**
   * Continues deletions of personal data, if there are any, before anything uses the database. `file`: null for data in memory.
   */
  readonly continueDeletions?: (database: Database, file: DatabaseFile | null, onStarted: () => void) => Promise<void>
  /** Pauses what would continue by itself in restored data, where it may have been done since. Returns whether there was anything. */
  readonly pauseRestoredWork?: (database: Database) => Promise<boolean>
  /** Before a checked backup takes the place of the data: it gets the marks of persons that were deleted on this PC. */
  readonly carryDeletions?: (database: Database, backup: DatabaseFile) => void
  /** All data was deleted: deletes what the host stores. Also called at the start that finishes a deletion. */
  readonly onDataDeleted?: () => Promise<void>
  /** Called with the open database before the new state is announced. */
  readonly onUnlocked: (unlocked: UnlockedDatabase) => Promise<void>
  /** Closes the data of the practice service, which starts again when it is next used. */
  readonly stopPractice: () => Promise<void>
  /** Called before the database is closed: nothing may use it afterwards. */
  readonly onClosing: () => Promise<void>
  readonly onChanged: () => void
  /** The progress of a backup that is saved, read or checked. */
  readonly onProgress?: (progress: NonNullable<ProgramEvent['progress']>) => void
}

export interface Storage {
  readonly handlers: DomainHandlers<'storage', AbortSignal>
  readonly tries: WrongTries
  /** Opens the data when the user does not have to answer a question first. */
  start(): Promise<void>
  close(): Promise<void>
  /** Ends background work and opens the data again: `continueDeletions` runs in between. */
  reopen(): Promise<void>
  /** From `open`: deletes all data of this PC and opens new data, as after an installation. */
  deleteAllData(plan: DeletionPlan): Promise<StorageStatus>
  /**
   * Closes the database now, because the system is about to end the process. Background work is not waited for: what was under way
   * continues at the next start, as after a crash.
   */
  closeAtOnce(): void
}
