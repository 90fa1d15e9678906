import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import { toHeader } from './journal-columns.ts'
import { selectUploads, withBatches } from './journal-statements.ts'
import { uploadsJoinedBy, withJoinedUploads } from './joined-uploads.ts'
import type { UploadRecord } from './upload-record.ts'
import type { UploadListPart } from '../../contract/upload-list.ts'

/** The size is learned again after this time. */
const sizeKnownMs = 30 * 24 * 60 * 60_000

/** Reads uploads and their batches; their rows: `journal-rows.ts`. An upload that is not published yet is not returned. */
export function createJournalQueries(database: Database, clock: Clock) {
  const uploadsWhere = (condition: string, order: string, params: string[]): UploadRecord[] =>
    selectUploads(database, condition, order, params).map((columns) => withBatches(database, columns))
  const find = (uploadId: string): UploadRecord | null => uploadsWhere('id = ?', 'id', [uploadId])[0] ?? null

  return {
    find,
    /** Newest first. */
    idsOf: (connectionId: string): UploadIds => readUploadIds(database, connectionId),
    /**
     * Uploads whose customers the list of customers may not have: they have not ended, or ended after `syncedAt` (ISO 8601; null:
     * there was no sync), or have rows without a result.
     */
    inFlight(connectionId: string, region: Region, syncedAt: string | null): UploadRecord[] {
      const unlisted = database.values<string>(
        `SELECT DISTINCT upload_id FROM upload_batch INDEXED BY upload_batch_unlisted
         WHERE rows > accepted + failed + not_processed + not_sent`,
      )
      const later = database.values<string>(
        `SELECT id FROM upload INDEXED BY upload_list
         WHERE connection_id = ? AND region = ? AND finished_at > coalesce(?, '')`,
        [connectionId, region, syncedAt],
      )
      return [...new Set([...unlisted, ...later])]
        .flatMap((id) => find(id) ?? [])
        .filter((upload) => upload.connectionId === connectionId && upload.region === region)
    },
    /** The uploads of a file of any connection, newest first. */
    ofFile: (fileHash: string): UploadRecord[] => uploadsWhere('file_hash = ?', 'created_at DESC, id DESC', [fileHash]),
    /** Uploads of a connection that the user has undone. */
    undoneIds: (connectionId: string): string[] =>
      database.values<string>('SELECT id FROM upload WHERE connection_id = ? AND undone_at IS NOT NULL', [
        connectionId,
      ]),
    /** In the order of sending. */
    unfinished: (connectionId: string): UploadRecord[] =>
      uploadsWhere('connection_id = ? AND finished_at IS NULL', 'position, id', [connectionId]),
    connectionsWithWork: (): string[] =>
      database.values<string>(
        "SELECT DISTINCT connection_id FROM upload WHERE finished_at IS NULL AND state <> 'preparing'",
      ),
    /**
     * The batch size that this connection's service accepts, learned from refusals for size; null: none was refused of late. A refusal that
     * only looked like one must not make batches small for ever.
     */
    sizeLearned: (connectionId: string): number | null =>
      database.value<number>(
        'SELECT min(batch_size) FROM upload WHERE connection_id = ? AND too_large_seen = 1 AND created_at > ?',
        [connectionId, new Date(clock.now().getTime() - sizeKnownMs).toISOString()],
      ),

    /** See `uploadsJoinedBy`. */
    joinedBy: (uploadId: string): string[] => uploadsJoinedBy(database, uploadId),
    /** The upload with those that joined it. */
    withJoined: (uploadId: string): UploadRecord[] =>
      withJoinedUploads(database, [uploadId]).flatMap((id) => find(id) ?? []),

    header: (uploadId: string): string[] =>
      toHeader(database.value<string>('SELECT header FROM upload WHERE id = ?', [uploadId]) ?? '[]'),
  }
}

/** The ids of a connection's uploads, newest first. */
export interface UploadIds extends Readonly<Record<Exclude<UploadListPart, 'open'>, readonly string[]>> {
  readonly all: readonly string[]
}

interface OrderColumns {
  readonly id: string
  readonly finished_at: string | null
  readonly removed_at: string | null
}

function readUploadIds(database: Database, connectionId: string): UploadIds {
  const [all, ended, removed]: [string[], string[], string[]] = [[], [], []]
  // Read from the index alone: the rows of uploads are wide.
  const rows = database.each<OrderColumns>(
    `SELECT id, finished_at, removed_at FROM upload INDEXED BY upload_list
     WHERE connection_id = ? AND state <> 'preparing' ORDER BY created_at DESC, id DESC`,
    [connectionId],
  )
  for (const { id, finished_at: finishedAt, removed_at: removedAt } of rows) {
    all.push(id)
    if (removedAt !== null) removed.push(id)
    else if (finishedAt !== null) ended.push(id)
  }
  return { all, ended, removed }
}
