import { z } from 'zod'
import { OutcomeCode } from '../../../contract/call-note.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { Database } from '../../database/database.ts'

const Outcome = z.object({ customerId: z.string(), outcome: OutcomeCode, number: z.number() })

/** The outcome of the last call of each customer who has one, by customer id. Undone notes do not count. */
export function lastOutcomes(database: Database, scope: ConnectionRegion): ReadonlyMap<string, OutcomeCode> {
  // SQLite takes the other columns of a group from the row with the maximum.
  const rows = database.all(
    `SELECT customer_id AS customerId, outcome, max(number) AS number FROM sighting_entry
     WHERE ${inScope} AND undone_at IS NULL GROUP BY customer_id`,
    scopeParams(scope),
  )
  return new Map(
    rows.map((row) => {
      const { customerId, outcome } = Outcome.parse(row)
      return [customerId, outcome]
    }),
  )
}
