import { Hono } from 'hono'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { readRegion, readWhole } from '../wire/reading.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import { Refusal } from '../wire/refusal.ts'
import { marketOverlay } from './market-overlay.ts'

export interface SourcingRouteParts {
  readonly catalogue: Catalogue
  readonly seed: string
  readonly nowMs: () => number
}

/** /v2/sourcing (interface, part 4, sourcing). */
export function sourcingRoutes({ catalogue, seed, nowMs }: SourcingRouteParts): Hono<PracticeEnv> {
  const routes = new Hono<PracticeEnv>()
  routes.get('/market_overlay/:vehicle_id', (c) => {
    const region = readRegion(c)
    if (region === 'my') throw new Refusal(400, 'The market overlay has listings of Australia and New Zealand only')
    const minimumDays = readWhole(c, 'minimum_days', 1, 3_650)
    const vehicle = catalogue.byId(c.req.param('vehicle_id'))
    if (!vehicle) throw new Refusal(404, 'Invalid Vehicle ID')
    return c.json({ success: true, ...marketOverlay(catalogue, seed, vehicle, region, minimumDays, nowMs()) })
  })
  return routes
}
