import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { DeletionReceipt } from '../../contract/privacy.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { DatabaseFile } from '../ports/host.ts'
import type { DeletionPlan } from '../storage/delete-all-data.ts'
import type { ProtectedBy } from '../storage/storage-options.ts'
import type { Log } from '../ports/log.ts'
import { runInSlices } from '../scheduling/in-slices.ts'
import type { PersonSearch } from './find-person.ts'
import { addDeletionMarks, hasOpenDeletions, readDeletionMarks } from './deletion-marks.ts'
import { addErasedFiles, deletionReceipts, requestDeletion, retryRefused } from './person-deletions.ts'
import { privacyText } from './privacy-text.ts'

export interface PrivacyParts {
  readonly dataFolder: string
  readonly clock: Clock
  readonly log: Log
  /** Throws `storage-locked` when the data is not open. */
  requireDatabase(): Database
  /** Ends background work, runs `continueDeletions` and opens the data again. */
  reopen(): Promise<void>
  /** How the open data is protected now. */
  protection(): Promise<ProtectedBy>
  /** Throws `invalid-input` for a wrong password of the data. */
  requirePassword(password: string | null): Promise<void>
  deleteAllData(plan: DeletionPlan): Promise<StorageStatus>
}

export interface Privacy {
  readonly handlers: DomainHandlers<'privacy', AbortSignal>
  /** Runs deletions that are not done, before anything uses the database. `file`: null for data in memory. */
  continueDeletions(database: Database, file: DatabaseFile | null, onStarted: () => void): Promise<void>
  /** Adds what was deleted on this PC to a backup that takes the place of its data. */
  carryDeletions(current: Database, backup: DatabaseFile): void
}

/** Personal data: found, deleted everywhere and handed over. */
export function createPrivacy(privacyParts: PrivacyParts): Privacy {
  const { dataFolder, clock, log, requireDatabase, reopen } = privacyParts
  const now = (): Date => clock.now()
  /** Its code is loaded when it is needed, as that of everything that is rare here. */
  const search = async (text: string): Promise<PersonSearch> => {
    const { findPerson } = await import('./find-person.ts')
    return runInSlices(findPerson(requireDatabase(), text))
  }
  const newest = (): DeletionReceipt[] => deletionReceipts(requireDatabase())

  return {
    handlers: {
      async findPerson({ text }) {
        return (await search(text)).found
      },

      async deletePerson({ text, chosen }) {
        const database = requireDatabase()
        const person = (await search(text)).person(chosen)
        if (!person) return fail('not-found', privacyText.changed, { next: privacyText.searchAgain })
        const id = requestDeletion(database, person, clock.now())
        log.write('info', 'privacy.deletion', { count: chosen.length })
        await reopen()
        const receipt = newest().find((each) => each.id === id)
        return receipt ?? fail('unexpected', privacyText.noReceipt)
      },

      deletions: async () => ({ deletions: newest() }),

      async continueDeletions() {
        retryRefused(requireDatabase())
        await reopen()
        return { deletions: await newest() }
      },

      async exportPerson({ text, chosen, format }) {
        const found = await search(text)
        if (!found.person(chosen)) return fail('not-found', privacyText.changed, { next: privacyText.searchAgain })
        const { personFile } = await import('./person-file.ts')
        return personFile(found.traces(chosen), format, clock.now())
      },

      async dataToDelete() {
        const database = requireDatabase()
        const protection = await privacyParts.protection()
        const { dataToDelete } = await import('./delete-everything.ts')
        return dataToDelete(database, {
          needsPassword: protection === 'password',
          isStored: protection !== 'nothing-kept',
        })
      },

      async deleteAllData({ password }) {
        const database = requireDatabase()
        if ((await privacyParts.protection()) === 'password') await privacyParts.requirePassword(password)
        const { deletionPlan } = await import('./delete-everything.ts')
        log.write('warning', 'privacy.allDataDeletion')
        return privacyParts.deleteAllData(deletionPlan(database))
      },
    },

    carryDeletions(current, { path, key }) {
      const marks = readDeletionMarks(current)
      if (marks.marks.length === 0) return
      const answer = openDatabase(path, key)
      if (answer.state !== 'ready') throw new Error(`A checked backup cannot be opened: ${answer.state}`)
      try {
        addDeletionMarks(answer.database, marks)
        answer.database.checkpoint()
      } finally {
        answer.database.close()
      }
    },

    async continueDeletions(database, file, onStarted) {
      if (!hasOpenDeletions(database)) return
      onStarted()
      // The window shows it before the work begins.
      await yieldToEventLoop()
      const [{ runDeletions }, { eraseFromLogs, eraseInDataFolder }] = await Promise.all([
        import('./run-deletions.ts'),
        import('./erase-files.ts'),
      ])
      await runInSlices(
        runDeletions(database, now, ({ pattern }) => {
          const lines = eraseFromLogs(join(dataFolder, 'log'), pattern)
          const unreadable = file ? eraseInDataFolder(database, file, now) : []
          addErasedFiles(database, { unreadable, lines })
        }),
      )
    },
  }
}
