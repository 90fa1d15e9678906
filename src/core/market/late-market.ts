import { forwardHandlers, withHandlers } from '../../contract/methods.ts'
import { lazy } from '../../contract/lazy.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Market, VehicleLookups } from './market.ts'

/** The market, loaded when it is first used. */
export function createLateMarket(storage: OpenStorage, lookup: VehicleLookups): Market {
  const load = lazy(async () => (await import('./market.ts')).createMarket(storage, lookup))
  const handlers = forwardHandlers<{ market: Market }, 'market', AbortSignal>('market', async () => ({
    market: await load(),
  }))
  return withHandlers(handlers, {
    compare: async (scope, car, options) => (await load()).compare(scope, car, options),
  })
}
