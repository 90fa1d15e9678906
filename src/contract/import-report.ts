import { z } from 'zod'
import { Failure } from './failure.ts'
import { Region } from './region.ts'
import { ExcludedReason, UploadRow } from './uploads.ts'

/** The common parts of all reports. */
export const Used = {
  /** The name of the connection; null when the command needs none. */
  connection: z.string().nullable(),
}

/** How a command ended, beside its exit code. `message`: what the user must know or do, as sentences. */
export const Ended = {
  exitCode: z.number().int(),
  message: z.string().nullable(),
  failure: Failure.nullable(),
}

/** The result of an import without the window: on stdout with `--json`, or beside the file of a watched folder. */
export const ImportReport = z.object({
  command: z.literal('import'),
  ...Used,
  /** Absent in earlier reports. */
  region: Region.optional(),
  file: z.string(),
  /** The draft that was left for a person; null when it was sent, or not kept. */
  draftId: z.string().nullable(),
  /**
   * Rows of the file: `ready` and `warning` are sent, `error` and `excluded` are not; those of `update` change existing customers. Null: the
   * file was refused.
   */
  rows: z
    .object({
      inFile: z.number().int(),
      ready: z.number().int(),
      warning: z.number().int(),
      error: z.number().int(),
      update: z.number().int().default(0),
      excluded: z.number().int(),
      skipped: z.number().int(),
      paidLookups: z.number().int(),
    })
    .nullable(),
  /** Problems by kind, most rows first. */
  problems: z.array(z.object({ message: z.string(), severity: z.string(), rows: z.number().int() })),
  /** What was guessed, repaired or left blank while the file was read, as sentences. */
  notes: z.array(z.string()).default([]),
  /** Rows that were excluded because a note forbids contact, as sentences. */
  excludedNotes: z.array(z.string()),
  /** What a person has to decide before the rows can be sent, as sentences. */
  decisions: z.array(z.string()),
  /** Null: nothing was sent. */
  upload: z
    .object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      accepted: z.number().int(),
      failed: z.number().int(),
      notSent: z.number().int(),
      /** Not sent because of their errors. */
      withErrors: z.number().int(),
      updated: z.number().int(),
      excluded: z.number().int(),
      excludedReasons: z.array(ExcludedReason),
      /** The first rows that are no customers and were not excluded. `outcome` pending: the service rejected them, and a person decides. */
      failures: z.array(
        UploadRow.pick({ row: true, outcome: true, rego: true, vin: true, clientName: true, reason: true }),
      ),
    })
    .nullable(),
  ...Ended,
})
export type ImportReport = z.infer<typeof ImportReport>
