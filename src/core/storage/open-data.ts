import type { StartStep, StorageStatus } from '../../contract/storage.ts'
import type { Database } from '../database/database.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { DatabaseFile } from '../ports/host.ts'
import type { DataFiles } from './data-files.ts'
import { deriveKey, practicePurpose, type DatabaseKey } from './database-key.ts'
import { createStoredDataOpener, type UnlockAnswer, unreadable } from './open-stored.ts'
import type { PageCheck } from './page-check.ts'
import { needsRecoveryKey } from './recovery-key.ts'
import type { ProtectedBy, StorageOptions } from './storage-options.ts'
import { storageText } from './storage-text.ts'
import type { Log } from '../ports/log.ts'
import { errorCode, isOfSystem, reasonOf } from './refusals.ts'

/** What is open now: the state that the window shows, the database and its key. */
export type OpenData = ReturnType<typeof createOpenData>

/** `enqueue`: one change of state at a time. */
export function createOpenData(
  options: StorageOptions,
  files: DataFiles,
  enqueue: <T>(work: () => Promise<T>) => Promise<T>,
) {
  const { log } = options
  const opener = createStoredDataOpener({ ...options, files, onStep: (step) => showStep(step) })
  let status: StorageStatus = { state: 'starting', step: 'opening' }
  let database: Database | null = null
  let key: DatabaseKey | null = null
  let notice: string | null = null
  let pageCheck: PageCheck | null = null

  const showStep = (step: StartStep, progress?: number): void => {
    // After the start, the window shows that its own call is running.
    if (status.state !== 'starting' || (status.step === step && status.progress === progress)) return
    status = progress === undefined ? { state: 'starting', step } : { state: 'starting', step, progress }
    options.onChanged()
  }
  const setStatus = (next: StorageStatus): StorageStatus => {
    status = next
    log.write(next.state === 'open' ? 'info' : 'warning', 'storage.state', {
      state: next.state,
      protection: next.state === 'open' ? next.protection : null,
    })
    options.onChanged()
    return status
  }

  const file = (): DatabaseFile | null => key && { path: files.database, key: key.toString('hex') }

  const use = async (
    openedDatabase: Database,
    protection: ProtectedBy,
    openedKey: DatabaseKey | null,
    { isRestored = false, isDiskFull = false }: { readonly isRestored?: boolean; readonly isDiskFull?: boolean } = {},
  ): Promise<StorageStatus> => {
    database = openedDatabase
    key = openedKey
    let pausedNotice: string | null = null
    try {
      // First of all. On a full disk it throws, and the data stays closed: what is not paused would be done twice.
      if (isRestored && (await options.pauseRestoredWork?.(openedDatabase)))
        pausedNotice = storageText.restoredWorkPaused
      await options.continueDeletions?.(openedDatabase, file(), () => showStep('deleting'))
      const practiceKey = openedKey && deriveKey(openedKey, practicePurpose)
      await options.onUnlocked({ database: openedDatabase, protection, file: file(), practiceKey, isDiskFull })
    } catch (error) {
      closeDatabase()
      throw error
    }
    const folderNotice = options.sharedFolder ? storageText.sharedFolder[options.sharedFolder] : null
    const shown = [notice, pausedNotice, folderNotice].filter((text) => text !== null).join(' ') || null
    notice = null
    return { state: 'open', protection, notice: shown, needsRecoveryKey: needsRecoveryKey(openedDatabase, openedKey) }
  }

  const closeDatabase = (): void => {
    database?.close()
    database = null
    key = null
  }

  const finish = async (answer: UnlockAnswer): Promise<StorageStatus> => {
    if (answer.state !== 'ready') return answer
    notice ??= answer.notice
    const opened = await use(answer.database, answer.protection, answer.key, answer)
    if (answer.mustCheck) void checkWhileOpen(answer.key)
    return opened
  }

  /** Checks every page behind the open data; damaged data is closed, and the user is offered the backup. */
  const checkWhileOpen = async (openedKey: DatabaseKey): Promise<void> => {
    pageCheck = opener.checkPages(openedKey)
    const result = await pageCheck.result
    pageCheck = null
    if (result !== 'damaged') return
    await enqueue(async () => {
      if (status.state !== 'open') return
      await options.onClosing()
      closeDatabase()
      setStatus(opener.damaged(storageText.damaged))
    })
  }

  const orUnavailable = (work: () => Promise<StorageStatus>): Promise<StorageStatus> =>
    work().catch((error: unknown) => refusedStatus(error, opener.damageFound(), log))

  const requireState = (...states: readonly StorageStatus['state'][]): void => {
    if (!states.includes(status.state)) fail('conflict', storageText.wrongState)
  }

  const requireOpen = (): { readonly key: DatabaseKey; readonly protection: 'keychain' | 'password' } => {
    if (status.state !== 'open' || status.protection === 'nothing-kept' || !key)
      return fail('conflict', storageText.wrongState)
    return { key, protection: status.protection }
  }

  const endPageCheck = async (): Promise<void> => pageCheck?.end()
  const endParts = async (): Promise<void> => {
    await endPageCheck()
    await options.onClosing()
  }
  const closeParts = async (): Promise<void> => {
    await endParts()
    closeDatabase()
  }

  return {
    opener,
    status: (): StorageStatus => status,
    setStatus,
    /** During the start: what is waited for, with its progress from 0 to 1. */
    showStep,
    /** Throws `conflict` in another state. */
    requireState,
    /** The key of data that is stored and open, with its protection. Throws `conflict` otherwise. */
    requireOpen,
    database: (): Database | null => database,
    /** Null: nothing is open, or nothing is stored. */
    key: (): DatabaseKey | null => key,
    /** The file of the open database; null when nothing is open, or nothing is stored. */
    file,
    /** Shown when the data is next open. */
    setNotice: (text: string | null): void => void (notice = text),
    /** Gives the open database to the program. `key`: null for data in memory. */
    use,
    /** The same for what was unlocked, with the checks that it needs. */
    finish,
    /** Opens the data with this key. `notice`: in place of the one that was set. */
    async open(openKey: DatabaseKey, protection: 'keychain' | 'password', nextNotice?: string): Promise<StorageStatus> {
      if (nextNotice !== undefined) notice = nextNotice
      return finish(await opener.withKey(openKey, protection))
    },
    /** Turns what the system refuses into a state with a message. Any other error is a defect and is thrown. */
    orUnavailable,
    endPageCheck,
    /** Ends everything that uses the database. */
    endParts,
    /** The same, and closes the database. */
    closeParts,
    closeDatabase,
    /** The program closes: no change of the state is announced. */
    handleClosing: (): void => void (status = { state: 'unavailable', reason: storageText.closing }),
  }
}

/**
 * The state of storage for what the system refused while the data was opened. Any other error is a defect and is thrown. `isDamaged`:
 * damage was found since the opening began.
 */
function refusedStatus(error: unknown, isDamaged: boolean, log: Log): StorageStatus {
  if (error instanceof FailureError && isOfSystem(error.failure.kind)) {
    if (isDamaged) return unreadable(storageText.damaged)
    const isReadOnly = error.failure.kind === 'storage-read-only'
    return {
      state: 'unavailable',
      reason: isReadOnly ? storageText.notWritable : storageText.unchanged(error.failure.message),
    }
  }
  const code = errorCode(error)
  if (code === null) throw error
  log.write('error', 'storage.refused', { code })
  // Some damage is found only when the records are first read.
  if (/^SQLITE_(CORRUPT|NOTADB)(_|$)/.test(code)) return unreadable(storageText.damaged)
  return { state: 'unavailable', reason: reasonOf(code) }
}
