import type { RouteLocationOptions } from 'vue-router'
import type { FacetChoice, RecentLookup, Vehicle } from '../../../contract/lookup.ts'
import { FacetName, Vehicle as VehicleSchema } from '../../../contract/lookup.ts'
import { StateCode } from '../../../contract/region.ts'

/** What is asked of the service about one car. */
export type LookupQuestion =
  | { readonly kind: 'plate'; readonly plate: string; readonly state: StateCode | null }
  | { readonly kind: 'vin'; readonly vin: string }

/** An address inside the look-up, by its name in the router. */
export interface LookupRoute extends RouteLocationOptions {
  readonly name: string
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
}

type Query = Readonly<Record<string, unknown>>

const textOf = (query: Query, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** The address of a question that is on its way; the answer takes its place in the history. */
export const routeOfQuestion = (question: LookupQuestion): LookupRoute => ({
  name: 'lookup-ask',
  query:
    question.kind === 'vin'
      ? { vin: question.vin }
      : { plate: question.plate, ...(question.state ? { state: question.state } : {}) },
})

/** The question of such an address; null when it holds none. */
export function questionOfRoute(query: Query): LookupQuestion | null {
  const vin = textOf(query, 'vin')
  if (vin) return { kind: 'vin', vin }
  const plate = textOf(query, 'plate')
  if (!plate) return null
  const state = StateCode.safeParse(textOf(query, 'state'))
  return { kind: 'plate', plate, state: state.success ? state.data : null }
}

export const routeOfWords = (text: string): LookupRoute => ({ name: 'lookup-words', query: { q: text } })
export const wordsOfRoute = (query: Query): string => textOf(query, 'q').slice(0, 300)

export const routeOfCatalogue = (chosen: FacetChoice): LookupRoute => ({
  name: 'lookup-catalogue',
  query: { ...chosen },
})

/** What is chosen in such an address; what is no facet is left. */
export function chosenOfRoute(query: Query): FacetChoice {
  const chosen: FacetChoice = {}
  for (const name of FacetName.options) {
    const value = textOf(query, name).slice(0, 200)
    if (value) chosen[name] = value
  }
  return chosen
}

/** A kept look-up opens from this PC; kept words are searched for again, which this PC answers too while it is young enough. */
export const routeOfRecent = (recent: RecentLookup): LookupRoute =>
  recent.kind === 'text' ? routeOfWords(recent.query) : { name: 'lookup-kept', params: { id: recent.id } }

/**
 * A vehicle of the catalogue. The record goes along with the entry of the browser's history, so that it is there after Back and after a
 * reload; the address alone (id and title) still opens specs and market. Null without an id: nothing can be asked about it.
 */
export function routeOfVehicle(vehicle: Vehicle): LookupRoute | null {
  if (vehicle.vehicleId === null) return null
  return {
    name: 'lookup-vehicle',
    params: { vehicleId: vehicle.vehicleId },
    query: { title: vehicle.title },
    state: { vehicle: JSON.stringify(vehicle) },
  }
}

/** The record that came along; null when it did not, or is of another vehicle. */
export function vehicleOfHistory(state: unknown, vehicleId: string): Vehicle | null {
  const carried = (state as { vehicle?: unknown } | null)?.vehicle
  if (typeof carried !== 'string') return null
  try {
    const vehicle = VehicleSchema.safeParse(JSON.parse(carried))
    return vehicle.success && vehicle.data.vehicleId === vehicleId ? vehicle.data : null
  } catch {
    // An entry that another version of the window has written: the address alone will do.
    return null
  }
}
