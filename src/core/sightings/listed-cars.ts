import type { Source } from '../../contract/connection-region.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import { currentScope, requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CallListQuery } from './call-list-query.ts'
import type { CallListCar } from './call-list.ts'
import { sightingFailures } from './sightings-text.ts'

/** A customer of one of several connections. */
export interface CarOfSource {
  readonly customerId: string
  readonly source: ConnectionRegion
}

/** Which cars a call from the window is about, read before it is answered. */
export type ListedCars = ReturnType<typeof createListedCars>

const distinctScopes = (scopes: readonly ConnectionRegion[]): readonly ConnectionRegion[] => [
  ...new Map(scopes.map((scope) => [scopeKey(scope), scope])).values(),
]

export function createListedCars(
  { connections }: Pick<OpenStorage, 'connections'>,
  cars: CallListQuery,
  /** Reads the list of a connection and region in pieces; after it, nothing of it takes long. */
  ready: (scope: ConnectionRegion) => Promise<void>,
) {
  const require = (scope: ConnectionRegion, customerId: string): CallListCar =>
    cars.get(scope, customerId) ?? fail('not-found', ...sightingFailures.notInList)
  return {
    ready,
    /** Throws `not-found` for a car that the list does not have. */
    require,
    /** The connection and region of a row, else those in use; its list is ready. */
    async scopeOf(source: ConnectionRegion | undefined): Promise<ConnectionRegion> {
      const scope = source ?? requireScope({ connections })
      if (source && !connections.find(source.connectionId)) fail('not-found', ...sightingFailures.noConnection)
      await ready(scope)
      return scope
    },
    /** What the list shows, ready; empty before the first connection. */
    async updatedSources(): Promise<readonly Source[]> {
      const sources = connections.inUse()
      for (const source of sources) await ready(source)
      return sources
    },
    /** A car as the window shows it. */
    shown(scope: ConnectionRegion, customerId: string): SightedCar {
      const [car] = cars.toSightedCars([require(scope, customerId)])
      return car ?? fail('not-found', ...sightingFailures.notInList)
    },
    /** Those of the customers, of the connection in use and of others, that the list still has, in their order. */
    async present(customerIds: readonly string[], ofSources: readonly CarOfSource[] = []): Promise<CallListCar[]> {
      const [current] = customerIds.length > 0 ? [currentScope({ connections })] : []
      const wanted = [
        ...(current ? customerIds.map((customerId) => ({ customerId, source: current })) : []),
        ...ofSources.filter(({ source }) => connections.find(source.connectionId)),
      ]
      const scopes = distinctScopes(wanted.map(({ source }) => source))
      for (const scope of scopes) await ready(scope)
      const finders = new Map(scopes.map((scope) => [scopeKey(scope), cars.finder(scope)]))
      return wanted.flatMap(({ customerId, source }) => finders.get(scopeKey(source))?.(customerId) ?? [])
    },
  }
}
