import type { Failure } from '../../contract/result.ts'
import { folderFailure } from '../failures/folder-failure.ts'
import { errorCode } from '../storage/refusals.ts'
import { backupsText } from './backups-text.ts'

/** The failure for what the system refused while a backup was written to a folder. */
export const backupFailure = (error: unknown, folder: string): Failure =>
  folderFailure(errorCode(error), folder, backupsText)
