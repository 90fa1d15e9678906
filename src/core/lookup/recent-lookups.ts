import type { RecentLookup } from '../../contract/lookup.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { lookupFailures } from './lookup-text.ts'
import type { SavedResult, SavedResults } from './saved-results.ts'

/** The list of recent look-ups. All methods but `list` fail with `not-found` for a look-up that was removed. */
export type RecentLookups = ReturnType<typeof createRecentLookups>

export function createRecentLookups(saved: SavedResults) {
  return {
    list(scope: ConnectionRegion): RecentLookup[] {
      const seen = new Set<string>()
      return saved.recent(scope).flatMap((entry): RecentLookup[] => {
        const key = lookupKey(entry)
        if (seen.has(key)) return []
        seen.add(key)
        const { id, query, state, region, title, pinned, at } = entry
        return [{ id, kind: lookupKind(entry), query, state, region, title, pinned, at }]
      })
    },
    /** A saved plate or VIN look-up of this connection. */
    require(scope: ConnectionRegion, id: string): SavedResult {
      const result = saved.byId(id)
      const isVehicle = result?.kind === 'plate' || result?.kind === 'vin'
      return result && isVehicle && result.connectionId === scope.connectionId ? result : failRemoved()
    },
    pin(id: string, pinned: boolean): void {
      if (!saved.pin(id, pinned)) failRemoved()
    },
    remove(id: string): void {
      const entry = saved.byId(id) ?? failRemoved()
      const same = saved.recent(entry).filter((other) => lookupKey(other) === lookupKey(entry))
      for (const other of same) saved.remove(other.id)
      saved.remove(id)
    },
  }
}

type ResultHeader = Omit<SavedResult, 'answer'>

const lookupKind = ({ kind }: ResultHeader): RecentLookup['kind'] =>
  kind === 'plate' || kind === 'vin' ? kind : 'text'

/** Results with the same key are one look-up in the list: the same keywords with another page length, for example. */
function lookupKey(entry: ResultHeader): string {
  return JSON.stringify([lookupKind(entry), entry.query.toLowerCase(), entry.state, entry.title.toLowerCase()])
}

function failRemoved(): never {
  fail('not-found', ...lookupFailures.removed)
}
