import { expect, test } from 'vitest'
import { callerOf, fictitious, practise } from './caller.ts'

const uploads = { method: 'POST', path: '/v2/recapture/upload' } as const

test('a response dropped before the effect changes nothing, and after the effect the upload exists', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  const { control } = caller.service
  control.dropNextResponse({ after: 'before', ...uploads })
  await expect(caller.upload(fictitious(3))).rejects.toThrow('fetch failed')
  expect(control.uploads()).toEqual([])

  control.dropNextResponse({ after: 'effect', ...uploads })
  await caller.list()
  await expect(caller.upload(fictitious(3))).rejects.toThrow('fetch failed')
  expect(control.uploads()).toHaveLength(1)
  expect(await control.waitForCustomers(3)).toHaveLength(3)
  expect(control.faultsWaiting()).toBe(0)
})

test('a body is cut after the given number of bytes', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  caller.service.control.cutNextBody({ afterBytes: 10, ...uploads })
  const answer = await caller.raw('POST', '/v2/recapture/upload', {
    body: { name: 'x', enable_rego_lookups: false, customers: fictitious(1) },
  })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(caller.service.control.uploads()).toHaveLength(1)
})

test('429 carries the three headers, has no effect, and lasts for the given number of calls', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  caller.service.control.rateLimit({ times: 2, resetInSeconds: 7, retryAfter: true, ...uploads })
  const body = { name: 'x', enable_rego_lookups: false, customers: fictitious(1) }
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await caller.raw('POST', '/v2/recapture/upload', { body })
    expect(answer.status).toBe(429)
    expect(answer.headers.get('rate-limit-remaining')).toBe('0')
    expect(Number(answer.headers.get('rate-limit-total'))).toBeGreaterThan(0)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(answer.headers.get('rate-limit-reset')).toBe(String(Date.parse('2026-11-20T22:00:07Z') / 1_000))
    expect(await answer.json()).toMatchObject({ success: false, error: true })
  }
  expect(caller.service.control.uploads()).toEqual([])
  await caller.upload(fictitious(1))
})

test('a status, a page that is not JSON, and a call that is never answered', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { control } = caller.service
  control.failNext({ status: 503, retryAfterSeconds: 3, ...uploads })
  const body = { name: 'x', enable_rego_lookups: false, customers: fictitious(1) }
  const busy = await caller.raw('POST', '/v2/recapture/upload', { body })
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '3'])
  expect(control.uploads()).toEqual([])

  control.garbleNext({ path: '/v2/recapture/customers' })
  const page = await caller.raw('GET', '/v2/recapture/customers')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])

  control.hangNext({ path: '/v2/recapture/customers' })
  const leaving = new AbortController()
  const url = `${caller.service.url}/v2/recapture/customers?region=au`
  const call = fetch(url, { headers: { ApiKey: caller.service.apiKey }, signal: leaving.signal })
  await control.waitForCalls({ method: 'GET', path: '/v2/recapture/customers', count: 2 })
  leaving.abort()
  await expect(call).rejects.toThrow('aborted')
})

test('latency is added before each answer', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  caller.service.control.settings.latencyMs = 120
  const startedMs = performance.now()
  await caller.list()
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(115)
})

test('a call is held until it is released', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { control } = caller.service
  const held = control.holdNext({ after: 'effect', ...uploads })
  const call = caller.upload(fictitious(2))
  await held.arrived
  expect(control.uploads()).toHaveLength(1)
  held.release()
  expect((await call).total_uploaded_customers).toBe(2)
})

test('a stopped listener refuses connections, and restarts at the same address with all data', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  await caller.upload(fictitious(2))
  await caller.service.control.waitForCustomers(2)
  await caller.service.control.goDown()
  await expect(caller.list()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await caller.service.control.comeUp()
  expect(await caller.list()).toHaveLength(2)
})

test('calls are counted by route and by path', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { id } = await caller.upload(fictitious(1))
  await caller.ok('GET', `/v2/recapture/upload/${id}`)
  await caller.ok('GET', `/v2/recapture/upload/${id}`)
  await caller.refused('GET', '/v2/recapture/upload/other')
  const { calls } = caller.service.control
  expect(calls.count({ method: 'GET', path: '/v2/recapture/upload/:upload_id' })).toBe(3)
  expect(calls.count({ path: `/v2/recapture/upload/${id}` })).toBe(2)
  expect(calls.count(uploads)).toBe(1)
  expect(calls.count()).toBe(4)
  expect(calls.latest().map((call) => call.status)).toEqual([200, 200, 200, 404])
})

test('the controls over HTTP require the token', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { controlUrl, controlToken, control } = caller.service
  const call = (method: string, path: string, body?: unknown, token = controlToken): Promise<Response> =>
    fetch(`${controlUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  expect((await call('GET', '/state', undefined, 'wrong')).status).toBe(401)
  expect((await call('GET', '/state', undefined, caller.service.apiKey)).status).toBe(401)
  expect(
    (await call('PATCH', '/settings', { customersPerSecond: 0, failingRegos: ['A1'], licences: ['recapture'] })).status,
  ).toBe(200)
  expect(control.settings).toMatchObject({
    customersPerSecond: 0,
    failingRegos: new Set(['A1']),
    licences: new Set(['recapture']),
  })
  expect((await call('PATCH', '/settings', { errorShare: 2 })).status).toBe(400)
  expect((await call('POST', '/faults', { kind: 'rate-limit', ...uploads })).status).toBe(200)
  expect((await call('POST', '/faults', { kind: 'unheard-of' })).status).toBe(400)
  expect((await call('POST', '/faults')).status).toBe(400)
  await expect(caller.upload(fictitious(1))).rejects.toThrow('429')
  await caller.upload(fictitious(3))
  expect(await (await call('POST', '/process', { count: 2 })).json()).toEqual({ processed: 2 })
  const customerId = control.customers()[0]?.id
  expect(await (await call('POST', '/sightings', { customerId })).json()).toMatchObject({
    customer: { id: customerId },
  })
  expect((await call('POST', '/sightings', { customerId: 'none' })).status).toBe(404)
  expect(await (await call('GET', '/state')).json()).toMatchObject({ customers: 2, queuedCustomers: 1 })
  expect(await (await call('GET', '/calls')).json()).toMatchObject({ counts: { 'POST /v2/recapture/upload': 2 } })
  expect((await call('POST', '/down')).status).toBe(200)
  await expect(caller.list()).rejects.toThrow('fetch failed')
  expect((await call('POST', '/up')).status).toBe(200)
  expect(await caller.list()).toHaveLength(2)
  const { apiKey } = (await (await call('POST', '/accounts')).json()) as { apiKey: string }
  expect(await callerOf({ ...caller.service, apiKey }).list()).toEqual([])
})
