import { z } from 'zod'
import { ImportReport } from './import-report.ts'
import { Region } from './region.ts'

const id = z.string().max(64)
const FolderId = z.object({ id })

/** The most folders. Each one that does not answer keeps a thread of the program waiting. */
export const mostWatchedFolders = 20

/** What happens to the files of a watched folder. */
export const FolderSettings = z.object({
  connectionId: id,
  region: Region,
  /** Null: columns are found by rule, and nothing is sent without a person. */
  templateId: z.string().max(64).nullable(),
  /** Sends the rows of a file when nothing is left to decide. Needs a template. */
  sendByItself: z.boolean(),
  /** As in `uploads.create`. */
  lookUpMissingVins: z.boolean(),
  /** The most paid look-ups of a file that is sent without a person. Only with `lookUpMissingVins`. */
  maxPaidLookups: z.number().int().min(0).max(1_000_000),
})
export type FolderSettings = z.infer<typeof FolderSettings>

/**
 * - `waiting`: its draft waits for a person. - `discarded`: a person removed the draft. - `sent`: its rows are in an upload.
 * - `nothing-to-send`: the service has every customer. - `same-file`: a file with the same content came before. - `refused`: it cannot be
 * read. Null: it is not decided.
 */
export const FileOutcome = z.enum(['waiting', 'discarded', 'sent', 'nothing-to-send', 'same-file', 'refused'])
export type FileOutcome = z.infer<typeof FileOutcome>

export const WatchedFile = z.object({
  number: z.number().int(),
  name: z.string(),
  outcome: FileOutcome.nullable(),
  /** What happened, or what is waited for, as sentences. */
  message: z.string().nullable(),
  /** Why a person has to decide, as sentences. */
  reasons: z.array(z.string()),
  /** Customer rows; null: not read so far. */
  rows: z.number().int().nullable(),
  /** ISO 8601. */
  foundAt: z.string(),
  endedAt: z.string().nullable(),
  /** Where the file is now, beneath the folder: `done/march.csv`. Null: in the folder, or gone. */
  movedTo: z.string().nullable(),
  draftId: z.string().nullable(),
  uploadId: z.string().nullable(),
})
export type WatchedFile = z.infer<typeof WatchedFile>

export const WatchedFolder = FolderSettings.extend({
  id,
  /** Absolute. */
  path: z.string(),
  /** The last part of its path. */
  name: z.string(),
  /** Null: the connection was removed. */
  connectionName: z.string().nullable(),
  /** Null: none was chosen, or it was removed. */
  templateName: z.string().nullable(),
  /** Whether its template updates existing customers. */
  updatesCustomers: z.boolean(),
  paused: z.boolean(),
  /** `starting`: not looked at since the start. `unreachable`: since `unreachableSince`. `no-connection`: its connection was removed. */
  state: z.enum(['starting', 'watching', 'paused', 'unreachable', 'no-connection']),
  unreachableSince: z.string().nullable(),
  /** Why files are not processed now, for example a full disk; they are tried again. Null: nothing is in the way. */
  problem: z.string().nullable(),
  /** The usual number of rows, from earlier files. Null: no earlier file. */
  usualRows: z.object({ from: z.number().int(), to: z.number().int(), files: z.number().int() }).nullable(),
  /** Files that were found and are not decided. */
  filesToProcess: z.number().int(),
  /** Drafts that wait for a person. */
  draftsWaiting: z.number().int(),
  lastFile: WatchedFile.nullable(),
})
export type WatchedFolder = z.infer<typeof WatchedFolder>

/** Methods of the domain "folders". The event `folders.changed` says that one of them answers differently. */
export const folders = {
  list: { input: z.object({}), output: z.object({ folders: z.array(WatchedFolder) }) },
  /**
   * Chooses a folder by the system's dialog (`path` null), or by its path where the host has no dialog. `folder` null: the user cancelled.
   * `invalid-input` for a folder that does not exist, cannot be written, is in the data folder, or belongs to a watched one.
   */
  chooseFolder: {
    input: z.object({ path: z.string().max(2_000).nullable() }),
    output: z.object({ folder: z.string().nullable() }),
  },
  /** Begins to watch the folder that `chooseFolder` returned last. */
  add: { input: FolderSettings.extend({ path: z.string().min(1).max(2_000) }), output: WatchedFolder },
  change: { input: FolderSettings.extend({ id }), output: WatchedFolder },
  setPaused: { input: z.object({ id, paused: z.boolean() }), output: WatchedFolder },
  /** Ends the watching. Files, drafts and uploads stay; the history of the folder is deleted. */
  remove: { input: FolderId, output: z.object({}) },
  /** Looks at the folder now, and tries again what is waited for. */
  lookNow: { input: FolderId, output: WatchedFolder },
  /** The files, last found first. */
  files: {
    input: z.object({ id, offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
    output: z.object({ total: z.number().int(), files: z.array(WatchedFile) }),
  },
  /** The report of a file, as it is beside it. Null: it is too old, or not decided. */
  report: {
    input: z.object({ id, number: z.number().int() }),
    output: z.object({ report: ImportReport.nullable(), text: z.string() }),
  },
} as const
