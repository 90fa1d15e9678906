import { dirname } from 'node:path'
import type { AutomaticBackups } from '../../contract/backups.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Failure } from '../../contract/result.ts'
import type { ExportLog } from '../export-log/export-log.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { DatabaseFile, StartDatabaseWorker } from '../ports/host.ts'
import { errorFields } from '../ports/log.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import { keyFromHex, newDatabaseKey, newKeyId, wrapKey } from '../storage/database-key.ts'
import { checkFolder } from '../storage/chosen-folder.ts'
import { isDue, nextDate, readPlan, writePlan, type StoredPlan } from './backup-plan.ts'
import { backupsText as text, backupsText } from './backups-text.ts'
import { deleteSurplus, makeBackup } from './make-backup.ts'
import { folderFailure } from '../failures/folder-failure.ts'
import { errorCode } from '../storage/refusals.ts'

export interface AutomaticBackupsParts {
  /** The database of this PC with its key; null: nothing is stored. */
  readonly file: DatabaseFile | null
  readonly startDatabaseWorker: StartDatabaseWorker
  readonly exportLog: Pick<ExportLog, 'add'>
  /** The system's dialog for a folder: an absolute path, or null when the user cancels. Absent: the host has none. */
  readonly chooseFolder?: () => Promise<string | null>
}

export interface AutomaticBackupsPart {
  readonly handlers: DomainHandlers<'backups', AbortSignal>
  start(): void
  close(): Promise<void>
}

/** The start has more important work. */
const firstCheckMs = 90_000
const checkEveryMs = 10 * 60_000
/** The pause after a failed attempt: the copy of a large database is work, and a drive is seldom back at once. */
const retryAfterMs = 30 * 60_000
const madeByItself = { personId: null, action: 'backups.runNow', rows: null, hasHiddenNumbers: false } as const

/**
 * Backs all work up to a folder, each day or week while the program is open. A file gets its name when it was read back, and older
 * ones are deleted only then. An attempt that fails changes nothing, is shown, and is repeated.
 */
export function createAutomaticBackups(
  { database, clock, log, announcer }: Pick<OpenStorage, 'database' | 'clock' | 'log' | 'announcer'>,
  parts: AutomaticBackupsParts,
): AutomaticBackupsPart {
  const { file } = parts
  const closing = new AbortController()
  const wallTime = createWallTime(clock)
  /** The folder that was chosen last, for `setPlan`. */
  let offered: string | null = null
  let running: Promise<void> | null = null
  /** Of the monotonic clock: no attempt before it. */
  let retryAtMs: number | null = null

  const status = (): AutomaticBackups => {
    const plan = file && readPlan(database)
    return {
      isStored: file !== null,
      plan: plan && { folder: plan.folder, every: plan.every, keep: plan.keep },
      running: running !== null,
      lastAt: plan?.lastAt ?? null,
      lastFile: plan?.lastFile ?? null,
      nextDate: plan && nextDate(plan, clock.now()),
      failure: plan?.failure ?? null,
      failingSince: plan?.failingSince ?? null,
      retryAt: plan?.failure && retryAtMs !== null ? wallTime(retryAtMs) : null,
    }
  }

  /** Changes the plan as it is now: the user may have changed or ended it while a backup was made. */
  const update = ({ folder, protection }: StoredPlan, changes: Partial<StoredPlan>): void => {
    const plan = readPlan(database)
    if (plan?.folder === folder && plan.protection.keyId === protection.keyId)
      writePlan(database, { ...plan, ...changes })
  }

  const runOnce = async (from: DatabaseFile, plan: StoredPlan, signal: AbortSignal): Promise<void> => {
    const startedMs = clock.monotonicMs()
    try {
      const name = await makeBackup(from, plan, { ...parts, clock }, signal)
      retryAtMs = null
      update(plan, { lastAt: clock.now().toISOString(), lastFile: name, failure: null, failingSince: null })
      parts.exportLog.add({ ...madeByItself, at: clock.now(), fileName: name })
      announcer.announce('exportLog.changed')
      log.write('info', 'backups.made', { durationMs: Math.round(clock.monotonicMs() - startedMs) })
      // The backup itself is whole. What could not be deleted is tried again after the next one.
      await deleteSurplus(plan, name, clock.now()).catch((error: unknown) =>
        log.write('warning', 'backups.not-deleted', errorFields(error)),
      )
    } catch (error) {
      if (signal.aborted) return
      const failure: Failure = error instanceof FailureError ? error.failure : backupFailure(error, plan.folder)
      log.write('warning', 'backups.failed', { ...errorFields(error), failureKind: failure.kind })
      retryAtMs = clock.monotonicMs() + retryAfterMs
      update(plan, { failure, failingSince: plan.failingSince ?? clock.now().toISOString() })
    }
  }

  /** One at a time. Resolves when it has ended, whether it succeeded or not. */
  const backUp = (): Promise<void> => {
    const plan = file && readPlan(database)
    if (!plan) return Promise.resolve()
    running ??= runOnce(file, plan, closing.signal).finally(() => {
      running = null
      if (!closing.signal.aborted) announcer.announce('backups.changed')
    })
    announcer.announce('backups.changed')
    return running
  }

  const checkAgainAndAgain = async (): Promise<void> => {
    await clock.sleep(firstCheckMs, closing.signal)
    for (;;) {
      const plan = readPlan(database)
      const mayTry = retryAtMs === null || clock.monotonicMs() >= retryAtMs
      // An attempt that failed in an earlier run is made again: the drive may be back.
      if (plan && mayTry && (isDue(plan, clock.now()) || plan.failure !== null)) await backUp()
      await clock.sleep(checkEveryMs, closing.signal)
    }
  }

  let checking: Promise<void> = Promise.resolve()
  /** Begins a backup that nobody waits for, after the one that may be made with an earlier plan. */
  const begin = (): void => void (running ?? Promise.resolve()).then(backUp).catch(onDefect)
  const onDefect = (error: unknown): void => {
    if (!closing.signal.aborted) log.write('error', 'backups.stopped', errorFields(error))
  }

  return {
    handlers: {
      status: async () => status(),

      async chooseFolder({ path }) {
        const chosen = parts.chooseFolder ? await parts.chooseFolder() : path?.trim()
        if (!chosen || !file) return { folder: null }
        offered = await checkFolder(chosen, dirname(file.path), text)
        return { folder: offered }
      },

      async setPlan({ folder, every, keep, password }) {
        if (!file) return fail('conflict', text.nothingStored)
        const before = readPlan(database)
        if (folder !== offered && folder !== before?.folder) fail('invalid-input', text.notChosen)
        if (!before && password === null) fail('invalid-input', text.passwordNeeded)
        // The same id with another password: files of both belong to this plan, and the oldest are deleted.
        const keyId = before?.protection.keyId ?? newKeyId()
        const key = password === null ? (keyFromHex(before?.key ?? '') ?? newDatabaseKey()) : newDatabaseKey()
        const protection = password === null && before ? before.protection : await wrapKey(key, password ?? '', keyId)
        const isSameFolder = before?.folder === folder
        writePlan(database, {
          folder,
          every,
          keep,
          key: key.toString('hex'),
          protection,
          lastAt: isSameFolder ? before.lastAt : null,
          lastFile: isSameFolder ? before.lastFile : null,
          failure: null,
          failingSince: null,
        })
        retryAtMs = null
        if (password !== null || !isSameFolder) begin()
        announcer.announce('backups.changed')
        return status()
      },

      async turnOff() {
        writePlan(database, null)
        announcer.announce('backups.changed')
        return status()
      },

      async runNow() {
        if (!running) void backUp().catch(onDefect)
        return status()
      },
    },

    start() {
      if (file) checking = checkAgainAndAgain().catch(onDefect)
    },

    async close() {
      closing.abort(new Error('Forecourt is closing'))
      await checking
      await running
    },
  }
}

/** The failure for what the system refused while a backup was written to a folder. */
const backupFailure = (error: unknown, folder: string): Failure => folderFailure(errorCode(error), folder, backupsText)
