import { StateCode } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { VinEvidence } from '../known-vins/vin-evidence.ts'
import { payloadBody, plateQuery, statusQuery } from './queries.ts'
import { readLookup } from './read-lookup.ts'
import { readStatus } from './read-status.ts'
import type { SavedResult, SavedResults } from './saved-results.ts'

/** The VINs in saved look-ups and registration status results of regos (`regoKey`). Nothing is looked up. */
export function findSavedVins(
  saved: Pick<SavedResults, 'findCar'>,
  scope: ConnectionRegion,
  regos: readonly string[],
): VinEvidence[] {
  const evidence: VinEvidence[] = []
  const add = (rego: string, result: SavedResult | null, vin: (result: SavedResult) => string | null): void => {
    const found = result && vin(result)
    if (result && found) evidence.push({ rego, vin: found.trim().toUpperCase(), source: 'look-up', at: result.at })
  }
  for (const rego of regos) {
    const [plate = '', code = ''] = rego.split('|')
    const state = StateCode.safeParse(code).data ?? null
    add(rego, saved.findCar(scope, plateQuery(plate, state)), ({ answer }) => {
      const { authority, outcome } = readLookup(payloadBody(answer))
      return outcome === 'nothing' ? null : (authority?.vin ?? null)
    })
    if (state === null) continue
    add(
      rego,
      saved.findCar(scope, statusQuery(plate, state)),
      ({ answer }) => readStatus(payloadBody(answer), { plate, state }, '').vin,
    )
  }
  return evidence
}
