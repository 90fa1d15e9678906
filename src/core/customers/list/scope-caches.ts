import type { Customer } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/** Results over all records of a scope, held in memory until the records change. */
export interface ScopeCaches {
  /** Keys (`vehicleKeys` of core/fields) of all vehicles in the cache. */
  vehicleKeys(scope: ConnectionRegion): ReadonlySet<string>
  /** All customers with a sighting, the latest first. */
  sightedCustomers(scope: ConnectionRegion): readonly Customer[]
  clear(change: { readonly scope: ConnectionRegion; readonly sighted: boolean }): void
  clearAll(): void
}

export function createScopeCaches(cache: CustomerCache, withPendingChanges: WithPendingChanges): ScopeCaches {
  const keys = new Map<string, ReadonlySet<string>>()
  const sighted = new Map<string, readonly Customer[]>()
  return {
    vehicleKeys(scope) {
      const found = keys.get(scopeKey(scope)) ?? cache.vehicleKeys(scope)
      keys.set(scopeKey(scope), found)
      return found
    },
    sightedCustomers(scope) {
      const found = sighted.get(scopeKey(scope)) ?? cache.sighted(scope).map(withPendingChanges.decorator(scope))
      sighted.set(scopeKey(scope), found)
      return found
    },
    clear(change) {
      keys.delete(scopeKey(change.scope))
      if (change.sighted) sighted.delete(scopeKey(change.scope))
    },
    clearAll() {
      keys.clear()
      sighted.clear()
    },
  }
}
