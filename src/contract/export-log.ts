import { loggedActions, type LoggedAction } from './logged-actions.ts'
import { z } from 'zod'
import { ExportedFile } from './exported-file.ts'

const actionNames = Object.keys(loggedActions) as [LoggedAction, ...LoggedAction[]]

export const ExportLogEntry = z.object({
  number: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  action: z.enum(actionNames),
  /** Who was working; null: nobody was picked, or Forecourt did it by itself. */
  person: z.string().nullable(),
  /** Records, or numbers that were shown. Null: it has no number of records. */
  rows: z.number().int().nullable(),
  fileName: z.string().nullable(),
  /** Hidden numbers of Do Not Contact people were included. */
  hasHiddenNumbers: z.boolean(),
})
export type ExportLogEntry = z.infer<typeof ExportLogEntry>

const ExportLogFilter = z.object({
  /** A part of the action, the person or the file name. Empty: all. */
  search: z.string().max(200).default(''),
  /** The first and last calendar date of this PC (YYYY-MM-DD); null: without a limit. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
})
export type ExportLogFilter = z.infer<typeof ExportLogFilter>

export const exportLog = {
  /** The newest first. */
  list: {
    input: ExportLogFilter.extend({ limit: z.number().int().min(1).max(1_000).default(50) }),
    output: z.object({ total: z.number().int(), entries: z.array(ExportLogEntry) }),
  },
  /** The list as CSV. */
  export: { input: ExportLogFilter, output: ExportedFile },
} as const
