import { assertNever, type Failure } from '../../contract/result.ts'
import type { Region } from '../../contract/region.ts'
import type { RowOutcome, UploadRow } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { CustomerInput, RemoteUpload } from '../service/service-client.ts'
import { isSettled } from './decisions.ts'
import { toBatch, toUpload, type BatchColumns, type UploadColumns } from './journal-columns.ts'
import type { Counters, Settled, UploadRecord } from './upload-record.ts'

/** An upload as it is entered: all that does not change afterwards, and the size of its first batches. */
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
  readonly rowsLeftOut: number
  readonly paidLookups: number
  readonly batchSize: number
  readonly tooLargeSeen: boolean
}

/** A row as it is entered: in a batch with what is sent, or left out with the reason. */
export type NewRow = { readonly row: number; readonly original: readonly string[] } & (
  | { readonly batch: number; readonly input: CustomerInput }
  | { readonly batch: null; readonly reason: string }
)

/** A row of a batch that is not settled yet. */
export interface OpenRow {
  readonly row: number
  readonly input: CustomerInput
}

/** What became of one row. */
export interface RowSettlement {
  readonly row: number
  readonly outcome: 'accepted' | 'failed' | 'not-processed'
  readonly reason: string | null
  readonly customerId: string | null
}

/** A row that did not become a customer, as it stood in the file. */
export interface RemainderRow {
  readonly row: number
  readonly original: readonly string[]
  readonly reason: string
}

/**
 * The journal of uploads: what was to be sent, what was sent and what became of it. Each method is one durable transaction, so that a
 * program that is killed finds itself before or after it, never between. The sums hold after each.
 */
export interface Journal {
  /** Enters an upload that nothing sees until `publish`. */
  begin(upload: NewUpload): void
  addRows(uploadId: string, rows: readonly NewRow[]): void
  /** Makes it real, together with `alongside` (the removal of its draft). */
  publish(uploadId: string, alongside: () => void): void
  /** Removes what was begun and never published (one, or all): the program ended in between, and the draft is still there. */
  discardUnpublished(uploadId?: string): void
  /** Removes all uploads of a connection, but for what is just being entered. */
  forgetConnection(connectionId: string): void

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

  markSending(uploadId: string, batch: number): void
  markAccepted(uploadId: string, batch: number, remote: RemoteUpload): void
  markUnknown(uploadId: string, batch: number, note: string): void
  /** It was certainly not taken: planned again, or not sent at all when she has cancelled meanwhile. */
  markPlanned(
    uploadId: string,
    batch: number,
    options: { readonly resend: boolean; readonly note: string | null },
  ): void
  markRefused(uploadId: string, batch: number, failure: Failure): void
  /** Cuts this batch and all that follow it into batches of half its size. */
  halve(uploadId: string, batch: number): void
  /** Cuts this batch alone in two, for a refusal that is perhaps not for its size but for one of its rows. */
  split(uploadId: string, batch: number): void
  /** The batch arrived, under an upload id that is not known. */
  markFound(uploadId: string, batch: number, note: string): void
  /** Its upload id is no longer known to the service: followed by its references from here. */
  forgetRemote(uploadId: string, batch: number): void
  saveCounters(uploadId: string, batch: number, counters: Counters, cancelAsked: boolean): void
  settle(uploadId: string, batch: number, state: 'complete' | 'cancelled', rows: readonly RowSettlement[]): void
  /** She says that a batch arrived of which nothing else is known. */
  settleUnseen(uploadId: string, batch: number, note: string): void
  /** Rows that were found at the service after their batch had been settled without them, or under another id. */
  correct(uploadId: string, found: readonly { readonly row: number; readonly customerId: string }[]): void
  /** Written before the copy is deleted at the service. Returns how many rows of this upload had a second copy so far. */
  noteTwin(uploadId: string, row: number, duplicateId: string): number

  stop(uploadId: string, failure: Failure): void
  /** Back to work: refused batches are planned again. */
  reopen(uploadId: string): void
  /** What was not sent is not going to be. */
  requestCancel(uploadId: string): void
  finish(uploadId: string): void
}

const cancelledReason = 'Cancelled before it was sent.'

export function createJournal(database: Database, clock: Clock): Journal {
  const batchesOf = (uploadId: string): BatchColumns[] =>
    database.all<BatchColumns>('SELECT * FROM upload_batch WHERE upload_id = ? ORDER BY number', [uploadId])
  const record = (columns: UploadColumns): UploadRecord => toUpload(columns, batchesOf(columns.id).map(toBatch))
  const uploadsWhere = (condition: string, order: string, params: string[]): UploadRecord[] =>
    database
      .all<UploadColumns>(`SELECT * FROM upload WHERE state <> 'preparing' AND ${condition} ORDER BY ${order}`, params)
      .map(record)
  const find = (uploadId: string): UploadRecord | null => uploadsWhere('id = ?', 'id', [uploadId])[0] ?? null

  const setState = (uploadId: string, batch: number, state: string, note: string | null): void => {
    const { changes } = database.run('UPDATE upload_batch SET state = ?, note = ? WHERE upload_id = ? AND number = ?', [
      state,
      note,
      uploadId,
      batch,
    ])
    if (changes !== 1) throw new Error('A batch of an upload is missing from the journal')
  }

  /** Ends planned and refused batches of an upload that she has cancelled. */
  const cancelUnsent = (uploadId: string): void => {
    if (!find(uploadId)?.cancelRequested) return
    database.run(
      `UPDATE upload_row SET outcome = 'not-sent', reason = coalesce(
         (SELECT b.note FROM upload_batch b WHERE b.upload_id = upload_row.upload_id AND b.number = upload_row.batch AND b.state = 'refused'), ?)
       WHERE upload_id = ? AND outcome IS NULL
         AND batch IN (SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'refused'))`,
      [cancelledReason, uploadId, uploadId],
    )
    database.run(
      `UPDATE upload_batch SET state = 'cancelled', not_sent = rows WHERE upload_id = ? AND state IN ('planned', 'refused')`,
      [uploadId],
    )
  }

  /** Works the sums of a settled batch out of its rows again. */
  const sumUp = (uploadId: string, batch: number): void => {
    const sums: Record<keyof Settled, number> = { accepted: 0, failed: 0, notProcessed: 0, notSent: 0 }
    const counted = database.all<{ outcome: RowOutcome | null; rows: number }>(
      'SELECT outcome, count(*) AS rows FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? GROUP BY outcome',
      [uploadId, batch],
    )
    for (const { outcome, rows } of counted) {
      switch (outcome) {
        case 'accepted':
        case 'failed':
          sums[outcome] = rows
          break
        case 'not-processed':
          sums.notProcessed = rows
          break
        case 'not-sent':
          sums.notSent = rows
          break
        case 'pending':
        case 'in-process':
        case 'left-out':
        case null:
          throw new Error('A settled batch holds a row that is not settled')
        default:
          assertNever(outcome)
      }
    }
    database.run(
      'UPDATE upload_batch SET accepted = ?, failed = ?, not_processed = ?, not_sent = ? WHERE upload_id = ? AND number = ?',
      [sums.accepted, sums.failed, sums.notProcessed, sums.notSent, uploadId, batch],
    )
  }

  return {
    begin(upload) {
      database.run(
        `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key, header, rows_in_file,
           rows_left_out, paid_lookups, batch_size, too_large_seen, state, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'preparing', ?)`,
        [
          upload.id,
          upload.connectionId,
          upload.region,
          upload.name,
          upload.fileName,
          upload.lookUpMissingVins ? 1 : 0,
          upload.referenceKey,
          JSON.stringify(upload.header),
          upload.rowsInFile,
          upload.rowsLeftOut,
          upload.paidLookups,
          upload.batchSize,
          upload.tooLargeSeen ? 1 : 0,
          clock.now().toISOString(),
        ],
      )
    },

    addRows(uploadId, rows) {
      database.transaction(() => {
        for (const row of rows) {
          const isSent = row.batch !== null
          database.run(
            'INSERT INTO upload_row (upload_id, row, batch, body, original, outcome, reason) VALUES (?, ?, ?, ?, ?, ?, ?)',
            [
              uploadId,
              row.row,
              row.batch,
              isSent ? JSON.stringify(row.input) : null,
              JSON.stringify(row.original),
              isSent ? null : 'left-out',
              isSent ? null : row.reason,
            ],
          )
        }
      })
    },

    publish(uploadId, alongside) {
      database.transaction(() => {
        database.run(
          `INSERT INTO upload_batch (upload_id, number, state, rows)
           SELECT upload_id, batch, 'planned', count(*) FROM upload_row WHERE upload_id = ? AND batch IS NOT NULL GROUP BY batch`,
          [uploadId],
        )
        database.run(`UPDATE upload SET state = 'open' WHERE id = ?`, [uploadId])
        alongside()
      })
    },

    discardUnpublished(uploadId) {
      database.run(`DELETE FROM upload WHERE state = 'preparing' AND id = coalesce(?, id)`, [uploadId ?? null])
    },

    forgetConnection(connectionId) {
      database.run(`DELETE FROM upload WHERE connection_id = ? AND state <> 'preparing'`, [connectionId])
    },

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

    markSending: (uploadId, batch) => setState(uploadId, batch, 'sending', null),

    markAccepted(uploadId, batch, remote) {
      database.transaction(() => {
        setState(uploadId, batch, 'processing', null)
        database.run(
          'UPDATE upload_batch SET remote_id = ?, uploaded = ?, processed = ?, errors = ? WHERE upload_id = ? AND number = ?',
          [remote.id, remote.uploaded, remote.processed, remote.errors, uploadId, batch],
        )
      })
    },

    markUnknown: (uploadId, batch, note) => setState(uploadId, batch, 'unknown', note),

    markPlanned(uploadId, batch, { resend, note }) {
      database.transaction(() => {
        setState(uploadId, batch, 'planned', note)
        if (resend)
          database.run('UPDATE upload_batch SET resent = 1 WHERE upload_id = ? AND number = ?', [uploadId, batch])
        cancelUnsent(uploadId)
      })
    },

    markRefused(uploadId, batch, failure) {
      database.transaction(() => {
        setState(uploadId, batch, 'refused', failure.message)
        database.run(`UPDATE upload SET state = 'stopped', failure = ? WHERE id = ?`, [
          JSON.stringify(failure),
          uploadId,
        ])
        cancelUnsent(uploadId)
        // A cancelled upload has nothing left that she could mend: it goes on to its end.
        database.run(`UPDATE upload SET state = 'open', failure = NULL WHERE id = ? AND cancel_requested = 1`, [
          uploadId,
        ])
      })
    },

    halve(uploadId, batch) {
      database.transaction(() => {
        const recut = batchesOf(uploadId).filter(({ number, state }) => number === batch || state === 'planned')
        const size = Math.max(1, Math.floor((recut.find(({ number }) => number === batch)?.rows ?? 2) / 2))
        const resent = recut.some((each) => each.resent === 1) ? 1 : 0
        const rows = database.all<{ row: number }>(
          `SELECT row FROM upload_row WHERE upload_id = ? AND outcome IS NULL AND (batch = ? OR batch IN
             (SELECT number FROM upload_batch WHERE upload_id = ? AND state = 'planned')) ORDER BY row`,
          [uploadId, batch, uploadId],
        )
        for (const { number } of recut) {
          database.run('DELETE FROM upload_batch WHERE upload_id = ? AND number = ?', [uploadId, number])
        }
        rows.forEach(({ row }, index) => {
          database.run('UPDATE upload_row SET batch = ? WHERE upload_id = ? AND row = ?', [
            batch + Math.floor(index / size),
            uploadId,
            row,
          ])
        })
        for (let first = 0; first < rows.length; first += size) {
          database.run(
            `INSERT INTO upload_batch (upload_id, number, state, rows, resent) VALUES (?, ?, 'planned', ?, ?)`,
            [uploadId, batch + first / size, Math.min(size, rows.length - first), resent],
          )
        }
        database.run('UPDATE upload SET batch_size = ?, too_large_seen = 1 WHERE id = ?', [size, uploadId])
        cancelUnsent(uploadId)
      })
    },

    split(uploadId, batch) {
      database.transaction(() => {
        const found = batchesOf(uploadId).find(({ number }) => number === batch)
        if (!found || found.rows < 2) throw new Error('A batch of one row cannot be split')
        const kept = Math.ceil(found.rows / 2)
        const second = database.all<{ row: number }>(
          'SELECT row FROM upload_row INDEXED BY upload_row_batch WHERE upload_id = ? AND batch = ? ORDER BY row LIMIT -1 OFFSET ?',
          [uploadId, batch, kept],
        )
        database.run('UPDATE upload_row SET batch = batch + 1 WHERE upload_id = ? AND batch > ?', [uploadId, batch])
        // By way of negative numbers, for no two may be the same at any moment.
        database.run('UPDATE upload_batch SET number = -number - 1 WHERE upload_id = ? AND number > ?', [
          uploadId,
          batch,
        ])
        database.run('UPDATE upload_batch SET number = -number WHERE upload_id = ? AND number < 0', [uploadId])
        for (const { row } of second) {
          database.run('UPDATE upload_row SET batch = ? WHERE upload_id = ? AND row = ?', [batch + 1, uploadId, row])
        }
        database.run(
          `INSERT INTO upload_batch (upload_id, number, state, rows, resent) VALUES (?, ?, 'planned', ?, ?)`,
          [uploadId, batch + 1, second.length, found.resent],
        )
        database.run(
          `UPDATE upload_batch SET state = 'planned', rows = ?, note = NULL WHERE upload_id = ? AND number = ?`,
          [kept, uploadId, batch],
        )
        cancelUnsent(uploadId)
      })
    },

    markFound: (uploadId, batch, note) => setState(uploadId, batch, 'processing', note),

    forgetRemote(uploadId, batch) {
      database.run('UPDATE upload_batch SET remote_id = NULL WHERE upload_id = ? AND number = ?', [uploadId, batch])
    },

    saveCounters(uploadId, batch, counters, cancelAsked) {
      database.run(
        'UPDATE upload_batch SET uploaded = ?, processed = ?, errors = ?, cancel_asked = ? WHERE upload_id = ? AND number = ?',
        [counters.uploaded, counters.processed, counters.errors, cancelAsked ? 1 : 0, uploadId, batch],
      )
    },

    settle(uploadId, batch, state, rows) {
      database.transaction(() => {
        for (const row of rows) {
          database.run(
            'UPDATE upload_row SET outcome = ?, reason = ?, customer_id = ? WHERE upload_id = ? AND row = ? AND batch = ?',
            [row.outcome, row.reason, row.customerId, uploadId, row.row, batch],
          )
        }
        database.run('UPDATE upload_batch SET state = ? WHERE upload_id = ? AND number = ?', [state, uploadId, batch])
        sumUp(uploadId, batch)
      })
    },

    settleUnseen(uploadId, batch, note) {
      database.transaction(() => {
        setState(uploadId, batch, 'complete', note)
        database.run(`UPDATE upload_row SET outcome = 'accepted' WHERE upload_id = ? AND batch = ?`, [uploadId, batch])
        sumUp(uploadId, batch)
      })
    },

    correct(uploadId, found) {
      database.transaction(() => {
        const changed = new Set<number>()
        for (const { row, customerId } of found) {
          const known = database.get<{ batch: number; outcome: RowOutcome | null; customer_id: string | null }>(
            'SELECT batch, outcome, customer_id FROM upload_row WHERE upload_id = ? AND row = ? AND batch IS NOT NULL',
            [uploadId, row],
          )
          if (!known || (known.outcome === 'accepted' && known.customer_id === customerId)) continue
          database.run(
            `UPDATE upload_row SET outcome = 'accepted', reason = NULL, customer_id = ? WHERE upload_id = ? AND row = ?`,
            [customerId, uploadId, row],
          )
          changed.add(known.batch)
        }
        for (const batch of changed) sumUp(uploadId, batch)
      })
    },

    noteTwin(uploadId, row, duplicateId) {
      return database.transaction(() => {
        database.run('UPDATE upload_row SET duplicate_id = ? WHERE upload_id = ? AND row = ?', [
          duplicateId,
          uploadId,
          row,
        ])
        const { batch, rows } = database.get<{ batch: number; rows: number }>(
          `SELECT batch, (SELECT count(*) FROM upload_row t INDEXED BY upload_row_batch WHERE t.upload_id = r.upload_id AND t.batch = r.batch AND t.duplicate_id IS NOT NULL) AS rows
           FROM upload_row r WHERE upload_id = ? AND row = ?`,
          [uploadId, row],
        ) ?? { batch: 0, rows: 0 }
        const note =
          rows === 1
            ? 'One row had reached the service twice after an answer was lost. The second copy was deleted.'
            : `${rows} rows had reached the service twice after an answer was lost. The second copies were deleted.`
        database.run('UPDATE upload_batch SET note = ? WHERE upload_id = ? AND number = ?', [note, uploadId, batch])
        return rows
      })
    },

    stop(uploadId, failure) {
      database.run(`UPDATE upload SET state = 'stopped', failure = ? WHERE id = ? AND finished_at IS NULL`, [
        JSON.stringify(failure),
        uploadId,
      ])
    },

    reopen(uploadId) {
      database.transaction(() => {
        database.run(`UPDATE upload SET state = 'open', failure = NULL WHERE id = ? AND finished_at IS NULL`, [
          uploadId,
        ])
        database.run(
          `UPDATE upload_batch SET state = 'planned', note = NULL WHERE upload_id = ? AND state = 'refused'`,
          [uploadId],
        )
      })
    },

    requestCancel(uploadId) {
      database.transaction(() => {
        database.run(
          `UPDATE upload SET cancel_requested = 1, state = 'open', failure = NULL WHERE id = ? AND finished_at IS NULL`,
          [uploadId],
        )
        cancelUnsent(uploadId)
      })
    },

    finish(uploadId) {
      database.transaction(() => {
        const upload = find(uploadId)
        if (!upload || !upload.batches.every(isSettled))
          throw new Error('An upload cannot end before all its batches are settled')
        database.run('UPDATE upload SET state = ?, failure = NULL, finished_at = ? WHERE id = ?', [
          upload.cancelRequested ? 'cancelled' : 'complete',
          clock.now().toISOString(),
          uploadId,
        ])
      })
    },
  }
}
