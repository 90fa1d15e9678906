import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { scopeParams } from '../../database/scope-sql.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'
import { uploadQuery } from './filter-queries.ts'

/** How many customers of an upload the list has, and how many of them are being deleted. */
export function countUploadedCustomers(
  database: Database,
  indexes: CustomerIndexes,
  scope: ConnectionRegion,
  uploadId: string,
): { readonly left: number; readonly deleting: number } {
  const { sql, params } = uploadQuery(indexes, scope, uploadId)
  const counted = database.get<{ rows: number; deleting: number }>(
    `SELECT count(*) AS rows, count(b.customer_id) AS deleting FROM customer c
       LEFT JOIN bin b ON b.connection_id = c.connection_id AND b.region = c.region AND b.customer_id = c.id AND b.pending = 1
     WHERE c.connection_id = ? AND c.region = ? AND c.number IN (${sql})`,
    [...scopeParams(scope), ...params],
  )
  return { left: counted?.rows ?? 0, deleting: counted?.deleting ?? 0 }
}
