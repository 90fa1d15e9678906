import { StateCode } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { payloadBody, plateQuery, vinQuery } from './queries.ts'
import { readLookup } from './read-lookup.ts'
import type { SavedResult, SavedResults } from './saved-results.ts'

export interface SavedVehicle {
  /** For `lookup.open`. */
  readonly id: string
  /** The vehicle, or the road authority's description; null when the look-up found no car. */
  readonly title: string | null
  /** ISO 8601: when the service answered. */
  readonly at: string
}

/** The newest saved look-up of a car by its VIN or plate, of any age. Nothing is looked up. */
export function findSavedVehicle(
  saved: Pick<SavedResults, 'findCar'>,
  scope: ConnectionRegion,
  { rego, state, vin }: { readonly rego: string | null; readonly state: string | null; readonly vin: string | null },
): SavedVehicle | null {
  const plateState = scope.region === 'au' ? StateCode.safeParse(state?.toUpperCase()) : { success: true, data: null }
  const results: (SavedResult | null)[] = [
    vin ? saved.findCar(scope, vinQuery(plateKey(vin))) : null,
    rego && plateState.success ? saved.findCar(scope, plateQuery(plateKey(rego), plateState.data ?? null)) : null,
  ]
  const [newest] = results.filter((result) => result !== null).toSorted((a, b) => b.at.localeCompare(a.at))
  if (!newest) return null
  const { vehicle, authority } = readLookup(payloadBody(newest.answer))
  return { id: newest.id, title: vehicle?.title || authority?.description || null, at: newest.at }
}
