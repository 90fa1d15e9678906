import type { Customer } from '../../../contract/customers.ts'
import { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { parseStoredCustomer } from '../cache/customer-columns.ts'
import { searchText, searchTerms } from '../cache/search-text.ts'

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
export interface Bin {
  /** The service has deleted the record. */
  add(scope: ConnectionRegion, record: Customer): void
  /** Records in the bin, including those whose deletion is pending. */
  count(scope: ConnectionRegion): number
  page(
    scope: ConnectionRegion,
    search: string,
    range: { readonly offset: number; readonly limit: number },
  ): { readonly total: number; readonly entries: readonly BinEntry[] }
  /** Those of the records that can be restored. */
  restorable(scope: ConnectionRegion, ids: readonly string[]): Customer[]
  /** A deleted record, whether or not it is being restored. */
  find(scope: ConnectionRegion, customerId: string): Customer | null
  /** False if the record is no longer in the bin or is already being restored. */
  markRestoring(scope: ConnectionRegion, customerId: string, uploadId: string, row: number): boolean
  /** The results of restores whose upload has finished. A row without a result may still become a customer. */
  restoreResults(): RestoreResult[]
  finishRestore(result: RestoreResult): void
  /** Removes deleted records permanently; null means all. Records with a pending deletion or restore stay. */
  empty(scope: ConnectionRegion, ids: readonly string[] | null): number
  forgetConnection(connectionId: string): void
}

interface BinColumns {
  readonly customer_id: string
  readonly record: string
  readonly deleted_at: string
  readonly pending: number
  readonly restore_upload_id: string | null
}

export function createBin(database: Database): Bin {
  const findDeleted = (scope: ConnectionRegion, customerId: string, condition = ''): Customer | null => {
    const found = database.get<{ record: string }>(
      `SELECT record FROM bin WHERE ${inScope} AND customer_id = ? AND pending = 0${condition}`,
      [...scopeParams(scope), customerId],
    )
    return found ? parseStoredCustomer(found.record) : null
  }

  return {
    add(scope, record) {
      database.run(
        `UPDATE bin SET record = ?, search = ?, pending = 0, sent = 1, failure = NULL WHERE ${inScope} AND customer_id = ?`,
        [JSON.stringify(record), searchText(record, scope.region), ...scopeParams(scope), record.id],
      )
    },
    count: (scope) =>
      database.get<{ rows: number }>(
        `SELECT count(*) AS rows FROM bin INDEXED BY bin_order WHERE ${inScope} AND pending <> 2`,
        scopeParams(scope),
      )?.rows ?? 0,
    page: (scope, search, range) => binPage(database, scope, search, range),
    restorable: (scope, ids) => ids.flatMap((id) => findDeleted(scope, id, ' AND restore_upload_id IS NULL') ?? []),
    find: (scope, customerId) => findDeleted(scope, customerId),
    markRestoring: (scope, customerId, uploadId, row) =>
      database.run(
        `UPDATE bin SET restore_upload_id = ?, restore_row = ?
         WHERE ${inScope} AND customer_id = ? AND pending = 0 AND restore_upload_id IS NULL`,
        [uploadId, row, ...scopeParams(scope), customerId],
      ).changes === 1,
    restoreResults: () =>
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
           WHERE b.restore_upload_id IS NOT NULL AND (u.id IS NULL OR (u.finished_at IS NOT NULL AND r.outcome IS NOT NULL))`,
        )
        .map((row) => ({
          scope: { connectionId: row.connection_id, region: Region.parse(row.region) },
          customerId: row.customer_id,
          newId: row.new_id,
          accepted: row.outcome === 'accepted',
        })),
    finishRestore({ scope, customerId, accepted }) {
      database.run(
        accepted
          ? `DELETE FROM bin WHERE ${inScope} AND customer_id = ?`
          : `UPDATE bin SET restore_upload_id = NULL, restore_row = NULL WHERE ${inScope} AND customer_id = ?`,
        [...scopeParams(scope), customerId],
      )
    },
    empty(scope, ids) {
      const removable = `${inScope} AND pending = 0 AND restore_upload_id IS NULL`
      if (ids === null) return database.run(`DELETE FROM bin WHERE ${removable}`, scopeParams(scope)).changes
      return database.run(`DELETE FROM bin WHERE ${removable} AND customer_id IN (SELECT value FROM json_each(?))`, [
        ...scopeParams(scope),
        JSON.stringify(ids),
      ]).changes
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM bin WHERE connection_id = ?', [connectionId])
    },
  }
}

function binPage(
  database: Database,
  scope: ConnectionRegion,
  search: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly total: number; readonly entries: readonly BinEntry[] } {
  const terms = searchTerms(search)
  // A record whose deletion is pending is searched in the cache.
  const matches =
    terms.length === 0
      ? ''
      : `AND customer_id IN (SELECT b.customer_id FROM bin b LEFT JOIN customer c
           ON b.pending = 1 AND c.connection_id = b.connection_id AND c.region = b.region AND c.id = b.customer_id
           WHERE b.connection_id = ? AND b.region = ? ${terms.map(() => 'AND instr(coalesce(c.search, b.search), ?) > 0').join(' ')})`
  const from = `FROM bin INDEXED BY bin_order WHERE ${inScope} AND pending <> 2 ${matches}`
  const params = [...scopeParams(scope), ...(terms.length === 0 ? [] : [...scopeParams(scope), ...terms])]
  const total = database.get<{ rows: number }>(`SELECT count(*) AS rows ${from}`, params)?.rows ?? 0
  const ids = database.all<{ id: string }>(
    `SELECT customer_id AS id ${from} ORDER BY deleted_at DESC, customer_id DESC LIMIT ? OFFSET ?`,
    [...params, limit, offset],
  )
  const entries = ids.flatMap(({ id }) => {
    const row = database.get<BinColumns>(`SELECT * FROM bin WHERE ${inScope} AND customer_id = ?`, [
      ...scopeParams(scope),
      id,
    ])
    return row ? [toEntry(row)] : []
  })
  return { total, entries }
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
