import { Failure } from '../../../contract/failure.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { deleteInPieces } from '../../database/delete-in-pieces.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { ChangeLedger, EditGroup } from './change-ledger.ts'
import type { Work } from '../../database/in-batches.ts'
import type { RecordToSend } from './open-edits.ts'

/** A deletion that the service has not confirmed. */
export interface Deletion {
  readonly state: 'pending' | 'failed'
  readonly failure: Failure | null
  /** The service may have received it already. */
  readonly sent: boolean
  /** It is not sent yet, because the user can still undo it. */
  readonly held: boolean
}

/**
 * Deletions that the service has not confirmed: the rows of the table `bin` with `pending` 1 (waiting) or 2 (refused). Rows with 0 are
 * the deleted records, see `bin.ts`.
 */
export type DeletionQueue = ReturnType<typeof createDeletionQueue>

/** The columns of a `RecordToSend`. */
const recordColumns = 'connection_id AS connectionId, region, customer_id AS customerId'

export function createDeletionQueue(
  database: Database,
  cache: Pick<CustomerCache, 'has'>,
  clock: Pick<Clock, 'monotonicMs'>,
) {
  const holds = createDeletionHolds(clock)
  let resumed = database.value<number>(
    'SELECT count(*) FROM bin INDEXED BY bin_open WHERE pending = 1 AND restore_asked = 0',
  )!
  return {
    ...createErasedRecords(database),
    ...createFailedDeletions(database),
    holdWhile: holds.holdWhile,
    nextHoldEndMs: holds.nextEndMs,
    /** False if the record is not in the cache, or is being deleted already. `group`: of the user's step; null: nothing holds it back. */
    add: (scope: ConnectionRegion, customerId: string, at: string, group: string | null): boolean =>
      cache.has(scope, customerId) &&
      database.run(
        `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending, sent, held_by)
         VALUES (?, ?, ?, '', ?, 1, 0, ?)
         ON CONFLICT DO UPDATE SET pending = 1, record = '', failure = NULL, deleted_at = excluded.deleted_at, restore_asked = 0,
           held_by = excluded.held_by
           WHERE pending <> 1 OR restore_asked = 1`,
        [...scopeParams(scope), customerId, at, group !== null && holds.isHeld(group) ? group : null],
      ).changes === 1,
    /** Ends all holds. Returns what takes the next of the deletions that were held. */
    endHolds(): (limit: number) => RecordToSend[] {
      const groups = JSON.stringify(holds.end())
      return (limit) =>
        database.all<RecordToSend>(
          `SELECT ${recordColumns} FROM bin INDEXED BY bin_open
           WHERE pending = 1 AND held_by IN (SELECT value FROM json_each(?)) LIMIT ?`,
          [groups, limit],
        )
    },
    /** How many deletions, without those that were undone, were waiting when the program started; 0 from the second call on. */
    takeResumed(): number {
      const taken = resumed
      resumed = 0
      return taken
    },
    find(scope: ConnectionRegion, customerId: string): Deletion | null {
      const found = database.get<{ pending: number; failure: string | null; sent: number; held_by: string | null }>(
        `SELECT pending, failure, sent, held_by FROM bin WHERE ${inScope} AND customer_id = ? AND pending > 0`,
        [...scopeParams(scope), customerId],
      )
      if (!found) return null
      return {
        state: found.pending === 1 ? 'pending' : 'failed',
        failure: found.failure === null ? null : parseJson(Failure, found.failure),
        sent: found.sent === 1,
        held: found.held_by !== null && holds.isHeld(found.held_by),
      }
    },
    /** Whether the record is deleted or about to be. */
    isDeleted: (scope: ConnectionRegion, customerId: string): boolean =>
      database.get(`SELECT 1 FROM bin WHERE ${inScope} AND customer_id = ? AND pending <> 2`, [
        ...scopeParams(scope),
        customerId,
      ]) !== undefined,
    /** Without those that are held. */
    recordsToSend: (connectionId: string, limit: number): RecordToSend[] =>
      database.all<RecordToSend>(
        `SELECT ${recordColumns} FROM bin INDEXED BY bin_open
         WHERE connection_id = ? AND pending = 1 AND (held_by IS NULL OR held_by NOT IN (SELECT value FROM json_each(?)))
         ORDER BY region, deleted_at, customer_id LIMIT ?`,
        [connectionId, JSON.stringify(holds.groups()), limit],
      ),
    /** Whether there are any. */
    hasAny: (scope: ConnectionRegion): boolean =>
      [
        ['bin_open', 1],
        ['bin_failed', 2],
      ].some(
        ([index, pending]) =>
          database.get(
            `SELECT 1 FROM bin INDEXED BY ${index} WHERE ${inScope} AND pending = ${pending} LIMIT 1`,
            scopeParams(scope),
          ) !== undefined,
      ),
    /** `inBin`: records in the bin, including those whose deletion is pending. `held`: those of `pending` that are held. */
    counts(scope: ConnectionRegion): {
      readonly pending: number
      readonly held: number
      readonly failed: number
      readonly inBin: number
    } {
      const { pending, failed, deleted } = database.get<{ pending: number; failed: number; deleted: number }>(
        `SELECT count(*) FILTER (WHERE pending = 1) AS pending, count(*) FILTER (WHERE pending = 2) AS failed,
           count(*) FILTER (WHERE pending = 0) AS deleted FROM bin INDEXED BY bin_order WHERE ${inScope}`,
        scopeParams(scope),
      )!
      const erased = database.value<number>(
        `SELECT count(*) FROM bin INDEXED BY bin_erased WHERE ${inScope} AND erased_by IS NOT NULL AND pending <> 2`,
        scopeParams(scope),
      )!
      const groups = holds.groups()
      const held =
        groups.length === 0
          ? 0
          : database.value<number>(
              `SELECT count(*) FROM bin INDEXED BY bin_open
               WHERE ${inScope} AND pending = 1 AND held_by IN (SELECT value FROM json_each(?))`,
              [...scopeParams(scope), JSON.stringify(groups)],
            )!
      return { pending, held, failed, inBin: deleted + pending - erased }
    },
    /** `sent` false: it has certainly not arrived. A deletion that the user has undone ends then. */
    setSent(scope: ConnectionRegion, customerId: string, sent: boolean): void {
      database.run(`UPDATE bin SET sent = ? WHERE ${inScope} AND customer_id = ?`, [
        sent ? 1 : 0,
        ...scopeParams(scope),
        customerId,
      ])
      if (sent) return
      database.run(`DELETE FROM bin WHERE ${inScope} AND customer_id = ? AND pending = 1 AND restore_asked = 1`, [
        ...scopeParams(scope),
        customerId,
      ])
    },
    /**
     * Undoes a deletion. `kept`: the service was not asked yet, or has refused. `restoring`: the record is deleted, or may be; it is
     * restored as soon as that is certain. `gone`: there is nothing to undo, or it is being restored already.
     */
    cancel(scope: ConnectionRegion, customerId: string): 'kept' | 'restoring' | 'gone' {
      const params = [...scopeParams(scope), customerId]
      const kept = database.run(
        `DELETE FROM bin WHERE ${inScope} AND customer_id = ? AND erased_by IS NULL AND (pending = 2 OR (pending = 1 AND sent = 0))`,
        params,
      )
      if (kept.changes > 0) return 'kept'
      const asked = database.run(
        `UPDATE bin SET restore_asked = 1 WHERE ${inScope} AND customer_id = ? AND restore_upload_id IS NULL AND erased_by IS NULL`,
        params,
      )
      return asked.changes > 0 ? 'restoring' : 'gone'
    },
    refuse(scope: ConnectionRegion, customerId: string, failure: Failure): void {
      database.run(`UPDATE bin SET pending = 2, failure = ?, restore_asked = 0 WHERE ${inScope} AND customer_id = ?`, [
        JSON.stringify(failure),
        ...scopeParams(scope),
        customerId,
      ])
    },
    /** Removes a deletion: there is nothing to delete. */
    remove(scope: ConnectionRegion, customerId: string): void {
      database.run(`DELETE FROM bin WHERE ${inScope} AND customer_id = ? AND pending > 0`, [
        ...scopeParams(scope),
        customerId,
      ])
    },
  }
}

/**
 * The steps whose deletions are not sent yet, because Undo is offered. In memory only: after a kill the next start sends them.
 */
function createDeletionHolds(clock: Pick<Clock, 'monotonicMs'>) {
  /** By the group of the step; monotonic ms. */
  const untilMs = new Map<string, number>()
  const groups = (): readonly string[] => {
    const nowMs = clock.monotonicMs()
    for (const [group, endMs] of untilMs) if (endMs <= nowMs) untilMs.delete(group)
    return [...untilMs.keys()]
  }
  return {
    groups,
    isHeld: (group: string): boolean => groups().includes(group),
    /** Ends all holds. Returns their groups. */
    end(): readonly string[] {
      const ended = groups()
      untilMs.clear()
      return ended
    },
    /** Holds the deletions of a step while `work` runs, and for some time afterwards (`holdMs`). */
    async holdWhile<T>(group: string, holdMs: number, work: () => Promise<T>): Promise<T> {
      untilMs.set(group, Number.POSITIVE_INFINITY)
      try {
        return await work()
      } finally {
        untilMs.set(group, clock.monotonicMs() + holdMs)
      }
    },
    /** When the next hold ends (monotonic ms); null: none, or only those whose work runs. */
    nextEndMs(): number | null {
      groups()
      const nextMs = Math.min(...untilMs.values())
      return Number.isFinite(nextMs) ? nextMs : null
    },
  }
}

/** Deletions that the service has refused. */
function createFailedDeletions(database: Database) {
  /** Some of the failed deletions, at most as many as a further parameter says. */
  const someFailed = (condition: string): string =>
    `(connection_id, region, customer_id) IN (
       SELECT connection_id, region, customer_id FROM bin INDEXED BY bin_failed
       WHERE ${inScope} AND pending = 2 ${condition} LIMIT ?)`
  return {
    /** In pieces, as `discardFailed`: there may be tens of thousands. */
    async retryFailed(scope: ConnectionRegion, signal: AbortSignal): Promise<void> {
      const sql = `UPDATE bin SET pending = 1, failure = NULL WHERE ${someFailed('')}`
      await deleteInPieces(database, sql, scopeParams(scope), { signal })
    },
    async discardFailed(scope: ConnectionRegion, signal: AbortSignal): Promise<void> {
      const sql = `DELETE FROM bin WHERE ${someFailed('AND erased_by IS NULL')}`
      await deleteInPieces(database, sql, scopeParams(scope), { signal })
    },
  }
}

/** Records of deleted persons, which go without a trace as soon as the service has deleted them. */
function createErasedRecords(database: Database) {
  return {
    /** Without records of deleted persons that the service still has: they must not come back into the cache. */
    withoutErased<Listed extends { readonly id: string }>(
      scope: ConnectionRegion,
      records: readonly Listed[],
    ): readonly Listed[] {
      const erased = new Set(
        database.values<string>(
          `SELECT customer_id FROM bin INDEXED BY bin_erased WHERE ${inScope} AND erased_by IS NOT NULL`,
          scopeParams(scope),
        ),
      )
      return erased.size === 0 ? records : records.filter(({ id }) => !erased.has(id))
    },
    /** The service has deleted an erased record, or had none: nothing of it stays. False: it is no erased record. */
    finishErased(scope: ConnectionRegion, customerId: string, at: string): boolean {
      const erasedBy = database.value<string>(
        `SELECT erased_by FROM bin INDEXED BY bin_erased WHERE ${inScope} AND customer_id = ? AND erased_by IS NOT NULL`,
        [...scopeParams(scope), customerId],
      )
      if (erasedBy === null) return false
      database.run(`DELETE FROM bin WHERE ${inScope} AND customer_id = ?`, [...scopeParams(scope), customerId])
      database.run(
        'UPDATE person_deletion SET deleted_at_service = deleted_at_service + 1, service_at = ? WHERE id = ?',
        [at, erasedBy],
      )
      return true
    },
  }
}

export interface DeletionParts {
  readonly deletions: Pick<DeletionQueue, 'add'>
  readonly ledger: Pick<ChangeLedger, 'addDeletion'>
}

/** Deletes customers, and counts those that were not being deleted already. `step`: what of the user can be undone; null: nothing. */
export function deleteWork(
  { deletions, ledger }: DeletionParts,
  scope: ConnectionRegion,
  { at, step }: { readonly at: string; readonly step: EditGroup | null },
): Work<string, number> {
  let added = 0
  return {
    each(id) {
      if (!deletions.add(scope, id, at, step?.id ?? null)) return
      if (step) ledger.addDeletion(scope, id, step)
      added += 1
    },
    result: () => added,
  }
}

/** The order in which ids change the fewest pages of the bin. */
export const inBinOrder = (ids: readonly string[]): string[] => ids.toSorted()
