import { Hono } from 'hono'
import type { Accounts } from '../auth/accounts.ts'
import { licensed, signedIn, tokenRoutes } from '../auth/routes.ts'
import type { ServiceSettings } from '../control/service-settings.ts'
import type { Customers } from '../customers/customers.ts'
import { customerRoutes } from '../customers/routes.ts'
import { uploadRoutes } from '../uploads/routes.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { sourcingRoutes, type SourcingRouteParts } from '../sourcing/routes.ts'
import { vehicleRoutes, type VehicleRouteParts } from '../vehicles/routes.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { PracticeEnv } from './practice-env.ts'
import { Refusal, refusalBody } from './refusal.ts'

export interface AppParts {
  readonly accounts: Accounts
  readonly settings: ServiceSettings
  readonly uploads: Uploads
  readonly customers: Customers
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly vehicles: VehicleRouteParts
  readonly sourcing: SourcingRouteParts
  readonly log: (line: string) => void
}

/** The interface as it is without faults: every route, sign-in, licences, and one shape for every refusal. */
export function createServiceApp(parts: AppParts): Hono<PracticeEnv> {
  const app = new Hono<PracticeEnv>()
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(refusalBody(error.message), error.status)
    parts.log(`${c.req.method} ${c.req.routePath} failed: ${error.name}`)
    return c.json(refusalBody('The practice service met a fault of its own'), 500)
  })
  app.notFound((c) => c.json(refusalBody('There is no such path or method'), 404))
  app.route('/', tokenRoutes(parts.accounts, parts.settings))
  app.use('/v2/*', signedIn(parts.accounts))
  app.use('/v2/vehicles/*', licensed(parts.settings, 'vehicles'))
  app.use('/v2/sourcing/*', licensed(parts.settings, 'sourcing'))
  app.use('/v2/webhooks/*', licensed(parts.settings, 'webhooks'))
  app.use('/v2/recapture/*', licensed(parts.settings, 'recapture'))
  app.route('/v2/vehicles', vehicleRoutes(parts.vehicles))
  app.route('/v2/sourcing', sourcingRoutes(parts.sourcing))
  app.route('/v2/webhooks', webhookRoutes(parts.webhooks, parts.deliveries))
  app.route('/v2/recapture/upload', uploadRoutes(parts.uploads, parts.settings))
  app.route('/v2/recapture/customers', customerRoutes(parts.customers, parts.settings))
  return app
}
