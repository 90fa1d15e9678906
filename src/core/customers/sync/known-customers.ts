import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { createKnownRecords, type KnownRecords } from './known-records.ts'

/** The `KnownRecords` of each connection and region that was synced. */
export interface KnownCustomers {
  of(scope: ConnectionRegion): KnownRecords
  /** See `KnownRecords.forget`. */
  forget(scope: ConnectionRegion, ids: Iterable<string>): void
  forgetConnection(connectionId: string): void
}

export function createKnownCustomers(): KnownCustomers {
  const byScope = new Map<string, { readonly connectionId: string; readonly records: KnownRecords }>()
  return {
    of(scope) {
      const found = byScope.get(scopeKey(scope))
      if (found) return found.records
      const records = createKnownRecords()
      byScope.set(scopeKey(scope), { connectionId: scope.connectionId, records })
      return records
    },
    forget: (scope, ids) => byScope.get(scopeKey(scope))?.records.forget(ids),
    forgetConnection(connectionId) {
      for (const [key, known] of byScope) if (known.connectionId === connectionId) byScope.delete(key)
    },
  }
}
