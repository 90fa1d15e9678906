import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { KnownVin } from '../../contract/drafts.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Clock } from '../ports/clock.ts'
import { chooseVin, type VinEvidence, type VinSource } from './vin-evidence.ts'

export interface KnownVinSources {
  readonly clock: Clock
  /** Days after which a VIN is no longer filled in (advanced settings). */
  maxAgeDays(connectionId: string): number
  /** What uploads recorded. For a VIN that it has, the customers are not asked. */
  readonly recorded: VinSource
  readonly lookups: VinSource
  /** The date of a customer is that of its last change, which can be later than when its VIN was found. */
  readonly customers: (...asked: Parameters<VinSource>) => Promise<ReturnType<VinSource>>
}

/** Finds the VIN that this PC knows for each rego (`regoKey`), without a call to the service. */
export type FindKnownVins = (scope: ConnectionRegion, regos: readonly string[]) => Promise<Map<string, KnownVin | null>>

/** Regos looked up in one piece: a few milliseconds. */
const regosPerPiece = 500

export function createFindKnownVins({
  clock,
  maxAgeDays,
  recorded,
  lookups,
  customers,
}: KnownVinSources): FindKnownVins {
  const evidenceFor = async (scope: ConnectionRegion, regos: readonly string[]): Promise<VinEvidence[]> => {
    const own = recorded(scope, regos)
    const known = new Set(own.map(({ rego, vin }) => `${rego} ${vin}`))
    const others = (await customers(scope, regos)).filter(({ rego, vin }) => !known.has(`${rego} ${vin}`))
    return [...own, ...lookups(scope, regos), ...others]
  }
  return async (scope, regos) => {
    const found = new Map<string, KnownVin | null>()
    const oldestDays = maxAgeDays(scope.connectionId)
    for (let first = 0; first < regos.length; first += regosPerPiece) {
      const piece = regos.slice(first, first + regosPerPiece)
      const byRego = Map.groupBy(await evidenceFor(scope, piece), ({ rego }) => rego)
      for (const rego of piece) found.set(rego, chooseVin(byRego.get(rego) ?? [], clock.now(), oldestDays))
      await yieldToEventLoop()
    }
    return found
  }
}
