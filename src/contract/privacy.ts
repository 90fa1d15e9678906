import { z } from 'zod'
import { ExportedFile } from './exported-file.ts'
import { PlaceCount } from './privacy-places.ts'
import { Region } from './region.ts'
import { StorageStatus } from './storage.ts'

/** Records that agree in name, number and car. */
export const PersonMatch = z.object({
  /** Names the match in later calls. */
  key: z.string(),
  name: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  rego: z.string().nullable(),
  vin: z.string().nullable(),
  places: z.array(PlaceCount),
  /**
   * `same`: it has what was searched for. `mobile`: it has the mobile number of such a record. `car`: it has the car of such a record, and may
   * be of its next owner.
   */
  reason: z.enum(['same', 'mobile', 'car']),
  /** Whether it is most likely the same person. */
  suggested: z.boolean(),
})
export type PersonMatch = z.infer<typeof PersonMatch>

export const FoundPerson = z.object({
  matches: z.array(PersonMatch),
  /** More match than are shown. */
  isCut: z.boolean(),
  /** Rows of unfinished uploads among them: not sent yet, and being sent. */
  plannedRows: z.number().int(),
  sentRows: z.number().int(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** What was deleted, without personal data. */
export const DeletionReceipt = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** `erasing`: it was interrupted. `waiting`: rows of the person are being sent. */
  state: z.enum(['erasing', 'waiting', 'done']),
  places: z.array(PlaceCount),
  /** Records of the service: how many it was asked to delete, has deleted, and refused. */
  atService: z.object({
    asked: z.number().int(),
    deleted: z.number().int(),
    refused: z.number().int(),
    /** When it deleted the last one (ISO 8601). */
    at: z.string().nullable(),
  }),
  withdrawnRows: z.number().int(),
  waitingRows: z.number().int(),
  /** Names of files in the data folder that could not be opened, and may name the person. */
  unreadableFiles: z.array(z.string()),
  /** The person was deleted on another PC of the team. Not deleted here so far while `erasing`. */
  byTeam: z.boolean(),
})
export type DeletionReceipt = z.infer<typeof DeletionReceipt>

const ChosenMatches = z.object({
  /** What was searched for. */
  text: z.string().min(1).max(200),
  /** Keys of matches. */
  chosen: z.array(z.string().max(1_000)).min(1).max(500),
})

/** What the deletion of all data removes from this PC, and what it leaves. */
export const DataToDelete = z.object({
  /** Whether a password protects the data: it is asked for. */
  needsPassword: z.boolean(),
  /** Whether the data is stored on this PC, so that a backup can be saved first. */
  isStored: z.boolean(),
  connections: z.number().int(),
  drafts: z.number().int(),
  uploads: z.number().int(),
  /** Outcomes and notes of calls. */
  callEntries: z.number().int(),
  lookups: z.number().int(),
  /** People marked as Do Not Contact. */
  doNotContact: z.number().int(),
  /** Deleted customers that can still be restored. */
  inBin: z.number().int(),
  /** Edits and deletions of customers that the service does not have so far. */
  unsent: z.number().int(),
  /** People who work on this PC. */
  people: z.number().int(),
  /** Whether this PC is in a team: it would stay a member there. */
  isInTeam: z.boolean(),
  /** Those that have not finished at the service: this PC would never learn their outcome. */
  unfinishedUploads: z.array(
    z.object({
      name: z.string(),
      connectionName: z.string(),
      region: Region,
      /** Rows that were not sent, and rows without a result. */
      rowsNotSent: z.number().int(),
      rowsInProcess: z.number().int(),
      /** It sends rows, or will by itself. All data cannot be deleted meanwhile. */
      isSending: z.boolean(),
    }),
  ),
  /** Files outside the data folder, which stay: absolute paths. */
  elsewhere: z.object({
    backupFolder: z.string().nullable(),
    exports: z.array(z.string()),
    watchedFolders: z.array(z.string()),
  }),
})
export type DataToDelete = z.infer<typeof DataToDelete>

export const privacy = {
  /** Searches everything on this PC for a name, mobile number, rego or VIN. */
  findPerson: { input: z.object({ text: z.string().max(200) }), output: FoundPerson },
  /**
   * Deletes the chosen matches everywhere. Ends background work, rewrites the data and opens it again. `not-found` when a match has
   * changed since the search.
   */
  deletePerson: { input: ChosenMatches, output: DeletionReceipt },
  /** The newest first. */
  deletions: { input: z.object({}), output: z.object({ deletions: z.array(DeletionReceipt) }) },
  /** Continues deletions that wait for an upload, and asks the service again for what it refused. */
  continueDeletions: { input: z.object({}), output: z.object({ deletions: z.array(DeletionReceipt) }) },
  /** Everything about the chosen matches in one file. */
  exportPerson: { input: ChosenMatches.extend({ format: z.enum(['html', 'json']) }), output: ExportedFile },
  dataToDelete: { input: z.object({}), output: DataToDelete },
  /**
   * Deletes everything that Forecourt stores on this PC, the credentials in the keychain included, and opens new data as after an
   * installation. Nothing changes at the service. When it is interrupted, the next start finishes it. `invalid-input` for a wrong password,
   * `conflict` while an upload is being sent, `disk-full` when there is no room to note that it began; these change nothing.
   */
  deleteAllData: { input: z.object({ password: z.string().max(200).nullable() }), output: StorageStatus },
} as const
