import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { deleteInPieces } from '../../database/delete-in-pieces.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { RowEndOf } from '../../uploads/journal-rows.ts'
import { parseStoredCustomer } from '../cache/stored-customer.ts'
import { searchText, searchTerms } from '../record/search-text.ts'
import type { DeletionQueue } from './deletion-queue.ts'

export interface BinEntry {
  /** Null while the record is still in the cache. */
  readonly record: Customer | null
  readonly customerId: string
  readonly deletedAt: string
  readonly pending: boolean
  readonly restoreUploadId: string | null
}

/** The result of restoring one record, when its upload has finished. */
export interface RestoreResult {
  readonly scope: ConnectionRegion
  readonly customerId: string
  /** The new record; null if it was not created or is not known. */
  readonly newId: string | null
  readonly accepted: boolean
}

/** Deleted records, saved until the user removes them: the rows of the table `bin` that `deletion-queue.ts` has finished. */
export type Bin = ReturnType<typeof createBin>

interface BinColumns {
  readonly customer_id: string
  readonly record: string
  readonly deleted_at: string
  readonly pending: number
  readonly restore_upload_id: string | null
}

/** `rowEnd`: the result of a row of an upload. */
export function createBin(database: Database, rowEnd: RowEndOf, deletions: Pick<DeletionQueue, 'counts'>) {
  const findDeleted = (scope: ConnectionRegion, customerId: string, condition = ''): Customer | null => {
    const record = database.value<string>(
      `SELECT record FROM bin WHERE ${inScope} AND customer_id = ? AND pending = 0${condition}`,
      [...scopeParams(scope), customerId],
    )
    return record === null ? null : parseStoredCustomer(record)
  }

  return {
    /** The service has deleted the record. */
    add(scope: ConnectionRegion, record: Customer): void {
      database.run(
        `UPDATE bin SET record = ?, search = ?, pending = 0, sent = 1, failure = NULL WHERE ${inScope} AND customer_id = ?`,
        [JSON.stringify(record), searchText(record, scope.region), ...scopeParams(scope), record.id],
      )
    },
    /** `found`: the records of the cache that have the searched text; those whose deletion is pending are among them. */
    page(
      scope: ConnectionRegion,
      search: string,
      found: readonly string[],
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): { readonly total: number; readonly entries: readonly BinEntry[] } {
      const terms = searchTerms(search)
      const matches = terms.map(() => 'AND instr(search, ?) > 0').join(' ')
      const where =
        terms.length === 0
          ? ''
          : `AND (pending = 0 ${matches} OR pending = 1 AND customer_id IN (SELECT value FROM json_each(?)))`
      const params = [...scopeParams(scope), ...(terms.length === 0 ? [] : [...terms, JSON.stringify(found)])]
      const from = `FROM bin INDEXED BY bin_order WHERE ${inScope} AND pending <> 2 AND erased_by IS NULL ${where}`
      const entries = database
        .all<BinColumns>(`SELECT * ${from} ORDER BY deleted_at DESC, customer_id DESC LIMIT ? OFFSET ?`, [
          ...params,
          limit,
          offset,
        ])
        .map(toEntry)
      const count = (): number => database.value<number>(`SELECT count(*) ${from}`, params) ?? 0
      return { total: terms.length === 0 ? deletions.counts(scope).inBin : count(), entries }
    },
    /** Those of the records that can be restored. */
    restorable: (scope: ConnectionRegion, ids: readonly string[]): Customer[] =>
      ids.flatMap((id) => findDeleted(scope, id, ' AND restore_upload_id IS NULL') ?? []),
    /** Deleted records whose deletion the user has undone, and that are not being restored yet. */
    askedToRestore: (scope: ConnectionRegion): string[] =>
      database.values<string>(
        `SELECT customer_id FROM bin INDEXED BY bin_restore_asked
           WHERE ${inScope} AND restore_asked = 1 AND pending = 0 AND restore_upload_id IS NULL`,
        scopeParams(scope),
      ),
    /** The deleted records, without those that are being restored. */
    deletedIds: (scope: ConnectionRegion): string[] =>
      deletions.counts(scope).inBin === 0
        ? []
        : database.values<string>(
            `SELECT customer_id FROM bin WHERE ${inScope} AND pending = 0 AND restore_upload_id IS NULL`,
            scopeParams(scope),
          ),
    /** The service still has the record. */
    remove(scope: ConnectionRegion, customerId: string): void {
      database.run(`DELETE FROM bin WHERE ${inScope} AND customer_id = ? AND pending = 0`, [
        ...scopeParams(scope),
        customerId,
      ])
    },
    /** The connections and regions that have records whose deletion the user has undone. */
    scopesAskedToRestore: (): ConnectionRegion[] =>
      database.all(
        'SELECT DISTINCT connection_id AS connectionId, region FROM bin INDEXED BY bin_restore_asked WHERE restore_asked = 1',
      ),
    /** When a record was deleted (ISO 8601); null: it is not in the bin. */
    deletedAt: (scope: ConnectionRegion, customerId: string): string | null =>
      database.value<string>(`SELECT deleted_at FROM bin WHERE ${inScope} AND customer_id = ?`, [
        ...scopeParams(scope),
        customerId,
      ]),
    /** A deleted record, whether or not it is being restored. */
    find: (scope: ConnectionRegion, customerId: string): Customer | null => findDeleted(scope, customerId),
    /** False if the record is no longer in the bin or is already being restored. */
    markRestoring: (scope: ConnectionRegion, customerId: string, uploadId: string, row: number): boolean =>
      database.run(
        `UPDATE bin SET restore_upload_id = ?, restore_row = ?, restore_asked = 0
         WHERE ${inScope} AND customer_id = ? AND pending = 0 AND restore_upload_id IS NULL`,
        [uploadId, row, ...scopeParams(scope), customerId],
      ).changes === 1,
    /** The results of restores whose upload has finished. A row without a result may still become a customer. */
    restoreResults: (): RestoreResult[] =>
      database
        .all<ConnectionRegion & { customerId: string; uploadId: string; row: number; gone: number }>(
          `SELECT b.connection_id AS connectionId, b.region, b.customer_id AS customerId, b.restore_upload_id AS uploadId,
             b.restore_row AS row, u.id IS NULL AS gone FROM bin b LEFT JOIN upload u ON u.id = b.restore_upload_id
           WHERE b.restore_upload_id IS NOT NULL AND (u.id IS NULL OR u.finished_at IS NOT NULL)`,
        )
        .flatMap(({ customerId, uploadId, row, gone, ...scope }) => {
          const end = gone === 1 ? null : rowEnd(uploadId, row)
          // A row without a result may still become a customer.
          if (gone === 0 && !end?.outcome) return []
          return [{ scope, customerId, newId: end?.customerId ?? null, accepted: end?.outcome === 'accepted' }]
        }),
    finishRestore({ scope, customerId, accepted }: RestoreResult): void {
      database.run(
        accepted
          ? `DELETE FROM bin WHERE ${inScope} AND customer_id = ?`
          : `UPDATE bin SET restore_upload_id = NULL, restore_row = NULL WHERE ${inScope} AND customer_id = ?`,
        [...scopeParams(scope), customerId],
      )
    },
    /** Removes deleted records permanently; null means all, in pieces. Records with a pending deletion or restore stay. */
    async empty(scope: ConnectionRegion, ids: readonly string[] | null, signal: AbortSignal): Promise<number> {
      const removable = `${inScope} AND pending = 0 AND restore_upload_id IS NULL`
      if (ids === null) {
        let removed = 0
        await deleteInPieces(
          database,
          `DELETE FROM bin WHERE (connection_id, region, customer_id) IN (
             SELECT connection_id, region, customer_id FROM bin INDEXED BY bin_order WHERE ${removable}
             ORDER BY deleted_at, customer_id LIMIT ?)`,
          scopeParams(scope),
          { signal, onDeleted: (rows) => void (removed += rows) },
        )
        return removed
      }
      return database.run(`DELETE FROM bin WHERE ${removable} AND customer_id IN (SELECT value FROM json_each(?))`, [
        ...scopeParams(scope),
        JSON.stringify(ids),
      ]).changes
    },
  }
}

function toEntry(row: BinColumns): BinEntry {
  return {
    record: row.record === '' ? null : parseStoredCustomer(row.record),
    customerId: row.customer_id,
    deletedAt: row.deleted_at,
    pending: row.pending === 1,
    restoreUploadId: row.restore_upload_id,
  }
}
