import type { RowOutcome, UploadRow } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { CustomerInput } from '../service/service-client.ts'
import { toBatch, toUpload, type BatchColumns, type UploadColumns } from './journal-columns.ts'
import type { UploadRecord } from './upload-record.ts'

/** A row of a batch that is not result yet. */
export interface OpenRow {
  readonly row: number
  readonly input: CustomerInput
}

/** A row that did not become a customer, as it stood in the file. */
export interface RemainderRow {
  readonly row: number
  readonly original: readonly string[]
  readonly reason: string
}

/** What the journal holds. An upload that is still being entered is not seen. */
export interface JournalQueries {
  find(uploadId: string): UploadRecord | null
  /** Newest first. */
  ofConnection(connectionId: string): UploadRecord[]
  /** In the order in which they were made. */
  unfinished(connectionId: string): UploadRecord[]
  connectionsWithWork(): string[]
  /** The smallest batch that the service of this connection was told to take after a refusal for size; null: none yet. */
  sizeLearned(connectionId: string): number | null

  openRows(uploadId: string, batch: number): OpenRow[]
  /** What was sent, or is going to be, of an upload; without the rows that became no customer. */
  inputs(uploadId: string): IterableIterator<CustomerInput>
  rows(
    uploadId: string,
    outcome: RowOutcome | null,
    offset: number,
    limit: number,
  ): { total: number; rows: UploadRow[] }
  header(uploadId: string): string[]
  remainder(uploadId: string): RemainderRow[]
}

export function createJournalQueries(database: Database): JournalQueries {
  const batchesOf = (uploadId: string): BatchColumns[] =>
    database.all<BatchColumns>('SELECT * FROM upload_batch WHERE upload_id = ? ORDER BY number', [uploadId])
  const record = (columns: UploadColumns): UploadRecord => toUpload(columns, batchesOf(columns.id).map(toBatch))
  const uploadsWhere = (condition: string, order: string, params: string[]): UploadRecord[] =>
    database
      .all<UploadColumns>(`SELECT * FROM upload WHERE state <> 'preparing' AND ${condition} ORDER BY ${order}`, params)
      .map(record)
  const find = (uploadId: string): UploadRecord | null => uploadsWhere('id = ?', 'id', [uploadId])[0] ?? null

  return {
    find,
    ofConnection: (connectionId) => uploadsWhere('connection_id = ?', 'created_at DESC, id DESC', [connectionId]),
    unfinished: (connectionId) =>
      uploadsWhere('connection_id = ? AND finished_at IS NULL', 'created_at, id', [connectionId]),
    connectionsWithWork: () =>
      database
        .all<{ id: string }>(
          `SELECT DISTINCT connection_id AS id FROM upload WHERE finished_at IS NULL AND state <> 'preparing'`,
        )
        .map(({ id }) => id),
    sizeLearned: (connectionId) =>
      database.get<{ size: number | null }>(
        'SELECT min(batch_size) AS size FROM upload WHERE connection_id = ? AND too_large_seen = 1',
        [connectionId],
      )?.size ?? null,

    // Named, because the planner would rather read all rows of the upload in their order than those of one batch.
    openRows: (uploadId, batch) =>
      database
        .all<{ row: number; body: string }>(
          'SELECT row, body FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? ORDER BY row',
          [uploadId, batch],
        )
        .map(({ row, body }) => ({ row, input: JSON.parse(body) as CustomerInput })),

    *inputs(uploadId) {
      for (const { body } of database.each<{ body: string }>(
        `SELECT body FROM upload_row WHERE upload_id = ? AND body IS NOT NULL AND (outcome IS NULL OR outcome = 'accepted')`,
        [uploadId],
      )) {
        yield JSON.parse(body) as CustomerInput
      }
    },

    rows(uploadId, outcome, offset, limit) {
      const shown = `coalesce(r.outcome, CASE WHEN b.state IN ('planned', 'refused') THEN 'pending' ELSE 'in-process' END)`
      const from = 'FROM upload_row r LEFT JOIN upload_batch b ON b.upload_id = r.upload_id AND b.number = r.batch'
      const condition = outcome === null ? 'r.upload_id = ?' : `r.upload_id = ? AND ${shown} = ?`
      const params = outcome === null ? [uploadId] : [uploadId, outcome]
      const total =
        database.get<{ total: number }>(`SELECT count(*) AS total ${from} WHERE ${condition}`, params)?.total ?? 0
      const found = database.all<{
        row: number
        outcome: RowOutcome
        reason: string | null
        customer_id: string | null
        body: string | null
      }>(
        `SELECT r.row, ${shown} AS outcome, r.reason, r.customer_id, r.body ${from} WHERE ${condition} ORDER BY r.row LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      )
      return {
        total,
        rows: found.map((row) => {
          const input = row.body === null ? {} : (JSON.parse(row.body) as CustomerInput)
          return {
            row: row.row,
            outcome: row.outcome,
            reason: row.reason,
            customerId: row.customer_id,
            rego: input.rego ?? null,
            vin: input.vin ?? null,
            clientName: input.client_name ?? null,
          }
        }),
      }
    },

    header: (uploadId) =>
      JSON.parse(
        database.get<{ header: string }>('SELECT header FROM upload WHERE id = ?', [uploadId])?.header ?? '[]',
      ) as string[],

    remainder: (uploadId) =>
      database
        .all<{ row: number; original: string; reason: string | null }>(
          `SELECT row, original, reason FROM upload_row
           WHERE upload_id = ? AND outcome IN ('failed', 'not-processed', 'not-sent', 'left-out') ORDER BY row`,
          [uploadId],
        )
        .map(({ row, original, reason }) => ({
          row,
          original: JSON.parse(original) as string[],
          reason: reason ?? '',
        })),
  }
}
