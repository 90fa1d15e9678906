import { z } from 'zod'
import type { CustomerFacts } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'

const Names = z.array(z.string())

/** Counts the values that the list can be filtered by. Each query reads one narrow index. */
export interface CustomerSummary {
  summarise(scope: ConnectionRegion): CustomerFacts
}

export function createCustomerSummary(database: Database, indexes: CustomerIndexes): CustomerSummary {
  return {
    summarise(scope) {
      const states = database.all<{ state: string; count: number }>(
        `SELECT state, count(*) AS count FROM customer ${indexes.hint('customer_state')}
         WHERE ${inScope} AND state IS NOT NULL GROUP BY state ORDER BY count DESC, state`,
        scopeParams(scope),
      )
      const uploads = database.all<{ id: string; name: string; count: number }>(
        `SELECT u.id, u.name, m.count FROM (
           SELECT upload_id, count(*) AS count FROM customer ${indexes.hint('customer_upload')}
             WHERE ${inScope} AND upload_id IS NOT NULL GROUP BY upload_id
           UNION ALL
           SELECT u.id, count(*) FROM upload u JOIN upload_row r ON r.upload_id = u.id
             JOIN customer c ON c.connection_id = ? AND c.region = ? AND c.id = r.customer_id
             WHERE u.connection_id = ? AND u.reference_key IS NULL AND r.customer_id IS NOT NULL GROUP BY u.id
         ) m JOIN upload u ON u.id = m.upload_id ORDER BY u.created_at DESC, u.id`,
        [...scopeParams(scope), ...scopeParams(scope), scope.connectionId],
      )
      const counts = new Map<string, number>()
      for (const { names, count } of database.all<{ names: string; count: number }>(
        `SELECT s.names, m.count FROM (
           SELECT field_set, count(*) AS count FROM customer ${indexes.hint('customer_fields')}
             WHERE ${inScope} AND field_set IS NOT NULL GROUP BY field_set
         ) m JOIN customer_field_set s ON s.id = m.field_set`,
        scopeParams(scope),
      )) {
        for (const name of parseJson(Names, names)) counts.set(name, (counts.get(name) ?? 0) + count)
      }
      const fields = [...counts]
        .map(([name, count]) => ({ name, count }))
        .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en-AU'))
      const missingVin =
        database.get<{ rows: number }>(
          `SELECT count(*) AS rows FROM customer ${indexes.hint('customer_vin')} WHERE ${inScope} AND (vin IS NULL OR vin = '')`,
          scopeParams(scope),
        )?.rows ?? 0
      return { states, uploads, fields, missingVin }
    },
  }
}
