import type { Catalogue, CatalogueVehicle } from '../catalogue/catalogue.ts'
import { vehicleOfVin, vinOf, vinPattern } from '../catalogue/vin.ts'
import { randomFor } from '../seeded-random.ts'
import type { Region } from '../wire/reading.ts'

/** How the road transport authority describes a car (interface, part 2, `upstream_vehicle`). Absent is not known. */
export interface UpstreamVehicle {
  readonly plate_number?: string
  readonly state?: string
  readonly vin?: string
  readonly description?: string
  readonly year?: string
  readonly make?: string
  readonly model?: string
  readonly body?: string
  readonly colour?: string
}

/**
 * What is known of a plate: a match, a low-confidence match, the authority's description without a match, the VIN
 * alone, or nothing. The four test plates of part 4 show the first four.
 */
export type Registration =
  | {
      readonly kind: 'match'
      readonly quality: 'high' | 'low'
      readonly vehicle: CatalogueVehicle
      readonly upstream: UpstreamVehicle
    }
  | { readonly kind: 'no-match'; readonly upstream: UpstreamVehicle }
  | { readonly kind: 'vin-only'; readonly upstream: UpstreamVehicle }
  | { readonly kind: 'unknown' }

export interface Registry {
  /** By plate, which may be written with spaces or dashes, in any case. The same plate always gives the same car. */
  byPlate(region: Region, state: string | null, plate: string): Registration
  byVin(vin: string): CatalogueVehicle | null
}

const testPlates = {
  REG4SUCCESS: 'match',
  REG4WARNING: 'low',
  REG4NOMATCH: 'no-match',
  REG4VINONLY: 'vin-only',
} as const

const longestPlate: Readonly<Record<Region, number>> = { au: 9, nz: 6, my: 12 }

export const colours = ['White', 'Silver', 'Grey', 'Black', 'Blue', 'Red', 'Green', 'Orange', 'Brown', 'Gold'] as const

export function plateKey(plate: string): string {
  return plate
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** The cars that uploaded lists described. */
export interface DescribedCars {
  /** By plate key. */
  byPlate(region: Region, plate: string): { readonly vehicleId: string; readonly vin: string } | null
  /** The id of the vehicle. */
  byVin(vin: string): string | null
}

export function registry(catalogue: Catalogue, seed: string, described: DescribedCars): Registry {
  return {
    byPlate: (region, state, given) => {
      const plate = plateKey(given)
      const test = Object.entries(testPlates).find(([name]) => name === plate)?.[1]
      if (!test && (plate.length < 2 || plate.length > longestPlate[region] || !/\d/.test(plate)))
        return { kind: 'unknown' }
      const random = randomFor(seed, 'registration', region, state ?? '', plate)
      const thrown = outcomeOf(random.next())
      const car = test ? null : described.byPlate(region, plate)
      const known = car && catalogue.byId(car.vehicleId)
      const outcome = test ?? (known ? 'match' : thrown)
      if (outcome === 'unknown') return { kind: 'unknown' }
      const vehicle = known ?? random.pick(catalogue.vehicles)
      const vin = car && known ? car.vin : vinOf(vehicle, random.whole(1, 999_999))
      const named = { plate_number: plate, ...(state === null ? {} : { state }) }
      if (outcome === 'vin-only') return { kind: 'vin-only', upstream: { ...named, vin } }
      const upstream: UpstreamVehicle = {
        ...named,
        vin,
        description: `${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.body}`.toUpperCase(),
        year: String(vehicle.year),
        make: vehicle.make.toUpperCase(),
        model: vehicle.model.toUpperCase(),
        body: vehicle.body.toUpperCase(),
        colour: random.pick(colours).toUpperCase(),
      }
      if (outcome === 'no-match') return { kind: 'no-match', upstream }
      return { kind: 'match', quality: outcome === 'low' ? 'low' : 'high', vehicle, upstream }
    },
    byVin: (vin) => {
      const kept = vin.trim().toUpperCase()
      if (!vinPattern.test(kept)) return null
      const known = described.byVin(kept)
      return (known === null ? undefined : catalogue.byId(known)) ?? vehicleOfVin(catalogue, kept) ?? null
    },
  }
}

function outcomeOf(share: number): 'match' | 'low' | 'no-match' | 'vin-only' | 'unknown' {
  if (share < 0.88) return 'match'
  if (share < 0.93) return 'low'
  if (share < 0.96) return 'no-match'
  return share < 0.97 ? 'vin-only' : 'unknown'
}
