import { z } from 'zod'
import type { ServiceUpload } from '../../contract/upload-history.ts'
import type { UploadBatch } from '../../contract/upload-batch.ts'
import type { Database } from '../database/database.ts'
import { parseJson } from '../database/parse-json.ts'
import { detailsOf } from '../details/details.ts'
import type { RemoteUpload } from '../service/service-client.ts'

/** What is saved of the service's record of a batch, beside its counters. */
const ServiceRecord = z.object({
  id: z.string(),
  createdAt: z.string().optional(),
  other: z.record(z.string(), z.unknown()).optional(),
})

/** What remains known of a batch after its state has changed. */
export function createBatchHistory(database: Database) {
  return {
    /** Saves the service's record of a batch. It stays when the batch is followed without it later. */
    saveServiceRecord(uploadId: string, batch: number, { id, createdAt, other }: RemoteUpload): void {
      const record = JSON.stringify({ id, createdAt, other })
      database.run(
        'UPDATE upload_batch SET service_record = ? WHERE upload_id = ? AND number = ? AND service_record IS NOT ?',
        [record, uploadId, batch, record],
      )
    },

    serviceUploads: (uploadId: string): ServiceUpload[] =>
      database
        .all<{ number: number; service_record: string }>(
          `SELECT number, coalesce(service_record, json_object('id', remote_id)) AS service_record FROM upload_batch
           WHERE upload_id = ? AND coalesce(service_record, remote_id) IS NOT NULL ORDER BY number`,
          [uploadId],
        )
        .map(({ number, service_record: record }) => {
          const { id, createdAt, other } = parseJson(ServiceRecord, record)
          return { batch: number, id, createdAt: createdAt || null, details: detailsOf(other ?? {}) }
        }),

    /** By batch, oldest first. */
    notes(uploadId: string): ReadonlyMap<number, UploadBatch['notes']> {
      const notes = new Map<number, UploadBatch['notes']>()
      for (const { batch, at, note } of database.all<{ batch: number; at: string; note: string }>(
        'SELECT batch, at, note FROM upload_batch_note WHERE upload_id = ? ORDER BY number',
        [uploadId],
      )) {
        notes.set(batch, [...(notes.get(batch) ?? []), { at, text: note }])
      }
      return notes
    },
  }
}
