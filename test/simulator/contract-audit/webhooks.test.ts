import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  customersOf,
  customerTable,
  expectTable,
  refusal,
  sightingTable,
  startEndpoint,
  startService,
  succeed,
  type Endpoint,
  type Json,
  type Service,
  type Table,
} from './client.ts'

let service: Service
let endpoint: Endpoint
beforeAll(async () => {
  service = await startService()
  endpoint = await startEndpoint()
})
afterAll(async () => {
  await service.stop()
  await endpoint.stop()
})

const webhookTable: Table = {
  id: 'string (UUID)',
  created_at: 'ISO 8601 timestamp',
  name: 'string',
  format: 'string',
  events: 'array of string',
  endpoint: 'string (URL)',
}
const au = { region: 'au' }
const create = async (region = 'au', more: Json = {}): Promise<Json> => {
  const body = { name: 'Desk', region, format: 'json', endpoint: endpoint.url, ...more }
  return (await succeed(service, 'POST', '/v2/webhooks', { body }))['webhook'] as Json
}
const pathOf = (webhook: Json): string => `/v2/webhooks/${String(webhook['id'])}`
const patch = (webhook: Json, body: Json): Promise<Json> =>
  succeed(service, 'PATCH', pathOf(webhook), { query: au, body })

/** The first event of a name that a webhook's endpoint gets after this moment. */
async function nextEvent(name: string, work: () => Promise<unknown>): Promise<Json> {
  const from = endpoint.received.length
  await work()
  const arrived = (): Json | undefined => endpoint.received.slice(from).find((each) => each['event'] === name)
  await expect.poll(arrived, { timeout: 10_000 }).toBeDefined()
  return arrived() ?? {}
}

describe('a webhook', () => {
  it.each(['au', 'nz'])('is created in %s with the fields of its table', async (region) => {
    const webhook = await create(region)
    expectTable(webhook, webhookTable)
    expect(webhook).toMatchObject({ name: 'Desk', format: 'json', endpoint: endpoint.url })
  })
  it.each(['my', 'au,nz', ''])('is not created in region %j: webhooks accept au or nz', async (region) => {
    const body = { name: 'Desk', region, format: 'json', endpoint: endpoint.url }
    expect(await refusal(service, 'POST', '/v2/webhooks', { body })).toBe('Invalid Region')
  })
  it.each(['name', 'format', 'endpoint'])('is not created without %s: all are provided', async (missing) => {
    const { [missing]: _left, ...body } = { name: 'Desk', region: 'au', format: 'json', endpoint: endpoint.url } as Json
    expect(await refusal(service, 'POST', '/v2/webhooks', { body })).not.toBe('')
  })
  it('only json is supported', async () => {
    const body = { name: 'Desk', region: 'au', format: 'xml', endpoint: endpoint.url }
    expect(await refusal(service, 'POST', '/v2/webhooks', { body })).toContain('json')
  })
  it('the list holds all of that region, and no other', async () => {
    const [here, there] = [await create('au'), await create('nz')]
    const { webhooks } = await succeed(service, 'GET', '/v2/webhooks', { query: au })
    const ids = (webhooks as Json[]).map((webhook) => webhook['id'])
    expect(ids).toContain(here['id'])
    expect(ids).not.toContain(there['id'])
  })
  it('GET gives it', async () => {
    const webhook = await create()
    expect((await succeed(service, 'GET', pathOf(webhook), { query: au }))['webhook']).toEqual(webhook)
  })
  it('PATCH changes only the fields present, and updates maps every property that changed', async () => {
    const webhook = await create()
    const renamed = await patch(webhook, { name: 'Sales' })
    expect(renamed).toMatchObject({ webhook: { ...webhook, name: 'Sales' }, updates: { name: 'Sales' } })
    expect(Object.keys(renamed['updates'] as Json)).toEqual(['name'])
    const other = `${endpoint.url}&b=1`
    const events = ['recapture_new', 'valuation_change']
    const more = await patch(webhook, { endpoint: other, events })
    expect(more['webhook']).toMatchObject({ name: 'Sales', endpoint: other, events })
    expect(Object.keys(more['updates'] as Json).toSorted()).toEqual(['endpoint', 'events'])
    expect((await patch(webhook, { name: 'Sales' }))['updates']).toEqual({})
  })
  it('PATCH with an empty string removes the property', async () => {
    const webhook = await create()
    const { webhook: after, updates } = await patch(webhook, { name: '' })
    expect((after as Json)['name'] ?? null).toBeNull()
    expect(updates).toHaveProperty('name')
  })
  it.each(['recapture_new', 'recapture_price_change', 'recapture_delist', 'valuation_change'])(
    'may subscribe to %s',
    async (event) => {
      expect((await patch(await create(), { events: [event] }))['webhook']).toMatchObject({ events: [event] })
    },
  )
  it.each(['ping', 'price_change', 'nonsense'])('PATCH with event %s: Request validation failed', async (event) => {
    const webhook = await create()
    const asked = { query: au, body: { events: ['recapture_new', event] } }
    expect(await refusal(service, 'PATCH', pathOf(webhook), asked)).toBe('Request validation failed')
    expect((await succeed(service, 'GET', pathOf(webhook), { query: au }))['webhook']).toEqual(webhook)
  })
  it('DELETE gives the deleted configuration; it can only be created again', async () => {
    const webhook = await create()
    expect((await succeed(service, 'DELETE', pathOf(webhook), { query: au }))['webhook']).toEqual(webhook)
    expect(await refusal(service, 'GET', pathOf(webhook), { query: au })).toBe('Invalid Webhook ID')
  })
})

describe.each(['GET', 'PATCH', 'DELETE'])('%s of a single webhook', (method) => {
  const body = method === 'PATCH' ? { body: { name: 'x' } } : {}
  it('Invalid Region', async () => {
    const webhook = await create('au')
    expect(await refusal(service, method, pathOf(webhook), { query: { region: 'nz' }, ...body })).toBe('Invalid Region')
  })
  it("You don't have permission to access that webhook", async () => {
    const { apiKey } = await service.control('POST', '/accounts')
    const other = { url: service.url, apiKey: String(apiKey) }
    expect(await refusal(other, method, pathOf(await create()), { query: au, ...body })).toBe(
      "You don't have permission to access that webhook",
    )
  })
  it('Invalid Webhook ID', async () => {
    const path = '/v2/webhooks/00000000-0000-4000-8000-000000000000'
    expect(await refusal(service, method, path, { query: au, ...body })).toBe('Invalid Webhook ID')
  })
})

describe('the events', () => {
  it('ping is sent by the ping endpoint alone, and its result has the fields of its table', async () => {
    const webhook = await create()
    let ping: unknown
    const event = await nextEvent('ping', async () => {
      ping = (await succeed(service, 'POST', `${pathOf(webhook)}/ping`, { query: au }))['ping']
    })
    expectTable(ping, {
      webhook_id: 'string',
      at: 'ISO 8601 timestamp',
      format: 'string',
      endpoint: 'string',
      response_time_ms: 'integer',
      response_status: 'integer',
    })
    expect(ping).toMatchObject({
      webhook_id: webhook['id'],
      format: 'json',
      endpoint: endpoint.url,
      response_status: 200,
    })
    expect(Object.keys(event).toSorted()).toEqual(['data', 'event', 'url'])
    expectTable(event['data'], { webhook_id: 'string', at: 'ISO 8601 timestamp' })
    // The endpoint may carry URL parameters for token-based authentication.
    expect(event['url']).toBe('/hook?token=abc')
  })
  it('recapture_new carries the customer, its sightings and additional_fields', async () => {
    await patch(await create(), { events: ['recapture_new'] })
    const [customer] = await customersOf(service, [{ rego: 'S500ABC', state: 'SA', additional_fields: { ref: 'r1' } }])
    const event = await nextEvent('recapture_new', () =>
      service.control('POST', '/sightings', { customerId: customer?.['id'] }),
    )
    const seen = (event['data'] as Json)['customer'] as Json
    expectTable(seen, customerTable)
    expect(seen).toMatchObject({ id: customer?.['id'], rego: 'S500ABC', additional_fields: { ref: 'r1' } })
    expect(seen['sightings']).toHaveLength(1)
    for (const sighting of seen['sightings'] as unknown[]) expectTable(sighting, sightingTable)
  })
  it('valuation_change carries the pricing record with its changes, and a copy of the change', async () => {
    await patch(await create(), { events: ['valuation_change'] })
    const event = await nextEvent('valuation_change', () =>
      service.control('POST', '/valuation-changes', { region: 'au', share: -0.05 }),
    )
    const { pricing_record: record, change } = event['data'] as Record<string, Json>
    expectTable(record, {
      id: 'string (UUID)',
      vehicle_id: 'string',
      created_at: 'ISO 8601 timestamp',
      rego: 'string, nullable',
      state: 'string, nullable',
      vin: 'string, nullable',
      kms: 'number',
      price: 'number',
      retail_price: 'number',
      trade_price: 'number',
      adjustment: 'object, nullable',
      changes: 'array',
    })
    const changeTable: Table = {
      id: 'string (UUID)',
      type: 'string',
      at: 'ISO 8601 timestamp',
      new_price: 'number',
      new_retail_price: 'number',
      new_trade_price: 'number',
      old_price: 'number',
      old_retail_price: 'number',
      old_trade_price: 'number',
    }
    expectTable(change, changeTable)
    expect(['valuation', 'configuration']).toContain(change?.['type'])
    const changes = record?.['changes'] as Json[]
    for (const each of changes) expectTable(each, changeTable)
    expect(changes).toContainEqual(change)
  })
  it('price changes are pushed with the customer, delistings are not yet; after DELETE no message is sent', async () => {
    const webhook = await create()
    await patch(webhook, { events: ['recapture_new', 'recapture_price_change', 'recapture_delist'] })
    const [customer] = await customersOf(service, [{ rego: 'S501ABC', state: 'SA' }])
    const spot = (kind: string) => service.control('POST', '/sightings', { customerId: customer?.['id'], kind })
    await nextEvent('recapture_new', () => spot('new'))
    const { data } = await nextEvent('recapture_price_change', () => spot('price-change'))
    expect(data).toMatchObject({ customer: { id: customer?.['id'] } })
    await succeed(service, 'DELETE', pathOf(webhook), { query: au })
    const others = (await succeed(service, 'GET', '/v2/webhooks', { query: au }))['webhooks'] as Json[]
    for (const other of others) await succeed(service, 'DELETE', pathOf(other), { query: au })
    const from = endpoint.received.length
    await spot('new')
    const last = await create()
    await succeed(service, 'POST', `${pathOf(last)}/ping`, { query: au })
    expect(endpoint.received.slice(from).map((event) => event['event'])).toEqual(['ping'])
    const names = new Set(endpoint.received.map((event) => event['event']))
    expect([...names].toSorted()).toEqual(['ping', 'recapture_new', 'recapture_price_change', 'valuation_change'])
  })
})
