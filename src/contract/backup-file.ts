import { z } from 'zod'

/** How much work is in a backup file. */
export const BackupContents = z.object({
  connections: z.number().int(),
  drafts: z.number().int(),
  uploads: z.number().int(),
  /** Outcomes and notes of calls. */
  callEntries: z.number().int(),
  /** Saved columns for spreadsheets. */
  templates: z.number().int(),
})
export type BackupContents = z.infer<typeof BackupContents>

/** A backup file that was chosen to be restored. `madeAt`: ISO 8601. */
export const ChosenBackup = z.object({ backupId: z.string(), madeAt: z.string(), sizeBytes: z.number().int() })
export type ChosenBackup = z.infer<typeof ChosenBackup>

/** The ending of the name of a backup file. */
export const backupFileEnding = '.forecourt-backup'
