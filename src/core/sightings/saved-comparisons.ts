import type { ConnectionRegion } from '../connections/connection-region.ts'
import { MarketComparison } from '../../contract/market-comparison.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'

export interface SavedComparison {
  readonly comparison: MarketComparison
  /** The price and kilometres that it was computed for. */
  readonly price: number | null
  readonly kms: number | null
}

/** Market comparisons. Each may have cost a look-up, so it is saved until the user requests a new one. */
export type SavedComparisons = ReturnType<typeof createSavedComparisons>

export function createSavedComparisons(database: Database) {
  return {
    /** The market price of each compared car, by customer ID: at its kilometres where they are known, else the median. */
    marketPrices(scope: ConnectionRegion): ReadonlyMap<string, number> {
      const rows = database.all<{ customer_id: string; price: number | null }>(
        `SELECT customer_id, coalesce(comparison ->> '$.adjustedPrice', comparison ->> '$.median') AS price
         FROM sighting_comparison WHERE ${inScope} AND comparison ->> '$.state' = 'ready'`,
        scopeParams(scope),
      )
      return new Map(rows.flatMap(({ customer_id, price }) => (price === null ? [] : [[customer_id, price]])))
    },
    get(scope: ConnectionRegion, customerId: string): SavedComparison | null {
      const row = database.get<{ price: number | null; kms: number | null; comparison: string }>(
        'SELECT price, kms, comparison FROM sighting_comparison WHERE connection_id = ? AND region = ? AND customer_id = ?',
        [scope.connectionId, scope.region, customerId],
      )
      if (!row) return null
      return { price: row.price, kms: row.kms, comparison: MarketComparison.parse(JSON.parse(row.comparison)) }
    },
    save(scope: ConnectionRegion, customerId: string, { price, kms, comparison }: SavedComparison): void {
      database.run(
        `INSERT INTO sighting_comparison (connection_id, region, customer_id, price, kms, comparison) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET price = excluded.price, kms = excluded.kms, comparison = excluded.comparison`,
        [scope.connectionId, scope.region, customerId, price, kms, JSON.stringify(comparison)],
      )
    },
  }
}
