import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'

/** The last sync that read the service's list to its end. */
export interface LastSync {
  readonly syncedAt: string
  /** Records that the service listed. */
  readonly listed: number | null
  readonly vanished: { readonly count: number; readonly at: string } | null
}

/** The result of the last complete sync of each connection and region. */
export interface SyncLog {
  lastSync(scope: ConnectionRegion): LastSync | null
  recordSync(scope: ConnectionRegion, at: string, sync: { readonly listed: number; readonly vanished: number }): void
}

export function createSyncLog(database: Database): SyncLog {
  return {
    lastSync(scope) {
      const found = database.get<{
        synced_at: string
        listed: number | null
        vanished: number | null
        vanished_at: string | null
      }>(`SELECT * FROM customer_sync WHERE ${inScope}`, scopeParams(scope))
      if (!found) return null
      const { synced_at: syncedAt, listed, vanished: count, vanished_at: at } = found
      return { syncedAt, listed, vanished: count && at !== null ? { count, at } : null }
    },

    recordSync(scope, at, { listed, vanished }) {
      // The number of vanished records stays until others vanish: a sync two minutes later must not clear it before it is read.
      database.run(
        `INSERT INTO customer_sync (connection_id, region, synced_at, listed, vanished, vanished_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET synced_at = excluded.synced_at, listed = excluded.listed,
           vanished = coalesce(excluded.vanished, vanished), vanished_at = coalesce(excluded.vanished_at, vanished_at)`,
        [...scopeParams(scope), at, listed, vanished || null, vanished ? at : null],
      )
    },
  }
}
