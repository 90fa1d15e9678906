import type { Database } from '../database/database.ts'
import { toBatch, toUpload, type UploadColumns } from './journal-columns.ts'
import { selectBatches, selectUploads } from './journal-statements.ts'
import type { UploadRecord } from './upload-record.ts'

/** The unfinished uploads in memory until one of them changes: each step of sending and following asks for them several times. */
export function createOpenUploads(database: Database) {
  let uploads: ReadonlyMap<string, UploadRecord> | null = null
  const forget = (): void => {
    uploads = null
  }
  const listener = { changed: forget, undone: forget }
  database.watch('upload', ['id'], listener)
  database.watch('upload_batch', ['upload_id'], listener)
  // A draft that is kept for an upload (`UploadRecord.hasDraft`).
  database.watch('draft', ['upload_id'], {
    changed: (uploadId) => {
      if (uploadId !== null) forget()
    },
    undone: forget,
  })

  const current = (): ReadonlyMap<string, UploadRecord> => {
    uploads ??= new Map(
      selectUploads(database, 'finished_at IS NULL', 'position, id', []).map((columns) => [
        columns.id,
        withBatches(database, columns),
      ]),
    )
    return uploads
  }

  return {
    /** Of all connections, in the order of sending. */
    all: (): readonly UploadRecord[] => [...current().values()],
    find: (uploadId: string): UploadRecord | null => current().get(uploadId) ?? null,
  }
}

export const withBatches = (database: Database, columns: UploadColumns): UploadRecord =>
  toUpload(columns, selectBatches(database, columns.id).map(toBatch))
