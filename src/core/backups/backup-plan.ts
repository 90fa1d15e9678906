import { z } from 'zod'
import type { BackupPlan } from '../../contract/backups.ts'
import { addDays, localDate, type CalendarDate } from '../../contract/calendar-date.ts'
import { Failure } from '../../contract/failure.ts'
import type { Database } from '../database/database.ts'
import { readJsonSetting, writeSetting } from '../database/settings.ts'
import { PasswordProtection } from '../storage/data-files.ts'
import { backupPlanSetting } from '../storage/settings-of-this-pc.ts'

/**
 * The stored plan. The password itself is not stored: `key` encrypts every file of the plan, and `protection` is the same key wrapped by
 * the password, which is written into each file. The key is in the encrypted database, which has the same data as the backups.
 */
const StoredPlan = z.object({
  folder: z.string(),
  every: z.enum(['day', 'week']),
  keep: z.number().int(),
  key: z.string(),
  protection: PasswordProtection,
  lastAt: z.string().nullable(),
  lastFile: z.string().nullable(),
  failure: Failure.nullable(),
  failingSince: z.string().nullable(),
})
export type StoredPlan = z.infer<typeof StoredPlan>

/** Null: turned off. */
export const readPlan = (database: Database): StoredPlan | null =>
  readJsonSetting(database, backupPlanSetting, StoredPlan)

export function writePlan(database: Database, plan: StoredPlan | null): void {
  writeSetting(database, backupPlanSetting, plan && JSON.stringify(plan))
}

/** The day from which the next backup is due; today when there is none yet, or when the last one is dated in the future. */
export function nextDate(plan: Pick<StoredPlan, 'lastAt' | 'every'>, now: Date): CalendarDate {
  const today = localDate(now)
  // The clock of the PC was ahead when it was made: nobody knows how old it is.
  if (plan.lastAt === null || new Date(plan.lastAt) > now) return today
  const next = addDays(localDate(new Date(plan.lastAt)), daysBetweenBackups[plan.every])
  return next < today ? today : next
}

/** Whether a backup is due now. */
export const isDue = (plan: Pick<StoredPlan, 'lastAt' | 'every'>, now: Date): boolean =>
  nextDate(plan, now) <= localDate(now)

const daysBetweenBackups: Readonly<Record<BackupPlan['every'], number>> = { day: 1, week: 7 }
