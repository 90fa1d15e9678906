import type { RowOutcome, UploadRow } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { CustomerInput } from '../service/service-client.ts'
import { toBatch, toCells, toInput, toUpload, type UploadColumns } from './journal-columns.ts'
import { selectBatches } from './journal-statements.ts'
import type { UploadRecord } from './upload-record.ts'

/** A row of an unfinished batch. */
export interface OpenRow {
  readonly row: number
  readonly input: CustomerInput
}

/** A row with its cells from the file, and why it is not a customer. */
export interface RemainderRow {
  readonly row: number
  readonly original: readonly string[]
  readonly reason: string
}

/** Reads the journal. An upload that is not published yet is not returned. */
export interface JournalQueries {
  find(uploadId: string): UploadRecord | null
  /** Newest first. */
  ofConnection(connectionId: string): UploadRecord[]
  /** The uploads of a file of any connection, newest first. */
  ofFile(fileHash: string): UploadRecord[]
  /** Uploads of a connection that the user has undone. */
  undoneIds(connectionId: string): string[]
  /** In the order of sending. */
  unfinished(connectionId: string): UploadRecord[]
  connectionsWithWork(): string[]
  /** The batch size that this connection's service accepts, learned from refusals for size; null: none was refused. */
  sizeLearned(connectionId: string): number | null

  openRows(uploadId: string, batch: number): OpenRow[]
  /** The rows of an upload that are, or can still become, customers. */
  inputs(uploadId: string): IterableIterator<CustomerInput>
  /** The customers of an upload's accepted rows. */
  customerIds(uploadId: string): ReadonlySet<string>
  /** What was sent for a row; null when it is not in a batch. */
  inputOf(uploadId: string, row: number): CustomerInput | null
  rows(
    uploadId: string,
    outcome: RowOutcome | null,
    offset: number,
    limit: number,
  ): { total: number; rows: UploadRow[] }
  header(uploadId: string): string[]
  /** The rows of an outcome; null: those that did not become customers and will not. */
  remainder(uploadId: string, outcome: RowOutcome | null): RemainderRow[]
}

export function createJournalQueries(database: Database): JournalQueries {
  const record = (columns: UploadColumns): UploadRecord =>
    toUpload(columns, selectBatches(database, columns.id).map(toBatch))
  const uploadsWhere = (condition: string, order: string, params: string[]): UploadRecord[] =>
    database
      .all<UploadColumns>(
        `SELECT *, EXISTS (SELECT 1 FROM draft d WHERE d.upload_id = upload.id) AS has_draft FROM upload
         WHERE state <> 'preparing' AND ${condition} ORDER BY ${order}`,
        params,
      )
      .map(record)
  /** The outcome of a row as it is shown; until it is stored, its batch says it. */
  const shown = `coalesce(r.outcome, CASE WHEN b.state IN ('planned', 'refused') THEN 'pending' ELSE 'in-process' END)`
  const rowsFrom = 'FROM upload_row r LEFT JOIN upload_batch b ON b.upload_id = r.upload_id AND b.number = r.batch'
  const find = (uploadId: string): UploadRecord | null => uploadsWhere('id = ?', 'id', [uploadId])[0] ?? null

  return {
    find,
    ofConnection: (connectionId) => uploadsWhere('connection_id = ?', 'created_at DESC, id DESC', [connectionId]),
    ofFile: (fileHash) => uploadsWhere('file_hash = ?', 'created_at DESC, id DESC', [fileHash]),
    undoneIds: (connectionId) =>
      database
        .all<{ id: string }>('SELECT id FROM upload WHERE connection_id = ? AND undone_at IS NOT NULL', [connectionId])
        .map(({ id }) => id),
    unfinished: (connectionId) =>
      uploadsWhere('connection_id = ? AND finished_at IS NULL', 'position, id', [connectionId]),
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

    // The index is named because the planner would otherwise read all rows of the upload.
    openRows: (uploadId, batch) =>
      database
        .all<{ row: number; body: string }>(
          'SELECT row, body FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? ORDER BY row',
          [uploadId, batch],
        )
        .map(({ row, body }) => ({ row, input: toInput(body) })),

    customerIds: (uploadId) =>
      new Set(
        database
          .all<{ id: string }>(
            'SELECT customer_id AS id FROM upload_row WHERE upload_id = ? AND customer_id IS NOT NULL',
            [uploadId],
          )
          .map(({ id }) => id),
      ),

    inputOf(uploadId, row) {
      const found = database.get<{ body: string | null }>(
        'SELECT body FROM upload_row WHERE upload_id = ? AND row = ? AND batch IS NOT NULL',
        [uploadId, row],
      )
      const body = found?.body ?? null
      return body === null ? null : toInput(body)
    },

    *inputs(uploadId) {
      for (const { body } of database.each<{ body: string }>(
        `SELECT body FROM upload_row WHERE upload_id = ? AND body IS NOT NULL AND (outcome IS NULL OR outcome = 'accepted')`,
        [uploadId],
      )) {
        yield toInput(body)
      }
    },

    rows(uploadId, outcome, offset, limit) {
      const condition = outcome === null ? 'r.upload_id = ?' : `r.upload_id = ? AND ${shown} = ?`
      const params = outcome === null ? [uploadId] : [uploadId, outcome]
      const total =
        database.get<{ total: number }>(`SELECT count(*) AS total ${rowsFrom} WHERE ${condition}`, params)?.total ?? 0
      const found = database.all<{
        row: number
        outcome: RowOutcome
        reason: string | null
        customer_id: string | null
        body: string | null
      }>(
        `SELECT r.row, ${shown} AS outcome, r.reason, r.customer_id, r.body ${rowsFrom} WHERE ${condition} ORDER BY r.row LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      )
      return {
        total,
        rows: found.map((row) => {
          const input = row.body === null ? {} : toInput(row.body)
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
      toCells(database.get<{ header: string }>('SELECT header FROM upload WHERE id = ?', [uploadId])?.header ?? '[]'),

    remainder: (uploadId, outcome) =>
      database
        .all<{ row: number; original: string; reason: string | null }>(
          `SELECT r.row, r.original, r.reason ${rowsFrom} WHERE r.upload_id = ?
             AND ${outcome === null ? `r.outcome IN ('failed', 'not-processed', 'not-sent', 'left-out')` : `${shown} = ?`}
           ORDER BY r.row`,
          outcome === null ? [uploadId] : [uploadId, outcome],
        )
        .map(({ row, original, reason }) => ({
          row,
          original: toCells(original),
          reason: reason ?? '',
        })),
  }
}
