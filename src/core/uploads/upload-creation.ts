import type { Region } from '../../contract/region.ts'
import type { ImportOptions } from '../../contract/import-options.ts'
import type { Database } from '../database/database.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import type { Clock } from '../ports/clock.ts'
import type { StoredOverride } from '../drafts/model/overrides.ts'
import type { RowPacks } from './row-packs.ts'
import type { KnownCustomers } from '../../contract/column-choices.ts'

/** A new upload: all properties that do not change later, and the size of its first batches. */
export interface NewUpload {
  readonly id: string
  readonly connectionId: string
  readonly region: Region
  readonly name: string
  readonly fileName: string
  readonly lookUpMissingVins: boolean
  readonly referenceKey: string | null
  readonly header: readonly string[]
  readonly rowsInFile: number
  readonly rowsExcluded: number
  readonly rowsUpdated: number
  readonly rowsWithErrors: number
  readonly rowsSkipped: number
  readonly paidLookups: number
  readonly batchSize: number
  readonly knownCustomers: KnownCustomers | null
  readonly listCheckedAt: string | null
  readonly listAgeConfirmed: boolean
  readonly fileHash: string | null
  readonly userName: string | null
  /** Who started it; null or absent: not known. */
  readonly personId?: string | null
  /** The watched folder that sent it without a person; null or absent: none. */
  readonly folderName?: string | null
  readonly options: ImportOptions | null
  /** What the user decided about values; see `fixesOf`. */
  readonly fixes: readonly StoredOverride[]
  /** The upload that its rows join; null: none. */
  readonly corrects: string | null
}

/** How an upload is added to the journal: in pieces, and visible only after `publish`. */
export function createUploadCreation(database: Database, clock: Clock, packs: Pick<RowPacks, 'add'>) {
  return {
    /** Adds an upload that no query returns until `publish`. */
    begin(upload: NewUpload): void {
      const { header, options, fixes, personId = null, folderName = null, ...plain } = upload
      database.run(
        `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key, header, rows_in_file,
           rows_excluded, rows_updated, rows_with_errors, rows_skipped, paid_lookups, batch_size, known_customers, list_checked_at, list_age_confirmed,
           file_hash, user_name, person_id, options, corrects, fixes, connection_name, folder_name, state, created_at)
         VALUES ($id, $connectionId, $region, $name, $fileName, $lookUpMissingVins, $referenceKey, $header, $rowsInFile,
           $rowsExcluded, $rowsUpdated, $rowsWithErrors, $rowsSkipped, $paidLookups, $batchSize, $knownCustomers, $listCheckedAt, $listAgeConfirmed,
           $fileHash, $userName, $personId, $options, $corrects, $fixes, (SELECT name FROM connection WHERE id = $connectionId), $folderName,
           'preparing', $createdAt)`,
        {
          ...plain,
          personId,
          folderName,
          lookUpMissingVins: plain.lookUpMissingVins ? 1 : 0,
          listAgeConfirmed: plain.listAgeConfirmed ? 1 : 0,
          header: JSON.stringify(header),
          options: options && JSON.stringify(options),
          fixes: fixes.length === 0 ? null : JSON.stringify(fixes),
          createdAt: clock.now().toISOString(),
        },
      )
    },

    /** Adds a batch, or rows that are not sent (`batch` is null). */
    addPack: packs.add,

    /** Makes the upload visible and calls `inTransaction` in the same transaction. `batches`: the number of rows of each batch. */
    publish(uploadId: string, batches: readonly number[], inTransaction: () => void): void {
      database.transaction(() => {
        // First, so that the other uploads are counted without this one.
        inTransaction()
        database.run(
          `INSERT INTO upload_batch (upload_id, number, state, rows) SELECT ?, key + 1, 'planned', value FROM json_each(?)`,
          [uploadId, JSON.stringify(batches)],
        )
        database.run(
          `UPDATE upload SET state = 'open', position = (SELECT max(position) + 1 FROM upload WHERE finished_at IS NULL) WHERE id = ?`,
          [uploadId],
        )
        noteTeamWork(database, 'upload', [uploadId])
      })
    },

    /** Removes one or all uploads that were begun and not published. Their drafts still exist. */
    discardUnpublished(uploadId?: string): void {
      database.run(`DELETE FROM upload WHERE state = 'preparing' AND id = coalesce(?, id)`, [uploadId ?? null])
    },

    /** Removes all published uploads of a connection. */
    forgetConnection(connectionId: string): void {
      const published = `FROM upload WHERE connection_id = ? AND state <> 'preparing'`
      database.transaction(() => {
        noteTeamWork(database, 'upload', database.values<string>(`SELECT id ${published}`, [connectionId]))
        database.run(`DELETE ${published}`, [connectionId])
      })
    },
  }
}
