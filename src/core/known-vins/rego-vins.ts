import type { KnownVin } from '../../contract/drafts.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { VinEvidence, VinSource } from './vin-evidence.ts'

/** The VINs of regos that uploads of this PC sent, or for which the service looked up a VIN. */
export type RegoVins = ReturnType<typeof createRegoVins>

export function createRegoVins(database: Database) {
  const insert = (scope: ConnectionRegion, vins: readonly VinEvidence[], onConflict: string): void => {
    database.transaction(() => {
      for (const { rego, vin, source, at } of vins) {
        database.run(
          `INSERT INTO rego_vin (connection_id, region, rego, vin, source, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO ${onConflict}`,
          [...scopeParams(scope), rego, vin, source, at],
        )
      }
    })
  }
  const find: VinSource = (scope, regos) =>
    database.all<{ rego: string; vin: string; source: KnownVin['source']; at: string }>(
      `SELECT rego, vin, source, at FROM rego_vin WHERE ${inScope} AND rego IN (SELECT value FROM json_each(?))`,
      [...scopeParams(scope), JSON.stringify(regos)],
    )
  return {
    find,
    /** The service has just looked up these VINs. */
    saveLookedUp: (scope: ConnectionRegion, vins: readonly VinEvidence[]): void =>
      insert(scope, vins, 'UPDATE SET source = excluded.source, at = excluded.at'),
    /** These VINs were sent. The date of a VIN that is known already stays: sending it again proves nothing new. */
    saveSent: (scope: ConnectionRegion, vins: readonly VinEvidence[]): void => insert(scope, vins, 'NOTHING'),
  }
}
