import { describe, expect, it } from 'vitest'
import { createAuthoriser } from '../../../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../../../src/core/service/create-service-client.ts'
import { statusFailure } from '../../../../src/core/service/service-failures.ts'
import type { Product, ServiceClient } from '../../../../src/core/service/service-client.ts'
import { requestedUntil } from '../../../../src/core/service/wait-headers.ts'
import { readWebhooks } from '../../../../src/core/webhooks/webhook-record.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createFetchTwin, json, text, type Behaviour } from '../../../twins/fetch-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

import { customersAnswer } from './service-client-bench.ts'

const baseUrl = 'https://api.example.com.au'

function connect(...behaviours: readonly Behaviour[]) {
  const far = createFetchTwin(...behaviours)
  const clock = createClockTwin()
  const log = createLogTwin()
  const tools = { baseUrl, fetch: far.fetch, clock, log }
  const client = createServiceClient({
    ...tools,
    region: 'my',
    regionCode: 'mys',
    authoriser: createAuthoriser({ ...tools, credentials: { scheme: 'api-key', apiKey: 'planted' } }),
    onOutcome: () => undefined,
    random: () => 0,
  })
  const seen = () => far.calls.map(({ method, url }) => `${method} ${url.slice(baseUrl.length)}`)
  return { client, far, seen }
}

const webhook = {
  id: 'w1',
  created_at: '2026-11-20T00:00:00Z',
  name: 'A',
  format: 'json',
  events: [],
  endpoint: 'https://x',
}
const request = { name: 'A', region: 'au', format: 'json', endpoint: 'https://x?token=1' } as const

describe('a request', () => {
  it.each<readonly [string, (client: ServiceClient) => Promise<unknown>, string]>([
    [
      'a text search',
      (client) => client.searchVehicles({ text: 'mazda 3', chosen: {}, count: 10 }),
      'GET /v2/vehicles?region=mys&search=mazda+3&count=10',
    ],
    [
      'a search by facets, each under its own name',
      (client) => client.searchVehicles({ text: '', chosen: { make: 'Land Rover', body_style: '5D Wagon' }, count: 5 }),
      'GET /v2/vehicles?region=mys&count=5&make=Land+Rover&body_style=5D+Wagon',
    ],
    [
      'facets',
      (client) => client.facets(['make', 'model'], { year: '2019' }),
      'GET /v2/vehicles?region=mys&facets=make%2Cmodel&year=2019',
    ],
    [
      'a registration status',
      (client) => client.registrationStatus('ABC123', 'VIC'),
      'GET /v2/vehicles/registrations/ABC123/status?region=mys&state=VIC',
    ],
    ['all specs', (client) => client.specs('v/1', null), 'GET /v2/vehicles/v%2F1/specs?region=mys'],
    [
      'some specs',
      (client) => client.specs('v1', ['engine', 'fuel']),
      'GET /v2/vehicles/v1/specs?region=mys&selectors=engine%2Cfuel',
    ],
    ['a market', (client) => client.marketOverlay('v1', null), 'GET /v2/sourcing/market_overlay/v1?region=mys'],
    [
      'a market of a longer time',
      (client) => client.marketOverlay('v1', 90),
      'GET /v2/sourcing/market_overlay/v1?region=mys&minimum_days=90',
    ],
    ['webhooks', (client) => client.listWebhooks(), 'GET /v2/webhooks?region=mys'],
    ['a webhook', (client) => client.getWebhook('w1'), 'GET /v2/webhooks/w1?region=mys'],
    ['a new webhook', (client) => client.createWebhook(request), 'POST /v2/webhooks?region=mys'],
    ['an edit', (client) => client.patchWebhook('w1', { name: '' }), 'PATCH /v2/webhooks/w1?region=mys'],
    ['a removal', (client) => client.deleteWebhook('w1'), 'DELETE /v2/webhooks/w1?region=mys'],
    ['a ping', (client) => client.pingWebhook('w1'), 'POST /v2/webhooks/w1/ping?region=mys'],
  ])('%s', async (_what, call, expected) => {
    const { client, seen } = connect(json({ success: true, webhook, webhooks: [webhook], ping: { webhook_id: 'w1' } }))
    expect(await call(client)).toMatchObject({ ok: true })
    expect(seen()).toEqual([expected])
  })

  it('of a webhook has only the given properties', async () => {
    const { client, far } = connect(json({ success: true, webhook, updates: { name: null } }))
    await client.createWebhook(request)
    expect(await client.patchWebhook('w1', { name: '' })).toEqual({
      ok: true,
      value: { webhook, updates: { name: null } },
    })
    expect(far.calls.map(({ body }) => JSON.parse(body ?? ''))).toEqual([request, { name: '' }])
  })

  it('that writes is made only once', async () => {
    const { client, far } = connect(json({ message: 'down' }, 503))
    for (const call of [
      client.createWebhook(request),
      client.patchWebhook('w1', {}),
      client.deleteWebhook('w1'),
      client.pingWebhook('w1'),
    ]) {
      expect(await call).toMatchObject({ ok: false, error: { failure: { kind: 'service-down' } } })
    }
    expect(far.calls).toHaveLength(4)
  })
})

describe('an answer in any envelope', () => {
  it.each([
    ['under its name', { webhooks: [webhook] }],
    ['bare', [webhook]],
    ['in an envelope', { data: { webhooks: [webhook] } }],
    ['the only list', { success: true, subscriptions: [webhook] }],
  ])('webhooks %s', async (_what, body) => {
    expect(await connect(json(body)).client.listWebhooks()).toMatchObject({ ok: true, value: { items: [webhook] } })
  })
  it.each<readonly [string, unknown, number]>([
    ['a map by ID', { webhooks: { w1: { endpoint: 'https://x' }, w2: webhook } }, 2],
    ['an empty map', { webhooks: {} }, 0],
    ['null', { success: true, webhooks: null, notes: [{ id: 1 }] }, 0],
    ['JSON:API', { data: [{ type: 'webhooks', id: 'w1', attributes: { endpoint: 'https://x' } }] }, 1],
    ['edges', { data: { webhooks: { edges: [{ node: webhook }], totalCount: 1 } } }, 1],
  ])('webhooks in %s', async (_what, body, count) => {
    const answer = await connect(json(body)).client.listWebhooks()
    const { records, unreadable } = readWebhooks(answer.ok ? answer.value.items : [])
    expect([answer.ok, records.map(({ id }) => id), unreadable]).toEqual([true, ['w1', 'w1'].slice(0, count), []])
    expect(records.every(({ endpoint }) => endpoint === 'https://x')).toBe(true)
  })
  it.each([
    ['under its name', { webhook }],
    ['bare', webhook],
    ['in an envelope', { data: webhook }],
    ['a list of one', [webhook]],
  ])('a webhook %s', async (_what, body) => {
    expect(await connect(json(body)).client.getWebhook('w1')).toEqual({ ok: true, value: webhook })
  })
  it('has no webhook where only the changes are', async () => {
    const changes = { success: true, updates: { endpoint: ['https://x', 'https://y'] } }
    expect(await connect(json(changes)).client.patchWebhook('w1', {})).toMatchObject({
      ok: false,
      error: { certainty: 'unknown' },
    })
    expect(await connect(json({ ...changes, webhook })).client.patchWebhook('w1', {})).toMatchObject({
      ok: true,
      value: { webhook, updates: changes.updates },
    })
  })
  it.each([[{}], [{ success: true }], [{ webhook: null }], [[]], ['x']])('%j has no webhook', async (body) => {
    expect(await connect(json(body)).client.getWebhook('w1')).toMatchObject({
      ok: false,
      error: { certainty: 'unknown' },
    })
  })
  it.each([[null], [[]], [{}], [[{ id: 1 }]]])('is accepted for a search as %j', async (body) => {
    expect(await connect(json(body)).client.searchVehicles({ text: 'a', chosen: {}, count: 1 })).toEqual({
      ok: true,
      value: body,
    })
  })
  it.each([['"text"'], ['3'], ['true']])('is not accepted for a search as %s', async (body) => {
    expect(await connect(text(body)).client.searchVehicles({ text: 'a', chosen: {}, count: 1 })).toMatchObject({
      ok: false,
    })
  })
  it('is accepted for a plate as null', async () => {
    expect(await connect(json(null)).client.findByPlate('ABC123', 'VIC')).toEqual({
      ok: true,
      value: null,
    })
  })
})

describe('the two forms of the status path', () => {
  const found = json({ success: true, registration_status: 'Registered' })
  /** The answer to the probe that follows a 404. */
  const present = json(customersAnswer)
  const table = 'GET /v2/vehicles/registrations/A1/status?region=mys&state=VIC'
  const other = 'GET /v2/vehicles/A1/status?region=mys&state=VIC'
  const probe = 'GET /v2/recapture/customers?region=mys&offset=0&limit=1'

  it('are tried in turn after a 404, then only the one that works', async () => {
    const { client, seen } = connect(text('<html>', 404), present, found)
    expect(await client.registrationStatus('A1', 'VIC')).toMatchObject({ ok: true })
    expect(await client.registrationStatus('A1', 'VIC')).toMatchObject({ ok: true })
    expect(seen()).toEqual([table, probe, other, other])
  })
  it('are not both tried once the first has worked', async () => {
    const { client, seen } = connect(found, json({ message: 'Unknown plate' }, 404), present)
    await client.registrationStatus('A1', 'VIC')
    expect(await client.registrationStatus('A1', 'VIC')).toMatchObject({
      ok: false,
      error: { failure: { kind: 'not-found' } },
    })
    expect(seen()).toEqual([table, table, probe])
  })
  it('give the 404 with a message when both answer 404', async () => {
    const said = json({ message: 'Unknown plate' }, 404)
    for (const [first, second] of [
      [said, text('<html>', 404)],
      [json({}, 404), said],
    ] as const) {
      const { client } = connect(first, present, second, present)
      expect(await client.registrationStatus('A1', 'VIC')).toMatchObject({
        error: { failure: { kind: 'not-found', message: 'Not found at the service: “Unknown plate”' } },
      })
    }
  })
  it('are not both tried after another failure', async () => {
    const { client, seen } = connect(json({ message: 'No' }, 403))
    await client.registrationStatus('A1', 'VIC')
    expect(seen()).toEqual([table])
  })
})

describe('the message of a failed call', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const judge = (status: number, words: string | null, product: Product | null, until: Date | null = null) =>
    statusFailure({
      status,
      texts: words === null ? [] : [words],
      words: words === 'Forbidden' ? null : words,
      isHtml: false,
      isOfRecord: false,
      record: null,
      refusedRecords: null,
      waitMs: null,
      until,
      product,
      now,
    }).failure

  it.each<readonly [Product, string]>([
    ['look-up', 'vehicle look-up'],
    ['market', 'market listings'],
    ['webhooks', 'webhooks'],
    ['recapture', 'customer recapture'],
  ])('names the missing licence for %s', (product, name) => {
    expect(judge(403, 'Forbidden', product)).toMatchObject({
      kind: 'no-licence',
      message: expect.stringContaining(`no licence for ${name}.`),
    })
  })

  it.each<readonly [string, Product, string]>([
    ['Invalid Webhook ID', 'webhooks', 'not-found'],
    ["You don't have permission to access that webhook", 'webhooks', 'rejected'],
    ['Invalid Region', 'webhooks', 'rejected'],
    ['Request validation failed', 'webhooks', 'rejected'],
    ['Invalid Customer ID', 'recapture', 'not-found'],
    ["You don't have permission to access that customer", 'recapture', 'rejected'],
    ['Incorrect Region', 'recapture', 'rejected'],
    ['You must upload at least one customer record', 'recapture', 'rejected'],
  ])('is our own for “%s” with any status and prefix, but not for a part of it', (words, product, kind) => {
    for (const status of [400, 403, 404, 422]) {
      const failure = judge(status, words, product)
      expect(failure).toMatchObject({ kind, next: expect.stringMatching(/\.$/) })
      expect(failure.message).not.toMatch(/^The service rejected/)
    }
    expect(judge(403, `Sorry: ${words}`, product).kind).toBe(kind)
    for (const part of [`${words} 7`, `Sorry, ${words}`]) {
      expect(judge(403, part, product)).toMatchObject({ kind: 'no-licence', message: expect.stringContaining(part) })
    }
  })

  it('for “Invalid Region” differs between webhooks and other calls', () => {
    expect(judge(400, 'Invalid Region', 'webhooks').message).toMatch(/webhook is in another region/)
    expect(judge(400, 'Invalid Region', 'look-up').message).toMatch(/account can’t use this region/)
  })

  it('shows when a usage limit ends, but not for a short wait', () => {
    const inMs = (ms: number) => new Date(now.getTime() + ms)
    expect(judge(429, null, 'look-up', inMs(30_000)).message).toMatch(/^Too many requests/)
    expect(judge(429, null, 'look-up', inMs(14 * 86_400_000))).toMatchObject({
      kind: 'rate-limited',
      message: expect.stringMatching(/Usage limit reached until \d\/12\/2026, \d+:\d\d [ap]m\./),
      retryAt: '2026-12-05T00:00:00.000Z',
    })
    expect(judge(429, null, 'look-up')).not.toHaveProperty('retryAt')
    const headers = (seconds: number) => new Headers({ 'Rate-Limit-Reset': String(now.getTime() / 1_000 + seconds) })
    expect(requestedUntil(headers(86_400 * 20), now)?.toISOString()).toBe('2026-12-11T00:00:00.000Z')
    expect(requestedUntil(headers(86_400 * 4_000), now)).toBeNull()
    expect(requestedUntil(new Headers(), now)).toBeNull()
  })
})
