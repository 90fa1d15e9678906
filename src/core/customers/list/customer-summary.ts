import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { z } from 'zod'
import type { CustomerFacts } from '../../../contract/customers.ts'
import type { Database } from '../../database/database.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'

const Names = z.array(z.string())
const ours = 'connection_id = ? AND region = ?'

/** What the list can be filtered by, counted; each from a narrow index. */
export function createCustomerSummary(
  database: Database,
  indexes: CustomerIndexes,
): { of(scope: ConnectionRegion): CustomerFacts } {
  return {
    of(scope) {
      const here = [scope.connectionId, scope.region]
      const states = database.all<{ state: string; count: number }>(
        `SELECT state, count(*) AS count FROM customer ${indexes.by('customer_state')}
         WHERE ${ours} AND state IS NOT NULL GROUP BY state ORDER BY count DESC, state`,
        here,
      )
      const uploads = database.all<{ id: string; name: string; count: number }>(
        `SELECT u.id, u.name, m.count FROM (
           SELECT upload_id, count(*) AS count FROM customer ${indexes.by('customer_upload')}
             WHERE ${ours} AND upload_id IS NOT NULL GROUP BY upload_id
           UNION ALL
           SELECT u.id, count(*) FROM upload u JOIN upload_row r ON r.upload_id = u.id
             JOIN customer c ON c.connection_id = ? AND c.region = ? AND c.id = r.customer_id
             WHERE u.connection_id = ? AND u.reference_key IS NULL AND r.customer_id IS NOT NULL GROUP BY u.id
         ) m JOIN upload u ON u.id = m.upload_id ORDER BY u.created_at DESC, u.id`,
        [...here, ...here, scope.connectionId],
      )
      const counts = new Map<string, number>()
      for (const { names, count } of database.all<{ names: string; count: number }>(
        `SELECT s.names, m.count FROM (
           SELECT field_set, count(*) AS count FROM customer ${indexes.by('customer_fields')}
             WHERE ${ours} AND field_set IS NOT NULL GROUP BY field_set
         ) m JOIN customer_field_set s ON s.id = m.field_set`,
        here,
      )) {
        for (const name of Names.parse(JSON.parse(names))) counts.set(name, (counts.get(name) ?? 0) + count)
      }
      const fields = [...counts]
        .map(([name, count]) => ({ name, count }))
        .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en-AU'))
      const missingVin =
        database.get<{ rows: number }>(
          `SELECT count(*) AS rows FROM customer ${indexes.by('customer_vin')} WHERE ${ours} AND (vin IS NULL OR vin = '')`,
          here,
        )?.rows ?? 0
      return { states, uploads, fields, missingVin }
    },
  }
}
