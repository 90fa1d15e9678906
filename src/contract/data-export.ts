import { z } from 'zod'
import { Failure } from './failure.ts'

/** What an export of all data has, and in which form. */
const DataExportChoices = z.object({
  format: z.enum(['xlsx', 'csv']),
  /** Null: all connections. */
  connectionId: z.string().max(64).nullable(),
  /** Without it, mobile numbers and e-mail addresses of Do Not Contact people are left out. */
  includeDoNotContactNumbers: z.boolean(),
})

/** A file of an export. `path`: in the folder, with slashes. */
export const ExportedTable = z.object({
  path: z.string(),
  /** What it has: customers, sightings, call-notes, contact-attempts, assignments, uploads, upload-rows, lookups or bulk-lookups. */
  content: z.string(),
  connection: z.string(),
  region: z.string(),
  /** Without the header. */
  rows: z.number().int(),
  bytes: z.number().int(),
  /** 64 hex digits. */
  sha256: z.string(),
})
export type ExportedTable = z.infer<typeof ExportedTable>

/** The file `manifest.json` of an export. It is written last: an export without it is not complete. */
export const DataExportManifest = z.object({
  program: z.literal('Forecourt'),
  version: z.string(),
  /** ISO 8601. The files were written between the two. */
  startedAt: z.string(),
  finishedAt: z.string(),
  format: DataExportChoices.shape.format,
  doNotContactNumbers: z.enum(['left out', 'included']),
  connections: z.array(z.object({ name: z.string(), regions: z.array(z.string()) })),
  files: z.array(ExportedTable),
})
export type DataExportManifest = z.infer<typeof DataExportManifest>

export const DataExport = DataExportChoices.extend({
  /** Of the connections that are exported. */
  connectionNames: z.array(z.string()),
  /** The folder that is written: absolute. */
  path: z.string(),
  state: z.enum(['running', 'failed', 'done']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Rows and files that are written. */
  rows: z.number().int(),
  files: z.number().int(),
  /** How much of the work is done, 0 to 1. */
  part: z.number(),
  /** An estimate; null while there is none. */
  secondsLeft: z.number().int().nullable(),
  failure: Failure.nullable(),
})
export type DataExport = z.infer<typeof DataExport>

/**
 * Exports of customers, sightings, calls, uploads and look-ups to files that other programs read. At most one runs; one that does not end
 * whole deletes what it has written.
 */
export const dataExport = {
  /** `last`: of this run of the program. `hasDialog`: folders are chosen by the system's dialog. `canOpenFolder`: the host can show a folder. */
  status: {
    input: z.object({}),
    output: z.object({ last: DataExport.nullable(), hasDialog: z.boolean(), canOpenFolder: z.boolean() }),
  },
  /** Chooses the folder for the next export; see `backups.chooseFolder`. */
  chooseFolder: {
    input: z.object({ path: z.string().max(2_000).nullable() }),
    output: z.object({ folder: z.string().nullable() }),
  },
  /**
   * Begins an export. `folder`: the last one that was chosen. `name`: of the new folder in it; null: one with the date.
   * `invalid-input` for a name that exists, except of an empty folder.
   */
  start: {
    input: DataExportChoices.extend({
      folder: z.string().min(1).max(2_000),
      name: z.string().min(1).max(200).nullable(),
    }),
    output: DataExport,
  },
  /** Stops the export that runs. */
  cancel: { input: z.object({}), output: z.object({}) },
  /** Shows the last export in the file manager of the system; `not-found` when it is not done. False: the host has none. */
  openFolder: { input: z.object({}), output: z.object({ opened: z.boolean() }) },
} as const
