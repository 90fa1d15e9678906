import { z } from 'zod'
import { keepEverything, RetentionCounts, RetentionDays } from '../../contract/retention-kinds.ts'
import type { Database } from '../database/database.ts'
import { createSavedValues, type SavedValues } from '../database/settings.ts'

const RetentionState = z.object({
  days: RetentionDays,
  lastRunAt: z.string().nullable(),
  /** The last run that deleted something. */
  last: z.object({ at: z.string(), deleted: RetentionCounts }).nullable(),
  /** What a run that has not ended has deleted so far; it may have been killed. */
  run: RetentionCounts.nullable(),
  waitsUntil: z.string().nullable(),
  /** Pages of deleted rows can have remains until the file is written again, when the program closes. */
  compactAtClose: z.boolean(),
})
type RetentionState = z.infer<typeof RetentionState>

const settingName = 'retention'

export const savedRetention = (database: Database): SavedValues<RetentionState> =>
  createSavedValues<RetentionState>(database, settingName, {
    schema: RetentionState.partial(),
    defaults: { days: keepEverything, lastRunAt: null, last: null, run: null, waitsUntil: null, compactAtClose: false },
  })
