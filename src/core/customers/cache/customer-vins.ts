import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { VinSource } from '../../known-vins/vin-evidence.ts'
import type { CustomerIndexes } from './customer-indexes.ts'

/**
 * The VINs of customers by rego. Only regos that the service has without spaces are found, as Forecourt sends them: the
 * index has no other form. Nothing is found while the indexes are dropped.
 */
export function createCustomerVins(database: Database, indexes: CustomerIndexes): VinSource {
  return (scope, regos) => {
    if (indexes.areDropped()) return []
    const wanted = new Set(regos)
    const plates = regos.map((rego) => rego.slice(0, rego.indexOf('|')))
    return database
      .all<{ rego: string; state: string | null; vin: string; last_updated: string }>(
        `SELECT rego, state, vin, last_updated FROM customer ${indexes.hint('customer_rego')}
         WHERE ${inScope} AND rego IN (SELECT value FROM json_each(?)) AND vin IS NOT NULL`,
        [...scopeParams(scope), JSON.stringify(plates)],
      )
      .map(({ rego, state, vin, last_updated: at }) => ({
        rego: regoKey(rego, scope.region === 'au' ? (state?.toUpperCase() ?? '') : ''),
        vin: vin.toUpperCase(),
        source: 'customer' as const,
        at,
      }))
      .filter(({ rego }) => wanted.has(rego))
  }
}
