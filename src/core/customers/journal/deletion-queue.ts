import { Region } from '../../../contract/region.ts'
import { Failure } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { SqlCondition } from '../cache/sql-condition.ts'
import type { RecordToSend } from './edit-journal.ts'

/** A deletion that the service has not confirmed. */
export interface Deletion {
  readonly state: 'pending' | 'failed'
  readonly failure: Failure | null
  /** The service may have received it already. */
  readonly sent: boolean
}

/**
 * Deletions that the service has not confirmed: the rows of the table `bin` with `pending` 1 (waiting) or 2 (refused). Rows with 0 are
 * the deleted records, see `bin.ts`.
 */
export interface DeletionQueue {
  /** Adds the records that meet the condition. Those that are being deleted already stay unchanged. Returns how many were added. */
  add(condition: SqlCondition, at: string): number
  find(scope: ConnectionRegion, customerId: string): Deletion | null
  /** Whether the record is deleted or about to be. */
  isDeleted(scope: ConnectionRegion, customerId: string): boolean
  recordsToSend(connectionId: string, limit: number): RecordToSend[]
  counts(scope: ConnectionRegion): { readonly pending: number; readonly failed: number }
  setSent(scope: ConnectionRegion, customerId: string, sent: boolean): void
  refuse(scope: ConnectionRegion, customerId: string, failure: Failure): void
  /** Removes a deletion: there is nothing to delete. */
  remove(scope: ConnectionRegion, customerId: string): void
  retryFailed(scope: ConnectionRegion): void
  discardFailed(scope: ConnectionRegion): void
}

export function createDeletionQueue(database: Database): DeletionQueue {
  const count = (scope: ConnectionRegion, index: string, condition: string): number =>
    database.get<{ rows: number }>(
      `SELECT count(*) AS rows FROM bin INDEXED BY ${index} WHERE ${inScope} AND ${condition}`,
      scopeParams(scope),
    )?.rows ?? 0

  return {
    add: (condition, at) =>
      database.run(
        `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending, sent)
         SELECT connection_id, region, id, '', ?, 1, 0 FROM customer WHERE ${condition.sql}
         ON CONFLICT DO UPDATE SET pending = 1, record = '', failure = NULL, deleted_at = excluded.deleted_at WHERE pending <> 1`,
        [at, ...condition.params],
      ).changes,
    find(scope, customerId) {
      const found = database.get<{ pending: number; failure: string | null; sent: number }>(
        `SELECT pending, failure, sent FROM bin WHERE ${inScope} AND customer_id = ? AND pending > 0`,
        [...scopeParams(scope), customerId],
      )
      if (!found) return null
      return {
        state: found.pending === 1 ? 'pending' : 'failed',
        failure: found.failure === null ? null : parseJson(Failure, found.failure),
        sent: found.sent === 1,
      }
    },
    isDeleted: (scope, customerId) =>
      database.get(`SELECT 1 FROM bin WHERE ${inScope} AND customer_id = ? AND pending <> 2`, [
        ...scopeParams(scope),
        customerId,
      ]) !== undefined,
    recordsToSend: (connectionId, limit) =>
      database
        .all<{ region: string; customer_id: string }>(
          `SELECT region, customer_id FROM bin INDEXED BY bin_open WHERE connection_id = ? AND pending = 1 ORDER BY region, deleted_at, customer_id LIMIT ?`,
          [connectionId, limit],
        )
        .map(({ region, customer_id: customerId }) => ({ connectionId, region: Region.parse(region), customerId })),
    counts: (scope) => ({
      pending: count(scope, 'bin_open', 'pending = 1'),
      failed: count(scope, 'bin_failed', 'pending = 2'),
    }),
    setSent(scope, customerId, sent) {
      database.run(`UPDATE bin SET sent = ? WHERE ${inScope} AND customer_id = ?`, [
        sent ? 1 : 0,
        ...scopeParams(scope),
        customerId,
      ])
    },
    refuse(scope, customerId, failure) {
      database.run(`UPDATE bin SET pending = 2, failure = ? WHERE ${inScope} AND customer_id = ?`, [
        JSON.stringify(failure),
        ...scopeParams(scope),
        customerId,
      ])
    },
    remove(scope, customerId) {
      database.run(`DELETE FROM bin WHERE ${inScope} AND customer_id = ? AND pending > 0`, [
        ...scopeParams(scope),
        customerId,
      ])
    },
    retryFailed(scope) {
      database.run(`UPDATE bin SET pending = 1, failure = NULL WHERE ${inScope} AND pending = 2`, scopeParams(scope))
    },
    discardFailed(scope) {
      database.run(`DELETE FROM bin WHERE ${inScope} AND pending = 2`, scopeParams(scope))
    },
  }
}
