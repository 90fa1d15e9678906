import type { CatalogueVehicle } from '../catalogue/catalogue.ts'

/**
 * What a car of this age and these kilometres is asked for, in dollars: it loses about 11 % a year at first and 8 %
 * later, and about 3 % for each 10,000 km beyond 14,000 a year (gains as much below), and never falls under 6 % of its
 * price when new.
 */
export function marketPrice(vehicle: CatalogueVehicle, ageYears: number, kms: number): number {
  const byAge = 0.89 ** Math.min(ageYears, 5) * 0.92 ** Math.max(0, ageYears - 5)
  const extraKms = kms - ageYears * 14_000
  const byKms = Math.min(1.2, Math.max(0.55, 1 - (extraKms / 10_000) * 0.03))
  return Math.max(vehicle.newPrice * 0.06, vehicle.newPrice * byAge * byKms)
}
