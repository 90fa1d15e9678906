import type { CatalogueVehicle } from '../catalogue/catalogue.ts'
import { vinOf, vinPattern } from '../catalogue/vin.ts'
import { hashOf } from '../seeded-random.ts'
import type { Store } from '../store.ts'
import type { JsonObject, Region } from '../wire/reading.ts'
import { type DescribedCars, plateKey } from './registry.ts'
import type { TextSearch } from './text-search.ts'

/** The fields of a customer record that describe the car. */
export interface CarRecord {
  readonly rego: string | null
  readonly vin: string | null
  readonly sale_date: string | null
  readonly additional_fields: JsonObject
}

/**
 * The cars that uploaded lists describe. A list that says "Toyota HiLux" then gets sightings of a HiLux, and look-ups
 * of its plates and VINs find a HiLux, instead of a random car.
 */
export interface CustomerCars extends DescribedCars {
  /** The car that the fields of a record describe (make, model, badge ...), or null. */
  describedVehicle(car: CarRecord): CatalogueVehicle | null
  /** Stores the car of a plate, so that later look-ups find the same one. */
  remember(region: Region, car: CarRecord): void
  /** Removes the car of a deleted customer. */
  forget(region: Region, rego: string): void
}

const describingFields = /make|model|vehicle|\bcar\b|badge|variant|series|description/i
const minConfidence = 0.6
const maxDescriptionLength = 200
const maxCached = 2_000

export function createCustomerCars(store: Store, search: TextSearch): CustomerCars {
  // A list of thousands of cars has a few dozen models.
  const cache = new Map<string, readonly CatalogueVehicle[]>()
  const bestMatches = (words: string): readonly CatalogueVehicle[] => {
    const before = cache.get(words)
    if (before) return before
    const hits = search.find(words, new Map())
    const [best] = hits
    const matches =
      best && best.confidence >= minConfidence
        ? hits.filter((hit) => hit.confidence === best.confidence && hit.named === best.named).map((hit) => hit.vehicle)
        : []
    if (cache.size >= maxCached) cache.clear()
    cache.set(words, matches)
    return matches
  }
  const describedVehicle: CustomerCars['describedVehicle'] = (car) => {
    const words = Object.entries(car.additional_fields)
      .filter(([name, value]) => describingFields.test(name) && typeof value === 'string')
      .map(([, value]) => String(value))
      .join(' ')
      .slice(0, maxDescriptionLength)
    if (words.trim() === '') return null
    const matches = bestMatches(words)
    if (matches.length === 0) return null
    const sold = Number(car.sale_date?.slice(0, 4) ?? Number.POSITIVE_INFINITY)
    // A car is built before it is sold.
    const possible = matches.filter((vehicle) => vehicle.year <= sold)
    const choice = possible.length > 0 ? possible : matches
    // By rego first: a VIN that is found later must not change the car.
    return choice[hashOf('told car', car.rego ?? car.vin ?? '') % choice.length] ?? null
  }
  return {
    describedVehicle,
    remember: (region, car) => {
      if (car.rego === null) return
      const vehicle = describedVehicle(car)
      if (!vehicle) return
      const plate = plateKey(car.rego)
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
      void store.run('DELETE FROM known_cars WHERE region = ? AND plate = ?', region, plateKey(rego)),
    byPlate: (region, plate) => {
      const row = store.get<{ vehicle_id: string; vin: string }>(
        'SELECT vehicle_id, vin FROM known_cars WHERE region = ? AND plate = ?',
        region,
        plate,
      )
      return row ? { vehicleId: row.vehicle_id, vin: row.vin } : null
    },
    byVin: (vin) =>
      store.get<{ vehicle_id: string }>('SELECT vehicle_id FROM known_cars WHERE vin = ?', vin)?.vehicle_id ?? null,
  }
}
