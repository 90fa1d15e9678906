import { Hono, type Context } from 'hono'
import { readBody, readRegion } from '../wire/reading.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Deliveries } from './deliveries.ts'
import { webhookRegions, type WebhookRegion, type Webhooks } from './webhooks.ts'

/** /v2/webhooks (interface, part 4, webhooks). */
export function webhookRoutes(webhooks: Webhooks, deliveries: Deliveries): Hono<PracticeEnv> {
  const routes = new Hono<PracticeEnv>()
  // At creation the region is in the body; the query is ignored.
  routes.post('/', async (c) => {
    const body = await readBody(c)
    const region = webhookRegions.find((known) => known === body['region'])
    if (!region) throw new Refusal(400, 'Invalid Region')
    return c.json({ success: true, webhook: webhooks.create(c.get('accountId'), region, body) })
  })
  routes.get('/', (c) => c.json({ success: true, webhooks: webhooks.list(c.get('accountId'), regionOf(c)) }))
  routes.get('/:webhook_id', (c) =>
    c.json({ success: true, webhook: webhooks.get(c.get('accountId'), regionOf(c), c.req.param('webhook_id')) }),
  )
  routes.patch('/:webhook_id', async (c) => {
    const region = regionOf(c)
    const body = await readBody(c)
    return c.json({ success: true, ...webhooks.patch(c.get('accountId'), region, c.req.param('webhook_id'), body) })
  })
  routes.delete('/:webhook_id', (c) =>
    c.json({ success: true, webhook: webhooks.delete(c.get('accountId'), regionOf(c), c.req.param('webhook_id')) }),
  )
  routes.post('/:webhook_id/ping', async (c) => {
    const { id, endpoint, format } = webhooks.get(c.get('accountId'), regionOf(c), c.req.param('webhook_id'))
    if (endpoint === null) throw new Refusal(400, 'The webhook has no endpoint')
    return c.json({ success: true, ping: await deliveries.ping({ id, endpoint, format }) })
  })
  return routes
}

function regionOf(c: Context): WebhookRegion {
  const region = webhookRegions.find((known) => known === readRegion(c))
  if (!region) throw new Refusal(400, 'Invalid Region')
  return region
}
