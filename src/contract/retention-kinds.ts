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
