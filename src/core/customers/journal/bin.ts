import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { Customer } from '../../../contract/customers.ts'
import { Region } from '../../../contract/region.ts'
import { Failure } from '../../../contract/result.ts'
import type { Database } from '../../database/database.ts'
import type { Condition } from '../list/customer-list.ts'
import { searchText, searchTerms } from '../cache/search-text.ts'

/** A deletion that is not settled. */
export interface Deletion {
  readonly state: 'pending' | 'failed'
  readonly failure: Failure | null
  /** It may have been asked already. */
  readonly sent: boolean
}

export interface BinEntry {
  /** Null while the record is still in the copy. */
  readonly record: Customer | null
  readonly customerId: string
  readonly deletedAt: string
  readonly pending: boolean
  readonly restoreUploadId: string | null
}

/** What became of a record that is being created again, once its upload is over. */
export interface RestoreEnd {
  readonly scope: ConnectionRegion
  readonly customerId: string
  /** The new record; null: it was not made, or is not known. */
  readonly newId: string | null
  readonly accepted: boolean
}

/** The journal of deletions, and the records that were deleted: kept until emptied. */
export interface Bin {
  /** Writes down that the records of the condition are to be deleted; those that are being deleted already stay as they are. */
  ask(condition: Condition, at: string): number
  deletion(scope: ConnectionRegion, customerId: string): Deletion | null
  /** Deleted here, or about to be. */
  has(scope: ConnectionRegion, customerId: string): boolean
  waiting(connectionId: string, limit: number): (ConnectionRegion & { readonly customerId: string })[]
  counts(scope: ConnectionRegion): { readonly pending: number; readonly failed: number; readonly kept: number }
  markSent(scope: ConnectionRegion, customerId: string, sent: boolean): void
  /** The service has deleted it: the record stays here. */
  deleted(scope: ConnectionRegion, record: Customer): void
  fail(scope: ConnectionRegion, customerId: string, failure: Failure): void
  /** There is nothing to delete, or she gave it up. */
  drop(scope: ConnectionRegion, customerId: string): void
  retryFailed(scope: ConnectionRegion): void
  dropFailed(scope: ConnectionRegion): void
  page(
    scope: ConnectionRegion,
    search: string,
    range: { readonly offset: number; readonly limit: number },
  ): { readonly total: number; readonly entries: readonly BinEntry[] }
  /** The records that can be created again, of those named. */
  restorable(scope: ConnectionRegion, ids: readonly string[]): Customer[]
  /** A record of the bin, being created again or not; null when it is not there. */
  record(scope: ConnectionRegion, customerId: string): Customer | null
  /** False when it is not in the bin any more, or is being created again already. */
  markRestoring(scope: ConnectionRegion, customerId: string, uploadId: string, row: number): boolean
  /** Of the restores whose upload is over. */
  restoreEnds(): RestoreEnd[]
  endRestore(end: RestoreEnd): void
  /** Removes deleted records for good; null: all. Those on their way, either way, stay. */
  empty(scope: ConnectionRegion, ids: readonly string[] | null): number
  forgetConnection(connectionId: string): void
}

interface BinColumns {
  readonly customer_id: string
  readonly record: string
  readonly deleted_at: string
  readonly pending: number
  readonly sent: number
  readonly failure: string | null
  readonly restore_upload_id: string | null
}

const ours = 'connection_id = ? AND region = ?'

export function createBin(database: Database): Bin {
  const here = (scope: ConnectionRegion): [string, string] => [scope.connectionId, scope.region]
  const count = (scope: ConnectionRegion, index: string, condition: string): number =>
    database.get<{ rows: number }>(
      `SELECT count(*) AS rows FROM bin INDEXED BY ${index} WHERE ${ours} AND ${condition}`,
      here(scope),
    )?.rows ?? 0
  return {
    ask: (condition, at) =>
      database.run(
        `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending, sent)
         SELECT connection_id, region, id, '', ?, 1, 0 FROM customer WHERE ${condition.sql}
         ON CONFLICT DO UPDATE SET pending = 1, record = '', failure = NULL, deleted_at = excluded.deleted_at WHERE pending <> 1`,
        [at, ...condition.params],
      ).changes,
    deletion(scope, customerId) {
      const found = database.get<BinColumns>(`SELECT * FROM bin WHERE ${ours} AND customer_id = ? AND pending > 0`, [
        ...here(scope),
        customerId,
      ])
      if (!found) return null
      return {
        state: found.pending === 1 ? 'pending' : 'failed',
        failure: found.failure === null ? null : Failure.parse(JSON.parse(found.failure)),
        sent: found.sent === 1,
      }
    },
    has: (scope, customerId) =>
      database.get(`SELECT 1 FROM bin WHERE ${ours} AND customer_id = ? AND pending <> 2`, [
        ...here(scope),
        customerId,
      ]) !== undefined,
    waiting: (connectionId, limit) =>
      database
        .all<{ region: string; customer_id: string }>(
          `SELECT region, customer_id FROM bin INDEXED BY bin_open WHERE connection_id = ? AND pending = 1 ORDER BY region, deleted_at, customer_id LIMIT ?`,
          [connectionId, limit],
        )
        .map(({ region, customer_id: customerId }) => ({ connectionId, region: Region.parse(region), customerId })),
    counts: (scope) => ({
      pending:
        database.get<{ rows: number }>(
          `SELECT count(*) AS rows FROM bin INDEXED BY bin_open WHERE ${ours} AND pending = 1`,
          here(scope),
        )?.rows ?? 0,
      failed: count(scope, 'bin_failed', 'pending = 2'),
      kept: count(scope, 'bin_order', 'pending <> 2'),
    }),
    markSent(scope, customerId, sent) {
      database.run(`UPDATE bin SET sent = ? WHERE ${ours} AND customer_id = ?`, [
        sent ? 1 : 0,
        ...here(scope),
        customerId,
      ])
    },
    deleted(scope, record) {
      database.run(
        `UPDATE bin SET record = ?, search = ?, pending = 0, sent = 1, failure = NULL WHERE ${ours} AND customer_id = ?`,
        [JSON.stringify(record), searchText(record, scope.region), ...here(scope), record.id],
      )
    },
    fail(scope, customerId, failure) {
      database.run(`UPDATE bin SET pending = 2, failure = ? WHERE ${ours} AND customer_id = ?`, [
        JSON.stringify(failure),
        ...here(scope),
        customerId,
      ])
    },
    drop(scope, customerId) {
      database.run(`DELETE FROM bin WHERE ${ours} AND customer_id = ? AND pending > 0`, [...here(scope), customerId])
    },
    retryFailed(scope) {
      database.run(`UPDATE bin SET pending = 1, failure = NULL WHERE ${ours} AND pending = 2`, here(scope))
    },
    dropFailed(scope) {
      database.run(`DELETE FROM bin WHERE ${ours} AND pending = 2`, here(scope))
    },
    page(scope, search, { offset, limit }) {
      const terms = searchTerms(search)
      // A record that is still in the copy is found by what is kept there.
      const found =
        terms.length === 0
          ? ''
          : `AND customer_id IN (SELECT b.customer_id FROM bin b LEFT JOIN customer c
               ON b.pending = 1 AND c.connection_id = b.connection_id AND c.region = b.region AND c.id = b.customer_id
               WHERE b.connection_id = ? AND b.region = ? ${terms.map(() => 'AND instr(coalesce(c.search, b.search), ?) > 0').join(' ')})`
      const from = `FROM bin INDEXED BY bin_order WHERE ${ours} AND pending <> 2 ${found}`
      const params = [...here(scope), ...(terms.length === 0 ? [] : [...here(scope), ...terms])]
      const total = database.get<{ rows: number }>(`SELECT count(*) AS rows ${from}`, params)?.rows ?? 0
      const ids = database.all<{ id: string }>(
        `SELECT customer_id AS id ${from} ORDER BY deleted_at DESC, customer_id DESC LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      )
      const entries = ids.flatMap(({ id }) => {
        const entry = database.get<BinColumns>(`SELECT * FROM bin WHERE ${ours} AND customer_id = ?`, [
          ...here(scope),
          id,
        ])
        return entry ? [toEntry(entry)] : []
      })
      return { total, entries }
    },
    restorable: (scope, ids) =>
      ids.flatMap((id) => {
        const found = database.get<{ record: string }>(
          `SELECT record FROM bin WHERE ${ours} AND customer_id = ? AND pending = 0 AND restore_upload_id IS NULL`,
          [...here(scope), id],
        )
        return found ? [readRecord(found.record)] : []
      }),
    record(scope, customerId) {
      const found = database.get<{ record: string }>(
        `SELECT record FROM bin WHERE ${ours} AND customer_id = ? AND pending = 0`,
        [...here(scope), customerId],
      )
      return found ? readRecord(found.record) : null
    },
    markRestoring: (scope, customerId, uploadId, row) =>
      database.run(
        `UPDATE bin SET restore_upload_id = ?, restore_row = ?
         WHERE ${ours} AND customer_id = ? AND pending = 0 AND restore_upload_id IS NULL`,
        [uploadId, row, ...here(scope), customerId],
      ).changes === 1,
    restoreEnds: () =>
      database
        .all<{
          connection_id: string
          region: string
          customer_id: string
          outcome: string | null
          new_id: string | null
        }>(
          `SELECT b.connection_id, b.region, b.customer_id, r.outcome, r.customer_id AS new_id FROM bin b
             LEFT JOIN upload u ON u.id = b.restore_upload_id
             LEFT JOIN upload_row r ON r.upload_id = b.restore_upload_id AND r.row = b.restore_row
           WHERE b.restore_upload_id IS NOT NULL AND (u.id IS NULL OR u.finished_at IS NOT NULL)`,
        )
        .map((end) => ({
          scope: { connectionId: end.connection_id, region: Region.parse(end.region) },
          customerId: end.customer_id,
          newId: end.new_id,
          accepted: end.outcome === 'accepted',
        })),
    endRestore({ scope, customerId, accepted }) {
      database.run(
        accepted
          ? `DELETE FROM bin WHERE ${ours} AND customer_id = ?`
          : `UPDATE bin SET restore_upload_id = NULL, restore_row = NULL WHERE ${ours} AND customer_id = ?`,
        [...here(scope), customerId],
      )
    },
    empty(scope, ids) {
      const gone = `${ours} AND pending = 0 AND restore_upload_id IS NULL`
      if (ids === null) return database.run(`DELETE FROM bin WHERE ${gone}`, here(scope)).changes
      return database.run(`DELETE FROM bin WHERE ${gone} AND customer_id IN (SELECT value FROM json_each(?))`, [
        ...here(scope),
        JSON.stringify(ids),
      ]).changes
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM bin WHERE connection_id = ?', [connectionId])
    },
  }
}

function toEntry(found: BinColumns): BinEntry {
  return {
    record: found.record === '' ? null : readRecord(found.record),
    customerId: found.customer_id,
    deletedAt: found.deleted_at,
    pending: found.pending === 1,
    restoreUploadId: found.restore_upload_id,
  }
}

/** Records that an earlier version put here lack what has been added since. */
function readRecord(text: string): Customer {
  return Customer.parse({ edits: [], deleting: null, doNotContact: false, ...(JSON.parse(text) as object) })
}
