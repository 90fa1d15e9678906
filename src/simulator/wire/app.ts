import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Accounts } from '../auth/accounts.ts'
import { licensed, signedIn, tokenRoutes } from '../auth/routes.ts'
import type { Levers } from '../control/levers.ts'
import type { Customers } from '../customers/customers.ts'
import { customerRoutes } from '../customers/routes.ts'
import { uploadRoutes } from '../uploads/routes.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { Registry } from '../vehicles/registry.ts'
import { vehicleRoutes } from '../vehicles/routes.ts'
import type { PracticeEnv } from './practice-env.ts'
import { Refusal, refusalBody } from './refusal.ts'

export interface AppParts {
  readonly accounts: Accounts
  readonly levers: Levers
  readonly uploads: Uploads
  readonly customers: Customers
  readonly registry: Registry
  readonly log: (line: string) => void
}

const mostBodyBytes = 64 * 1024 * 1024

/** The interface as it is without faults: every route, sign-in, licences, and one shape for every refusal. */
export function practiceApp(parts: AppParts): Hono<PracticeEnv> {
  const app = new Hono<PracticeEnv>()
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(refusalBody(error.message), error.status)
    parts.log(`${c.req.method} ${c.req.routePath} failed: ${error.name}`)
    return c.json(refusalBody('The practice service met a fault of its own'), 500)
  })
  app.notFound((c) => c.json(refusalBody('There is no such path or method'), 404))
  app.use(
    bodyLimit({
      maxSize: mostBodyBytes,
      onError: (c) => c.json(refusalBody('The request body is larger than 64 MB'), 413),
    }),
  )
  app.route('/', tokenRoutes(parts.accounts, parts.levers))
  app.use('/v2/*', signedIn(parts.accounts))
  app.use('/v2/vehicles/*', licensed(parts.levers, 'vehicles'))
  app.use('/v2/recapture/*', licensed(parts.levers, 'recapture'))
  app.route('/v2/vehicles', vehicleRoutes(parts))
  app.route('/v2/recapture/upload', uploadRoutes(parts.uploads, parts.levers))
  app.route('/v2/recapture/customers', customerRoutes(parts.customers, parts.levers))
  return app
}
