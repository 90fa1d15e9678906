import { RetentionDays, RetentionCounts } from './retention-kinds.ts'
import { z } from 'zod'

export const RetentionStatus = z.object({
  days: RetentionDays,
  /** Data is being deleted now. */
  running: z.boolean(),
  /** The last run that ended: when (ISO 8601), and what it deleted. Null: none so far. */
  last: z.object({ at: z.string(), deleted: RetentionCounts }).nullable(),
  /**
   * The clock of the PC has jumped ahead since the last run: nothing is deleted before this time (ISO 8601), because the clock may be
   * wrong. Null: it has not.
   */
  waitsUntil: z.string().nullable(),
})
export type RetentionStatus = z.infer<typeof RetentionStatus>

export const retention = {
  status: { input: z.object({}), output: RetentionStatus },
  /** What a run with these days would delete now. */
  preview: { input: z.object({ days: RetentionDays }), output: RetentionCounts },
  /** Saves the days and begins a run. */
  setDays: { input: z.object({ days: RetentionDays }), output: RetentionStatus },
} as const
