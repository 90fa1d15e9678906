import type { ConnectionRegion } from '../connections/connection-region.ts'
import { MarketComparison } from '../../contract/sightings.ts'
import type { Database } from '../database/database.ts'

export interface SavedComparison {
  readonly comparison: MarketComparison
  /** The price and kilometres that it was computed for. */
  readonly price: number | null
  readonly kms: number | null
}

/** Market comparisons. Each may have cost a look-up, so it is saved until the user requests a new one. */
export interface SavedComparisons {
  get(scope: ConnectionRegion, customerId: string): SavedComparison | null
  save(scope: ConnectionRegion, customerId: string, saved: SavedComparison): void
  forgetConnection(connectionId: string): void
}

export function createSavedComparisons(database: Database): SavedComparisons {
  return {
    get(scope, customerId) {
      const row = database.get<{ price: number | null; kms: number | null; comparison: string }>(
        'SELECT price, kms, comparison FROM sighting_comparison WHERE connection_id = ? AND region = ? AND customer_id = ?',
        [scope.connectionId, scope.region, customerId],
      )
      if (!row) return null
      return { price: row.price, kms: row.kms, comparison: MarketComparison.parse(JSON.parse(row.comparison)) }
    },
    save(scope, customerId, { price, kms, comparison }) {
      database.run(
        `INSERT INTO sighting_comparison (connection_id, region, customer_id, price, kms, comparison) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET price = excluded.price, kms = excluded.kms, comparison = excluded.comparison`,
        [scope.connectionId, scope.region, customerId, price, kms, JSON.stringify(comparison)],
      )
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM sighting_comparison WHERE connection_id = ?', [connectionId])
    },
  }
}
