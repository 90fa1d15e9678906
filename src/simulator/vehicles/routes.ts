import { Hono } from 'hono'
import { australianStates, readRegion } from '../wire/reading.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Registry } from './registry.ts'
import { optionPacksOf, vehicleJson } from './vehicle-json.ts'

export interface VehicleRouteParts {
  readonly registry: Registry
}

/** /v2/vehicles (interface, part 4, vehicle search). */
export function vehicleRoutes({ registry }: VehicleRouteParts): Hono<PracticeEnv> {
  const routes = new Hono<PracticeEnv>()
  routes.get('/registrations/:number_plate', (c) => {
    const region = readRegion(c)
    const state = region === 'au' ? readState(c.req.query('state')) : null
    const found = registry.byPlate(region, state, c.req.param('number_plate'))
    if (found.kind !== 'match') {
      return c.json({
        success: true,
        vehicle: null,
        option_packs: [],
        upstream_vehicle: found.kind === 'unknown' ? null : found.upstream,
      })
    }
    return c.json({
      success: true,
      vehicle: { ...vehicleJson(found.vehicle), confidence: found.quality === 'low' ? 'low' : 'standard' },
      option_packs: optionPacksOf(found.vehicle),
      upstream_vehicle: found.upstream,
      ...(found.quality === 'low' ? { warnings: ['Low match quality: check the vehicle before you rely on it'] } : {}),
    })
  })
  routes.get('/vins/:vin', (c) => {
    const region = readRegion(c)
    if (region === 'my') throw new Refusal(400, 'VIN search is not available in this region')
    const vehicle = registry.byVin(c.req.param('vin'))
    return c.json({
      success: true,
      vehicle: vehicle && { ...vehicleJson(vehicle), confidence: 'standard' },
      option_packs: vehicle ? optionPacksOf(vehicle) : [],
      upstream_vehicle: vehicle && {
        vin: c.req.param('vin').trim().toUpperCase(),
        description: `${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.body}`.toUpperCase(),
      },
    })
  })
  return routes
}

/** The short state code, which `au` requires (interface, part 4). */
export function readState(given: string | undefined): string {
  const state = australianStates.find((known) => known === given)
  if (!state) throw new Refusal(400, `state must be one of ${australianStates.join(', ')}`)
  return state
}
