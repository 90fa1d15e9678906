import type { RouteLocationOptions } from 'vue-router'
import { type RecentLookup, type Vehicle, Vehicle as VehicleSchema } from '../../../contract/lookup.ts'
import { type FacetChoice, FacetName } from '../../../contract/facets.ts'
import { StateCode } from '../../../contract/region.ts'

export type LookupQuery =
  | { readonly kind: 'plate'; readonly plate: string; readonly state: StateCode | null }
  | { readonly kind: 'vin'; readonly vin: string }

/** An address inside the look-up, by its name in the router. */
export interface LookupRoute extends RouteLocationOptions {
  readonly name: string
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
}

type AddressQuery = Readonly<Record<string, unknown>>

const textOf = (query: AddressQuery, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** The address of a pending look-up, which begins there. The address of its result replaces it in the history. */
export const routeOfQuery = (lookup: LookupQuery): LookupRoute => ({
  name: 'lookup-query',
  state: { isAsked: false },
  query:
    lookup.kind === 'vin'
      ? { vin: lookup.vin }
      : { plate: lookup.plate, ...(lookup.state ? { state: lookup.state } : {}) },
})

/** The look-up of such an address; null when it names no car. */
export function queryOfRoute(query: AddressQuery): LookupQuery | null {
  const vin = textOf(query, 'vin')
  if (vin) return { kind: 'vin', vin }
  const plate = textOf(query, 'plate')
  if (!plate) return null
  const state = StateCode.safeParse(textOf(query, 'state'))
  return { kind: 'plate', plate, state: state.success ? state.data : null }
}

export const routeOfKeywords = (text: string): LookupRoute => ({ name: 'lookup-search', query: { q: text } })
export const keywordsOfRoute = (query: AddressQuery): string => textOf(query, 'q').slice(0, 300)

export const routeOfCatalogue = (selected: FacetChoice): LookupRoute => ({
  name: 'lookup-catalogue',
  query: { ...selected },
})

/** The facets selected in such an address; other parameters are ignored. */
export function facetsOfRoute(query: AddressQuery): FacetChoice {
  const selected: FacetChoice = {}
  for (const name of FacetName.options) {
    const value = textOf(query, name).slice(0, 200)
    if (value) selected[name] = value
  }
  return selected
}

/** A saved look-up opens from this PC. A keyword search runs again, and a young enough result is reused. */
export const routeOfRecent = (recent: RecentLookup): LookupRoute =>
  recent.kind === 'text' ? routeOfKeywords(recent.query) : { name: 'lookup-saved', params: { id: recent.id } }

/**
 * A vehicle of the catalogue. Its record is saved in the entry of the browser's history, for Back and reload. The address alone
 * (id and title) still opens specs and market. Null without an id.
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

/** The record in a history entry; null when there is none or it is of another vehicle. */
export function vehicleOfHistory(state: unknown, vehicleId: string): Vehicle | null {
  const saved = (state as { vehicle?: unknown } | null)?.vehicle
  if (typeof saved !== 'string') return null
  try {
    const vehicle = VehicleSchema.safeParse(JSON.parse(saved))
    return vehicle.success && vehicle.data.vehicleId === vehicleId ? vehicle.data : null
  } catch {
    // Written by another version of the window: the address alone is enough.
    return null
  }
}
