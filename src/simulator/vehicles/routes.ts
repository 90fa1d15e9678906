import { Hono, type Context } from 'hono'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { australianStates, readNames, readRegion, readWhole } from '../wire/reading.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import { Refusal } from '../wire/refusal.ts'
import { registrationStatus } from './registration-status.ts'
import type { Registry } from './registry.ts'
import { specCategories, specsOf } from './specs.ts'
import { aggregate, facetNames, type Facet, type TextSearch } from './text-search.ts'
import { optionPacksOf, vehicleJson } from './vehicle-json.ts'

export interface VehicleRouteParts {
  readonly catalogue: Catalogue
  readonly registry: Registry
  readonly search: TextSearch
  readonly seed: string
  readonly nowMs: () => number
}

const defaultCount = 10
const mostCount = 100
const longestSearch = 500

/** /v2/vehicles (interface, part 4, vehicle search; what a region lacks, part 1). */
export function vehicleRoutes(parts: VehicleRouteParts): Hono<PracticeEnv> {
  const { catalogue, registry, search } = parts
  const routes = new Hono<PracticeEnv>()

  // How a facet narrows is not shown: here by a query parameter of its name.
  routes.get('/', (c) => {
    readRegion(c)
    const words = c.req.query('search') ?? ''
    if (words.length > longestSearch) throw new Refusal(400, `search may hold at most ${longestSearch} characters`)
    const count = readWhole(c, 'count', 1, mostCount) ?? defaultCount
    const asked = readNames(c, 'facets', facetNames)
    const narrowing = new Map<Facet, readonly string[]>()
    for (const name of facetNames) {
      const values = (c.req.queries(name) ?? []).filter((value) => value !== '')
      if (values.length > 0) narrowing.set(name, values)
    }
    if (asked === undefined && words.trim() === '' && narrowing.size === 0) {
      throw new Refusal(400, 'search, facets or a facet is required')
    }
    const hits = search.find(words, narrowing)
    if (asked !== undefined) {
      const vehicles = hits.map((hit) => hit.vehicle)
      return c.json({
        success: true,
        facets: Object.fromEntries(asked.map((name) => [name, aggregate(vehicles, name)])),
      })
    }
    return c.json({
      success: true,
      vehicles: hits.slice(0, count).map((hit) => ({ ...vehicleJson(hit.vehicle), confidence: hit.confidence })),
    })
  })

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
    readRegionWith(c, 'VIN search')
    const vin = c.req.param('vin').trim().toUpperCase()
    const vehicle = registry.byVin(vin)
    return c.json({
      success: true,
      vehicle: vehicle && { ...vehicleJson(vehicle), confidence: 'standard' },
      option_packs: vehicle ? optionPacksOf(vehicle) : [],
      upstream_vehicle: vehicle && {
        vin,
        description: `${vehicle.year} ${vehicle.make} ${vehicle.model} ${vehicle.body}`.toUpperCase(),
      },
    })
  })

  // The interface shows two forms of the status path and does not say which is canonical: both are served.
  const status = (c: Context<PracticeEnv>): Response => {
    if (readRegion(c) !== 'au') throw new Refusal(400, 'Registration status is not available in this region')
    const state = readState(c.req.query('state'))
    const found = registrationStatus(registry, parts.seed, state, c.req.param('number_plate') ?? '', parts.nowMs())
    if (!found) throw new Refusal(404, 'No registration was found for this plate')
    return c.json({ success: true, ...found })
  }
  routes.get('/registrations/:number_plate/status', status)
  routes.get('/:number_plate/status', status)

  routes.get('/:vehicle_id/specs', (c) => {
    readRegionWith(c, 'Specs')
    const selectors = readNames(c, 'selectors', specCategories) ?? specCategories
    const vehicle = catalogue.byId(c.req.param('vehicle_id'))
    if (!vehicle) throw new Refusal(404, 'Invalid Vehicle ID')
    const specs = specsOf(vehicle)
    return c.json({
      success: true,
      vehicle_id: vehicle.id,
      specs: Object.fromEntries(selectors.map((name) => [name, specs[name]])),
    })
  })
  return routes
}

function readRegionWith(c: Context, feature: string): void {
  if (readRegion(c) === 'my') throw new Refusal(400, `${feature} is not available in this region`)
}

/** The short state code, which `au` requires (interface, part 4). */
function readState(given: string | undefined): string {
  const state = australianStates.find((known) => known === given)
  if (!state) throw new Refusal(400, `state must be one of ${australianStates.join(', ')}`)
  return state
}
