import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { Refusal, refusalBody } from '../wire/refusal.ts'
import type { PracticeControl } from './control.ts'
import { regions } from '../wire/reading.ts'
import { products } from './service-settings.ts'

const share = z.number().min(0).max(1)
const match = {
  method: z.string().max(20).optional(),
  path: z.string().max(1_000).optional(),
}
const times = z.number().int().min(1).max(100_000).optional()

const settingsBody = z
  .strictObject({
    customersPerSecond: z.union([z.number().min(0), z.literal('at-once')]),
    errorShare: share,
    failingRegos: z.array(z.string()),
    serviceDown: z.boolean(),
    latencyMs: z.number().min(0).max(600_000),
    tokenLifetimeSeconds: z.number().int().min(1),
    sightingShare: share,
    maxUploadCustomers: z.number().int().min(1).nullable(),
    defaultPageSize: z.number().int().min(1),
    maxPageSize: z.number().int().min(1),
    licences: z.array(z.enum(products)),
    listLagMs: z.number().min(0).max(86_400_000),
  })
  .partial()

const faultBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('drop'), after: z.enum(['effect', 'before']), ...match, times }),
  z.strictObject({ kind: z.literal('cut'), afterBytes: z.number().int().min(0), ...match, times }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    message: z.string().optional(),
    retryAfterSeconds: z.number().int().min(0).optional(),
    ...match,
    times,
  }),
  z.strictObject({
    kind: z.literal('rate-limit'),
    resetInSeconds: z.number().int().min(0).optional(),
    retryAfter: z.boolean().optional(),
    ...match,
    times,
  }),
  z.strictObject({ kind: z.literal('hang'), ...match, times }),
  z.strictObject({ kind: z.literal('garbage'), ...match, times }),
])

const sightingBody = z.strictObject({
  customerId: z.string(),
  kind: z.enum(['new', 'price-change', 'repeat']).optional(),
})

/**
 * The controls over HTTP, for tests in another process and for curl: on a separate port, with a bearer token. The
 * README shows each call.
 */
export function createControlHandler(
  control: PracticeControl,
  token: string,
): (request: Request, env: HttpBindings) => Response | Promise<Response> {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(refusalBody(error.message), error.status)
    if (error instanceof z.ZodError) return c.json(refusalBody(z.prettifyError(error)), 400)
    if (error instanceof SyntaxError) return c.json(refusalBody('The request body is not valid JSON'), 400)
    return c.json(refusalBody('The controls failed unexpectedly'), 500)
  })
  app.use(async (c, next) => {
    const given = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!timingSafeEqual(digest(given), digest(token))) throw new Refusal(401, 'The control token is missing or wrong')
    await next()
  })
  app.get('/state', (c) => c.json(stateOf(control)))
  app.get('/calls', (c) => c.json({ counts: control.calls.counts(), latest: control.calls.latest() }))
  app.patch('/settings', async (c) => {
    const { customersPerSecond: speed, failingRegos, licences, ...rest } = settingsBody.parse(await c.req.json())
    Object.assign(control.settings, rest)
    if (speed !== undefined)
      control.settings.customersPerSecond = speed === 'at-once' ? Number.POSITIVE_INFINITY : speed
    if (failingRegos) control.settings.failingRegos = new Set(failingRegos)
    if (licences) control.settings.licences = new Set(licences)
    return c.json(stateOf(control))
  })
  app.post('/faults', async (c) => {
    addFault(control, faultBody.parse(await c.req.json()))
    return c.json({ faultsWaiting: control.faultsWaiting() })
  })
  app.delete('/faults', (c) => {
    control.clearFaults()
    return c.json({ faultsWaiting: 0 })
  })
  app.post('/down', async (c) => {
    await control.goDown()
    return c.json({ down: true })
  })
  app.post('/up', async (c) => {
    await control.comeUp()
    return c.json({ down: false })
  })
  app.post('/expire-tokens', (c) => {
    control.expireTokens()
    return c.json({ expired: true })
  })
  app.post('/accounts', (c) => c.json(control.addAccount()))
  app.post('/advance-clock', async (c) => {
    const { ms } = z.strictObject({ ms: z.number().min(0).max(1e13) }).parse(await c.req.json())
    control.advanceClock(ms)
    return c.json(stateOf(control))
  })
  app.post('/process', async (c) => {
    const { count } = z.strictObject({ count: z.number().int().min(1) }).parse(await c.req.json())
    return c.json({ processed: control.process(count) })
  })
  app.post('/sightings', async (c) => {
    const { customerId, kind } = sightingBody.parse(await c.req.json())
    if (!control.customer(customerId)) throw new Refusal(404, 'No such customer')
    return c.json({ customer: control.makeSighting(customerId, kind) })
  })
  app.post('/uploads', async (c) => {
    const { region } = z.strictObject({ region: z.enum(regions) }).parse(await c.req.json())
    return c.json({ upload: control.makeUpload(region) })
  })
  app.post('/valuation-changes', async (c) => {
    const body = z.strictObject({ region: z.enum(['au', 'nz']), share: z.number().min(-0.9).max(10) })
    const { region, share: moved } = body.parse(await c.req.json())
    return c.json({ pricing_record: control.shiftValuation(region, moved) })
  })
  return (request) => app.fetch(request)
}

function addFault(control: PracticeControl, fault: z.infer<typeof faultBody>): void {
  switch (fault.kind) {
    case 'drop':
      return control.dropNextResponse(fault)
    case 'cut':
      return control.cutNextBody(fault)
    case 'status':
      return control.failNext(fault)
    case 'rate-limit':
      return control.rateLimit(fault)
    case 'hang':
      return control.hangNext(fault)
    case 'garbage':
      return control.garbleNext(fault)
  }
}

function stateOf(control: PracticeControl): Record<string, unknown> {
  const { settings } = control
  return {
    customers: control.customerCount(),
    queuedCustomers: control.queuedCustomers(),
    paidLookups: control.paidLookups(),
    faultsWaiting: control.faultsWaiting(),
    deliveriesWaiting: control.deliveriesWaiting(),
    uploads: control.uploads(),
    settings: {
      ...settings,
      customersPerSecond: Number.isFinite(settings.customersPerSecond) ? settings.customersPerSecond : 'at-once',
      failingRegos: [...settings.failingRegos],
      licences: [...settings.licences],
    },
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
