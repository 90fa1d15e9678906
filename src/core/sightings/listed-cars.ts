import type { Source } from '../../contract/connection-region.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import { currentScope, requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { runAtOnce, runInSlices } from '../scheduling/in-slices.ts'
import type { CallListQuery } from './call-list-query.ts'
import type { CallListCar } from './call-list.ts'
import { sightingFailures } from './sightings-text.ts'

/** A customer of one of several connections. */
export interface CarOfSource {
  readonly customerId: string
  readonly source: ConnectionRegion
}

/** Which cars a call from the window is about, read before it is answered. */
export interface ListedCars {
  /** Reads the list of a connection and region in pieces; after it, nothing of it takes long. */
  ready(scope: ConnectionRegion): Promise<void>
  /** The connection and region of a row, else those in use; its list is ready. */
  scopeOf(source: ConnectionRegion | undefined): Promise<ConnectionRegion>
  /** What the list shows, ready; empty before the first connection. */
  updatedSources(): Promise<readonly Source[]>
  /** Throws `not-found` for a car that the list does not have. */
  require(scope: ConnectionRegion, customerId: string): CallListCar
  /** The same as the window shows it. */
  shown(scope: ConnectionRegion, customerId: string): SightedCar
  allShown(cars: readonly CallListCar[]): Promise<SightedCar[]>
  /** Those of the customers, of the connection in use and of others, that the list still has, in their order. */
  present(customerIds: readonly string[], ofSources?: readonly CarOfSource[]): Promise<CallListCar[]>
}

const distinctScopes = (scopes: readonly ConnectionRegion[]): readonly ConnectionRegion[] => [
  ...new Map(scopes.map((scope) => [scopeKey(scope), scope])).values(),
]

export function createListedCars(
  { connections }: Pick<OpenStorage, 'connections'>,
  cars: CallListQuery,
  ready: ListedCars['ready'],
): ListedCars {
  const require: ListedCars['require'] = (scope, customerId) =>
    cars.get(scope, customerId) ?? fail('not-found', ...sightingFailures.notInList)
  return {
    ready,
    require,
    async scopeOf(source) {
      const scope = source ?? requireScope({ connections })
      if (source && !connections.find(source.connectionId)) fail('not-found', ...sightingFailures.noConnection)
      await ready(scope)
      return scope
    },
    async updatedSources() {
      const sources = connections.inUse()
      for (const source of sources) await ready(source)
      return sources
    },
    shown(scope, customerId) {
      const [car] = runAtOnce(cars.toSightedCars([require(scope, customerId)]))
      return car ?? fail('not-found', ...sightingFailures.notInList)
    },
    allShown: (found) => runInSlices(cars.toSightedCars(found)),
    async present(customerIds, ofSources = []) {
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
