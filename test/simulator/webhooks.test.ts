import { serve } from '@hono/node-server'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { customerShape, fictitious, morning, practise, webhookShape, type Caller } from './caller.ts'

const envelope = z.strictObject({ event: z.string(), data: z.record(z.string(), z.unknown()) })

interface Endpoint {
  readonly url: string
  readonly received: z.infer<typeof envelope>[]
  /** The statuses of the next answers; 200 when there are none. */
  readonly answers: number[]
}

async function endpoint(
  onTestFinished: (stop: () => Promise<void>) => void,
  heard: () => void = () => {},
): Promise<Endpoint> {
  const received: z.infer<typeof envelope>[] = []
  const answers: number[] = []
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const made = serve(
      {
        port: 0,
        hostname: '127.0.0.1',
        overrideGlobalObjects: false,
        fetch: async (request) => {
          expect(request.method).toBe('POST')
          expect(request.headers.get('content-type')).toContain('application/json')
          received.push(envelope.parse(await request.json()))
          heard()
          return new Response(null, { status: answers.shift() ?? 200 })
        },
      },
      () => resolve(made),
    )
  })
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=abc`, received, answers }
}

async function hook(caller: Caller, url: string, events?: readonly string[]): Promise<z.infer<typeof webhookShape>> {
  const body = { name: 'Desk', region: 'au', format: 'json', endpoint: url }
  const made = webhookShape.parse((await caller.ok('POST', '/v2/webhooks', { body }))['webhook'])
  if (!events) return made
  return webhookShape.parse((await caller.ok('PATCH', `/v2/webhooks/${made.id}`, { body: { events } }))['webhook'])
}

test('a webhook is created, listed, read, changed with its map of changes, and deleted', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const made = await hook(caller, 'https://dealer.example/hook?token=abc')
  expect(await caller.ok('GET', '/v2/webhooks')).toMatchObject({ webhooks: [made] })
  expect(await caller.ok('GET', '/v2/webhooks', { query: { region: 'nz' } })).toMatchObject({ webhooks: [] })
  const path = `/v2/webhooks/${made.id}`
  const body = { name: '', endpoint: made.endpoint, events: ['recapture_delist', 'valuation_change'] }
  expect(await caller.ok('PATCH', path, { body })).toEqual({
    success: true,
    webhook: { ...made, name: null, events: body.events },
    updates: { name: null, events: body.events },
  })
  expect(await caller.ok('DELETE', path)).toMatchObject({ webhook: { id: made.id, name: null } })
  expect(await caller.refused('GET', path)).toEqual({ status: 404, message: 'Invalid Webhook ID' })
})

test('the named errors of a single webhook', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { id } = await hook(caller, 'https://dealer.example/hook')
  const path = `/v2/webhooks/${id}`
  const stranger = { ApiKey: caller.service.control.addAccount().apiKey, 'Content-Type': 'application/json' }
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: {} } : {}
    expect((await caller.refused(method, path, { query: { region: 'nz' }, ...body })).message).toBe('Invalid Region')
    expect((await caller.refused(method, path, { query: { region: 'my' }, ...body })).message).toBe('Invalid Region')
    expect((await caller.refused(method, '/v2/webhooks/x', body)).message).toBe('Invalid Webhook ID')
    expect((await caller.refused(method, path, { headers: stranger, ...body })).message).toBe(
      "You don't have permission to access that webhook",
    )
  }
  for (const events of [['ping'], ['price_change'], ['recapture_new', 'other'], 'recapture_new', [5]]) {
    expect((await caller.refused('PATCH', path, { body: { events } })).message).toBe('Request validation failed')
  }
  for (const wrong of [
    { region: 'my' },
    { format: 'xml' },
    { endpoint: 'dealer' },
    { endpoint: 'file:///etc' },
    { name: '' },
  ]) {
    const body = { name: 'x', region: 'au', format: 'json', endpoint: 'https://dealer.example/', ...wrong }
    expect((await caller.refused('POST', '/v2/webhooks', { body })).status).toBe(400)
  }
})

test('a ping is sent at once with its result, and never to an address outside this PC', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const desk = await endpoint(onTestFinished)
  const ping = z.strictObject({
    webhook_id: z.uuid(),
    at: z.iso.datetime(),
    format: z.literal('json'),
    endpoint: z.url(),
    response_time_ms: z.int().nonnegative(),
    response_status: z.int(),
  })
  const { id } = await hook(caller, desk.url)
  desk.answers.push(418)
  const told = ping.parse((await caller.ok('POST', `/v2/webhooks/${id}/ping`))['ping'])
  expect(told).toMatchObject({ webhook_id: id, response_status: 418, endpoint: desk.url })
  expect(desk.received).toEqual([{ event: 'ping', data: { webhook_id: id, at: told.at } }])
  const elsewhere = await hook(caller, 'http://203.0.113.1/hook')
  expect(await caller.ok('POST', `/v2/webhooks/${elsewhere.id}/ping`)).toMatchObject({ ping: { response_status: 0 } })
})

test('recapture_new carries the customer; a failed delivery is retried; an unsubscribed webhook gets nothing', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  const { control } = caller.service
  const desk = await endpoint(onTestFinished)
  const silent = await endpoint(onTestFinished)
  await hook(caller, desk.url, ['recapture_new'])
  await hook(caller, silent.url, ['recapture_delist'])
  await caller.upload(fictitious(1))
  const [customer] = await control.waitForCustomers(1)
  desk.answers.push(500)
  const spotted = control.makeSighting(customer?.id ?? '')
  const tried = (times: number): Promise<true> =>
    control.waitUntil(`${times} deliveries`, () => {
      control.advanceClock(1_000)
      return desk.received.length >= times || undefined
    })
  await control.waitUntil('one delivery', () => desk.received.length >= 1 || undefined)
  await tried(2)
  await control.waitUntil('nothing left', () => control.deliveriesWaiting() === 0 || undefined)
  expect(desk.received).toHaveLength(2)
  expect(desk.received[0]).toEqual(desk.received[1])
  expect(desk.received[0]?.event).toBe('recapture_new')
  expect(customerShape.parse(desk.received[0]?.data['customer'])).toEqual(spotted)
  expect(silent.received).toEqual([])
})

test('an event is dropped after six failed deliveries', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { control } = caller.service
  const desk = await endpoint(onTestFinished)
  await hook(caller, desk.url, ['recapture_new'])
  desk.answers.push(...Array<number>(20).fill(503))
  await caller.upload(fictitious(1))
  const [customer] = await control.waitForCustomers(1)
  control.makeSighting(customer?.id ?? '')
  await control.waitUntil('it is given up', () => {
    control.advanceClock(600_000)
    return control.deliveriesWaiting() === 0 || undefined
  })
  expect(desk.received).toHaveLength(6)
})

test('a queued event survives a restart of the service', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = { path: join(folder, 'practice.db'), key: '0f'.repeat(32) }
  const desk = await endpoint(onTestFinished)
  desk.answers.push(500)
  const first = await practise(onTestFinished, { store })
  await hook(first, desk.url, ['valuation_change'])
  first.service.control.shiftValuation('au', 0.1)
  await first.service.control.waitUntil('one attempt', () => desk.received[0])
  await first.service.stop()
  const later = { now: () => morning.now() + 3_600_000 }
  const second = await practise(onTestFinished, { store, clock: later })
  await second.service.control.waitUntil(
    'it is delivered',
    () => second.service.control.deliveriesWaiting() === 0 || undefined,
  )
  expect(desk.received).toHaveLength(2)
  expect(desk.received[1]).toEqual(desk.received[0])
})

test('valuation_change carries the record with all its changes and a copy of the one that counts', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  const desk = await endpoint(onTestFinished)
  await hook(caller, desk.url, ['valuation_change'])
  caller.service.control.shiftValuation('au', -0.05)
  const { data } = await caller.service.control.waitUntil('the event', () => desk.received[0])
  const change = z.looseObject({ type: z.literal('valuation'), old_price: z.number(), new_price: z.number() })
  const record = z.looseObject({ price: z.number(), changes: z.array(change) })
  const { changes, price } = record.parse(data['pricing_record'])
  const { new_price: now, old_price: before } = change.parse(data['change'])
  expect(changes.at(-1)).toEqual(data['change'])
  expect(now).toBe(price)
  expect(now / before).toBeCloseTo(0.95, 2)
})

test('a deleted webhook gets nothing more', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const desk = await endpoint(onTestFinished)
  const { id } = await hook(caller, desk.url, ['valuation_change'])
  await caller.ok('DELETE', `/v2/webhooks/${id}`)
  caller.service.control.shiftValuation('au', 0.05)
  expect(caller.service.control.deliveriesWaiting()).toBe(0)
  expect(desk.received).toEqual([])
})
