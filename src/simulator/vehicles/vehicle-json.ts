import type { CatalogueVehicle } from '../catalogue/catalogue.ts'
import { randomFor } from '../seeded-random.ts'

/**
 * A vehicle on the wire (interface, part 2). `year` is a string here although a lead's is a number, as in real
 * services.
 */
export function vehicleJson(vehicle: CatalogueVehicle): Record<string, string> {
  return {
    id: vehicle.id,
    title: vehicle.title,
    year: String(vehicle.year),
    make: vehicle.make,
    model: vehicle.model,
    badge: vehicle.badge,
    series: vehicle.series,
    transmission: vehicle.transmission,
    body: vehicle.body,
    body_style: vehicle.bodyStyle,
    fuel: vehicle.fuel,
    engine: vehicle.engine,
    wheelbase: vehicle.wheelbase,
    drive: vehicle.drive,
  }
}

const packs = [
  { name: 'Premium Paint', price: 650 },
  { name: 'Technology Pack', price: 2_400 },
  { name: 'Towing Pack', price: 1_650 },
  { name: 'Leather Pack', price: 2_900 },
  { name: 'Sunroof', price: 1_950 },
  { name: 'Safety Plus Pack', price: 1_500 },
  { name: 'Sport Pack', price: 3_200 },
] as const

/** The option packs that a vehicle could have been ordered with: none for the plainest badges. */
export function optionPacksOf(vehicle: CatalogueVehicle): { id: string; name: string; price: number }[] {
  const random = randomFor('option packs', vehicle.id)
  return packs
    .filter(() => random.next() < 0.15 + vehicle.rank * 0.45)
    .map((pack) => ({ id: `${vehicle.id}-${pack.name.toLowerCase().replaceAll(' ', '-')}`, ...pack }))
}
