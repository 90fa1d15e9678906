import type { Database, SqlValue } from '../database/database.ts'
import { batchColumns, toBatch, toUpload, type BatchColumns, type UploadColumns } from './journal-columns.ts'
import { selectBatches, selectUploads } from './journal-statements.ts'
import type { UploadRecord } from './upload-record.ts'

/**
 * The unfinished uploads in memory. Sending a batch asks for them several times and changes one of their batches: only this
 * one is read again.
 */
export type OpenUploads = ReturnType<typeof createOpenUploads>

export function createOpenUploads(database: Database) {
  let uploads: Map<string, UploadRecord> | null = null
  /** The batches that were changed since they were read, by upload. */
  const changed = new Map<string, Set<number>>()
  const forget = (): void => {
    uploads = null
  }
  database.watch('upload', ['id'], { changed: forget, undone: forget })
  // A draft that is kept for an upload (`UploadRecord.hasDraft`).
  database.watch('draft', ['upload_id'], {
    changed: (uploadId) => {
      if (uploadId !== null) forget()
    },
    undone: forget,
  })
  database.watch('upload_batch', ['upload_id', 'number'], {
    changed(uploadId: SqlValue, number: SqlValue) {
      const id = String(uploadId)
      const numbers = changed.get(id) ?? new Set()
      changed.set(id, numbers.add(Number(number)))
    },
    undone: forget,
  })

  const readAll = (): Map<string, UploadRecord> => {
    const found = selectUploads(database, 'finished_at IS NULL', 'position, id', [])
    return new Map(found.map((columns) => [columns.id, withBatches(database, columns)]))
  }

  /** The upload with its changed batches read again; null: it has others than before. */
  const refreshed = (upload: UploadRecord, numbers: ReadonlySet<number>): UploadRecord | null => {
    const batches = [...upload.batches]
    for (const number of numbers) {
      const at = batches.findIndex((batch) => batch.number === number)
      const columns = database.get<BatchColumns>(
        `SELECT ${batchColumns} FROM upload_batch WHERE upload_id = ? AND number = ?`,
        [upload.id, number],
      )
      if (at < 0 || !columns) return null
      batches[at] = toBatch(columns)
    }
    return { ...upload, batches }
  }

  const current = (): ReadonlyMap<string, UploadRecord> => {
    for (const [id, numbers] of changed) {
      const upload = uploads?.get(id)
      const next = upload && refreshed(upload, numbers)
      if (next) uploads?.set(id, next)
      else if (upload) forget()
    }
    changed.clear()
    return (uploads ??= readAll())
  }

  return {
    /** Of all connections, in the order of sending. */
    all: (): readonly UploadRecord[] => [...current().values()],
    find: (uploadId: string): UploadRecord | null => current().get(uploadId) ?? null,
  }
}

export const withBatches = (database: Database, columns: UploadColumns): UploadRecord =>
  toUpload(columns, selectBatches(database, columns.id).map(toBatch))
