import { z } from 'zod'

/** What is deleted after a time of its own. */
export const RetentionKind = z.enum(['lookups', 'uploads', 'notes', 'logs', 'exports'])
export type RetentionKind = z.infer<typeof RetentionKind>
export const retentionKinds = RetentionKind.options

/** Days after which each kind is deleted; null: it is kept. */
export const RetentionDays = z.record(RetentionKind, z.number().int().min(1).max(36_500).nullable())
export type RetentionDays = z.infer<typeof RetentionDays>

export const keepEverything: RetentionDays = { lookups: null, uploads: null, notes: null, logs: null, exports: null }

/** Saved results with bulk look-ups, uploads, call notes with attempts, lines of the log, and entries of the log of exports. */
export const RetentionCounts = z.record(RetentionKind, z.number().int())
export type RetentionCounts = z.infer<typeof RetentionCounts>

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
