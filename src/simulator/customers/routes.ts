import { Hono } from 'hono'
import type { ServiceSettings } from '../control/service-settings.ts'
import { readBody, readRegion, readWhole } from '../wire/reading.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import type { Customers } from './customers.ts'

/**
 * /v2/recapture/customers (interface, part 4, customer recapture). More than the largest page gives the largest page.
 */
export function customerRoutes(customers: Customers, settings: ServiceSettings): Hono<PracticeEnv> {
  const routes = new Hono<PracticeEnv>()
  routes.get('/', (c) => {
    const region = readRegion(c)
    const uploadId = c.req.query('upload_id')
    const page = customers.page(c.get('accountId'), region, {
      offset: readWhole(c, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
      limit: Math.min(
        readWhole(c, 'limit', 1, Number.MAX_SAFE_INTEGER) ?? settings.defaultPageSize,
        settings.maxPageSize,
      ),
      uploadId,
      lagMs: settings.listLagMs,
    })
    return c.json({ success: true, customers: page })
  })
  routes.get('/:customer_id', (c) =>
    c.json({ success: true, customer: customers.get(c.get('accountId'), readRegion(c), c.req.param('customer_id')) }),
  )
  routes.patch('/:customer_id', async (c) => {
    const region = readRegion(c)
    const body = await readBody(c)
    return c.json({
      success: true,
      customer: customers.patch(c.get('accountId'), region, c.req.param('customer_id'), body),
    })
  })
  routes.delete('/:customer_id', (c) =>
    c.json({
      success: true,
      customer: customers.delete(c.get('accountId'), readRegion(c), c.req.param('customer_id')),
    }),
  )
  return routes
}
