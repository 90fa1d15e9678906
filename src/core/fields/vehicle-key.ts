/** Two records with one key are of one car: the rego with its state. VINs have keys as well (`vehicleKeys`). */
export const regoKey = (rego: string, state: string | null): string => `${rego}|${state ?? ''}`

/** Keys under which a customer is known: `r:ABC123|NSW`, `v:6G1FA8E5AZ4033922`. States count in Australia only. */
export function vehicleKeys(vehicle: {
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
}): string[] {
  const keys: string[] = []
  if (vehicle.rego)
    keys.push(`r:${regoKey(vehicle.rego.toUpperCase(), vehicle.state ? vehicle.state.toUpperCase() : null)}`)
  if (vehicle.vin) keys.push(`v:${vehicle.vin.toUpperCase()}`)
  return keys
}
