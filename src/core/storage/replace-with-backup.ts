import { formatDate, localDate } from '../../contract/calendar-date.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import type { Database } from '../database/database.ts'
import { replaceDatabase, type DataFiles } from './data-files.ts'
import type { DatabaseKey } from './database-key.ts'
import type { StorageOptions } from './storage-options.ts'
import { storageText } from './storage-text.ts'
import type { WorkBackup } from './work-backup.ts'

interface ReplaceParts extends StorageOptions {
  readonly files: DataFiles
  readonly workBackup: Pick<WorkBackup, 'takeChecked'>
  /** The key of data that is stored and open, with its protection. Throws `conflict` otherwise. */
  requireOpen(): { readonly key: DatabaseKey; readonly protection: 'keychain' | 'password' }
  readonly database: Database | null
  closeParts(): Promise<void>
  setStatus(next: StorageStatus): StorageStatus
  orUnavailable(work: () => Promise<StorageStatus>): Promise<StorageStatus>
  /** Opens the data again, with a notice. */
  open(key: DatabaseKey, protection: 'keychain' | 'password', notice: string): Promise<StorageStatus>
}

/** Puts a checked backup in the place of the open data. */
export async function replaceWithBackup(parts: ReplaceParts, backupId: string): Promise<StorageStatus> {
  const { files, clock, database } = parts
  const open = parts.requireOpen()
  const { path, madeAt } = await parts.workBackup.takeChecked(backupId)
  if (database) parts.carryDeletions?.(database, { path, key: open.key.toString('hex') })
  await parts.closeParts()
  return parts.setStatus(
    await parts.orUnavailable(async () => {
      const earlier = await replaceDatabase(files, path, localDate(clock.now()))
      const notice = storageText.restoredFromFile(formatDate(localDate(new Date(madeAt))), earlier)
      return parts.open(open.key, open.protection, notice)
    }),
  )
}
