import type { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { VinEvidence } from '../../known-vins/vin-evidence.ts'
import type { CustomerLists } from './customer-lists.ts'
import { keysOfVehicle } from './listed-customers.ts'

/** The vehicles of the customers in the cache. Keys are those of `vehicleKeys` of core/fields. */
export type KnownVehicles = ReturnType<typeof createKnownVehicles>

export function createKnownVehicles(lists: Pick<CustomerLists, 'ready'>) {
  return {
    async vehicleKeys(connectionId: string, region: Region): Promise<Iterable<string>> {
      const rows = (await lists.ready({ connectionId, region })).rows()
      return (function* () {
        for (const row of rows) yield* keysOfVehicle(row, region)
      })()
    },

    /** Which keys are of vehicles in the cache, also when they change later. */
    async knownVehicles(connectionId: string, region: Region): Promise<{ has(key: string): boolean }> {
      const list = await lists.ready({ connectionId, region })
      return { has: (key) => list.withVehicle(key).length > 0 }
    },

    /** The ids of the customers in the cache that have one of the keys. */
    async idsOfVehicles(scope: ConnectionRegion, keys: readonly string[]): Promise<readonly string[]> {
      const list = await lists.ready(scope)
      return [...new Set(keys.flatMap((key) => list.withVehicle(key).map(({ id }) => id)))]
    },

    /** The VINs of customers by rego. Only regos that the service has without spaces are found, as Forecourt sends them. */
    async vinsOfRegos(scope: ConnectionRegion, regos: readonly string[]): Promise<readonly VinEvidence[]> {
      const list = await lists.ready(scope)
      return [...new Set(regos)].flatMap((wanted) =>
        list.withVehicle(`r:${wanted}`).flatMap(({ rego, state, vin, lastUpdated: at }) => {
          const found = regoKey(rego ?? '', scope.region === 'au' ? (state?.toUpperCase() ?? '') : '')
          return vin !== null && found === wanted
            ? [{ rego: wanted, vin: vin.toUpperCase(), source: 'customer' as const, at }]
            : []
        }),
      )
    },
  }
}
