import { z } from 'zod'
import { Failure } from './failure.ts'
import { minPasswordLength } from './storage.ts'

/** How many automatic backups stay in the folder. */
const keptBackups = { least: 2, most: 60 } as const

const BackupPlan = z.object({
  /** Absolute. */
  folder: z.string().min(1).max(2_000),
  every: z.enum(['day', 'week']),
  keep: z.number().int().min(keptBackups.least).max(keptBackups.most),
})
export type BackupPlan = z.infer<typeof BackupPlan>

/** The automatic backups to a folder. Times are ISO 8601. */
export const AutomaticBackups = z.object({
  /** Whether this PC stores data: without it, there is nothing to back up. */
  isStored: z.boolean(),
  /** Null: turned off. */
  plan: BackupPlan.nullable(),
  running: z.boolean(),
  /** The last backup that was read back and found whole. */
  lastAt: z.string().nullable(),
  lastFile: z.string().nullable(),
  /** The day of the next one, YYYY-MM-DD. It is made when Forecourt is open. */
  nextDate: z.string().nullable(),
  /** Why the last attempt failed; null after a success. */
  failure: Failure.nullable(),
  /** When the attempts began to fail. */
  failingSince: z.string().nullable(),
  retryAt: z.string().nullable(),
})
export type AutomaticBackups = z.infer<typeof AutomaticBackups>

export const backups = {
  status: { input: z.object({}), output: AutomaticBackups },
  /**
   * Chooses a folder by the system's dialog (`path` null), or by its path where the host has no dialog. `folder` null: the user cancelled.
   * `invalid-input` for a folder that does not exist, cannot be written, or is in the data folder.
   */
  chooseFolder: {
    input: z.object({ path: z.string().max(2_000).nullable() }),
    output: z.object({ folder: z.string().nullable() }),
  },
  /**
   * Turns automatic backups on, or changes them. `password` encrypts the files; null keeps the present one. `folder` must be the present
   * one or the last one that `chooseFolder` returned. The first backup is made at once.
   */
  setPlan: {
    input: BackupPlan.extend({ password: z.string().min(minPasswordLength).max(200).nullable() }),
    output: AutomaticBackups,
  },
  /** Turns automatic backups off. The files in the folder stay. */
  turnOff: { input: z.object({}), output: AutomaticBackups },
  /** Begins a backup now; `status` and the event `backups.changed` tell how it ends. */
  runNow: { input: z.object({}), output: AutomaticBackups },
} as const
