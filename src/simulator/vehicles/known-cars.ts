import type { CatalogueVehicle } from '../catalogue/catalogue.ts'
import { vinOf, vinPattern } from '../catalogue/vin.ts'
import { hashOf } from '../seeded.ts'
import type { Store } from '../store.ts'
import type { JsonObject, Region } from '../wire/reading.ts'
import { plateAsKept } from './registry.ts'
import type { TextSearch } from './text-search.ts'

/** What is told of a customer's car by the columns that were saved with the record. */
export interface ToldCar {
  readonly rego: string | null
  readonly vin: string | null
  readonly sale_date: string | null
  readonly additional_fields: JsonObject
}

/**
 * The cars that dealers' own lists speak of. Without it, practising with a list that says "Toyota HiLux" would turn up
 * sightings of a Tesla; with it, the plate, the VIN and the sighting are of a HiLux.
 */
export interface KnownCars {
  /** The car that the fields of a record describe (make, model, badge ...), or null when they describe none. */
  told(car: ToldCar): CatalogueVehicle | null
  /** Keeps which car a plate is on, so that later look-ups give the same. */
  remember(region: Region, car: ToldCar): void
  /** Forgets the car of a customer who is deleted. */
  forget(region: Region, rego: string): void
  byPlate(region: Region, plate: string): { readonly vehicleId: string; readonly vin: string } | null
}

const spokenOf = /make|model|vehicle|\bcar\b|badge|variant|series|description/i
const leastConfidence = 0.6
const longestTold = 200
const mostFound = 2_000

export function knownCars(store: Store, search: TextSearch): KnownCars {
  // A list of thousands of cars speaks of a few dozen models.
  const found = new Map<string, readonly CatalogueVehicle[]>()
  const bestOf = (words: string): readonly CatalogueVehicle[] => {
    const before = found.get(words)
    if (before) return before
    const hits = search.find(words, new Map())
    const [best] = hits
    const alike =
      best && best.confidence >= leastConfidence
        ? hits.filter((hit) => hit.confidence === best.confidence && hit.named === best.named).map((hit) => hit.vehicle)
        : []
    if (found.size >= mostFound) found.clear()
    found.set(words, alike)
    return alike
  }
  const told: KnownCars['told'] = (car) => {
    const words = Object.entries(car.additional_fields)
      .filter(([name, value]) => spokenOf.test(name) && typeof value === 'string')
      .map(([, value]) => String(value))
      .join(' ')
      .slice(0, longestTold)
    if (words.trim() === '') return null
    const alike = bestOf(words)
    if (alike.length === 0) return null
    const sold = Number(car.sale_date?.slice(0, 4) ?? Number.POSITIVE_INFINITY)
    // A car is built before it is sold.
    const possible = alike.filter((vehicle) => vehicle.year <= sold)
    const choice = possible.length > 0 ? possible : alike
    // By rego first: a VIN that is found later must not make it another car.
    return choice[hashOf('told car', car.rego ?? car.vin ?? '') % choice.length] ?? null
  }
  return {
    told,
    remember: (region, car) => {
      if (car.rego === null) return
      const vehicle = told(car)
      if (!vehicle) return
      const plate = plateAsKept(car.rego)
      const given = car.vin?.toUpperCase() ?? ''
      const vin = vinPattern.test(given) ? given : vinOf(vehicle, hashOf('known car', region, plate))
      store.run(
        'INSERT OR REPLACE INTO known_cars (region, plate, vehicle_id, vin) VALUES (?, ?, ?, ?)',
        region,
        plate,
        vehicle.id,
        vin,
      )
    },
    forget: (region, rego) =>
      void store.run('DELETE FROM known_cars WHERE region = ? AND plate = ?', region, plateAsKept(rego)),
    byPlate: (region, plate) => {
      const row = store.get<{ vehicle_id: string; vin: string }>(
        'SELECT vehicle_id, vin FROM known_cars WHERE region = ? AND plate = ?',
        region,
        plate,
      )
      return row ? { vehicleId: row.vehicle_id, vin: row.vin } : null
    },
  }
}
