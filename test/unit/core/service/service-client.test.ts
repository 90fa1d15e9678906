import { describe, expect, it } from 'vitest'
import type { ServiceClient } from '../../../../src/core/service/service-client.ts'
import {
  electronFault,
  faultInBody,
  json,
  nodeFault,
  silence,
  text,
  type Behaviour,
} from '../../../twins/fetch-twin.ts'
import {
  baseUrl,
  oauth,
  upload,
  uploadAnswer,
  customersAnswer,
  request,
  page,
  connect,
  answered,
} from './service-client-bench.ts'

describe('a request', () => {
  it('has the key and region, and uses no redirects, cache or cookies', async () => {
    const { client, far } = connect([json(uploadAnswer)])
    const answer = await client.createUpload(request)
    expect(answer).toMatchObject({ ok: true, value: { id: 'u1', uploaded: 2, processed: 0, errors: 0 } })
    const [call] = far.calls
    expect(call?.url).toBe(`${baseUrl}/v2/recapture/upload?region=mys`)
    expect(call?.method).toBe('POST')
    expect(JSON.parse(call?.body ?? '')).toEqual(request)
    expect(Object.fromEntries(call?.headers ?? [])).toEqual({
      accept: 'application/json',
      apikey: 'planted-key',
      'content-type': 'application/json',
    })
    expect(call?.init).toMatchObject({ redirect: 'error', cache: 'no-store', credentials: 'omit' })
  })

  const calls: readonly (readonly [string, (client: ServiceClient) => Promise<unknown>, string])[] = [
    ['getUpload', (client) => client.getUpload('u/1'), 'GET /v2/recapture/upload/u%2F1?region=mys'],
    ['cancelUpload', (client) => client.cancelUpload('u/1'), 'DELETE /v2/recapture/upload/u%2F1?region=mys'],
    [
      'listCustomers',
      (client) => client.listCustomers({ ...page, uploadId: 'u1' }),
      'GET /v2/recapture/customers?region=mys&offset=0&limit=10&upload_id=u1',
    ],
    ['getCustomer', (client) => client.getCustomer('c1'), 'GET /v2/recapture/customers/c1?region=mys'],
    [
      'patchCustomer',
      (client) => client.patchCustomer('c1', { client_name: '' }),
      'PATCH /v2/recapture/customers/c1?region=mys',
    ],
    ['deleteCustomer', (client) => client.deleteCustomer('c1'), 'DELETE /v2/recapture/customers/c1?region=mys'],
    [
      'findByPlate',
      (client) => client.findByPlate('ABC 1', 'VIC'),
      'GET /v2/vehicles/registrations/ABC%201?region=mys&state=VIC',
    ],
    [
      'findByPlate without a state',
      (client) => client.findByPlate('ABC1', null),
      'GET /v2/vehicles/registrations/ABC1?region=mys',
    ],
    [
      'findByVin',
      (client) => client.findByVin('6FPAAAJGSW6A12345'),
      'GET /v2/vehicles/vins/6FPAAAJGSW6A12345?region=mys',
    ],
  ]
  it.each(calls)('for %s has the form of the interface', async (_name, call, expected) => {
    const { client, far } = connect([
      json({ success: true, upload: { ...upload, id: 'u/1' }, customer: { id: 'c1' }, customers: [] }),
    ])
    expect(await call(client)).toMatchObject({ ok: true })
    expect(`${far.calls[0]?.method} ${far.calls[0]?.url.slice(baseUrl.length)}`).toBe(expected)
  })

  it.each(['', '.', '..'])('is not made with the ID “%s”, which would change the path', async (id) => {
    const { client, far } = connect([json(customersAnswer)])
    expect(await client.deleteCustomer(id)).toMatchObject({ ok: false, error: { certainty: 'not-sent' } })
    expect(far.calls).toHaveLength(0)
  })
})

describe('a vehicle', () => {
  it('has the whole answer, also without a vehicle', async () => {
    const body = { success: true, vehicle: null, upstream_vehicle: { description: 'TOYOTA SEDAN' }, new_field: 1 }
    const { client } = connect([json(body)])
    expect(await client.findByPlate('REG4NOMATCH', null)).toEqual({
      ok: true,
      value: body,
    })
  })
})

describe('a write', () => {
  const cases: readonly (readonly [string, Behaviour, string, string])[] = [
    ['a refused connection', nodeFault('ECONNREFUSED'), 'offline', 'not-sent'],
    ['a lost connection', nodeFault('UND_ERR_SOCKET'), 'offline', 'unknown'],
    ['Electron’s lost connection', electronFault('ERR_CONNECTION_RESET'), 'offline', 'unknown'],
    ['an unreachable network while connecting', nodeFault('ENETUNREACH', 'connect'), 'offline', 'not-sent'],
    ['an unreachable network while reading', nodeFault('ENETUNREACH', 'read'), 'offline', 'unknown'],
    ['an unreachable service while writing', nodeFault('EHOSTUNREACH', 'write'), 'offline', 'unknown'],
    ['Electron’s lost network', electronFault('ERR_INTERNET_DISCONNECTED'), 'offline', 'unknown'],
    ['a network that is gone in the body', faultInBody(200, 'ENETUNREACH', 'read'), 'offline', 'unknown'],
    ['a failed connect in the body', faultInBody(201, 'ECONNREFUSED', 'connect'), 'offline', 'unknown'],
    ['a cut body', () => new TypeError('terminated'), 'offline', 'unknown'],
    ['429', json({ error: true, message: 'Slow down' }, 429, { 'Retry-After': '5' }), 'rate-limited', 'not-sent'],
    ['500', json({ error: true }, 500), 'service-down', 'unknown'],
    ['502 from a gateway', text('<html>Bad gateway</html>', 502), 'service-down', 'unknown'],
    ['400', json({ success: false, message: 'No' }, 400), 'rejected', 'refused'],
    ['success: false with 200', json({ success: false, message: 'No' }), 'rejected', 'refused'],
    ['a good status without a record', json({ success: true }), 'service-down', 'unknown'],
    ['a good status with half an answer', text('{"success":true,"upl'), 'service-down', 'unknown'],
    ['a good status with a page', text('<html>Welcome to our Wi-Fi</html>'), 'offline', 'unknown'],
    ['a good status with nothing', text(''), 'service-down', 'unknown'],
  ]
  it.each(cases)('is made once after %s', async (_what, behaviour, kind, certainty) => {
    const { client, far, clock } = connect([behaviour])
    const answer = await answered(clock, client.createUpload(request))
    expect(answer).toMatchObject({ ok: false, error: { certainty, failure: { kind } } })
    expect(far.calls).toHaveLength(1)
  })

  it('without an answer in time has an unknown effect', async () => {
    const { client, clock } = connect([silence])
    const call = client.createUpload(request, { timeoutMs: 5_000 })
    await clock.whenSleeping()
    expect(clock.sleeping()).toEqual([5_000])
    await clock.advance(5_000)
    expect(await call).toMatchObject({ ok: false, error: { certainty: 'unknown', failure: { kind: 'timeout' } } })
  })

  it('has an unknown effect when cancelled during the call, and was not sent when cancelled before', async () => {
    const { client, far, clock } = connect([silence])
    const controller = new AbortController()
    const call = client.createUpload(request, { signal: controller.signal })
    await clock.whenSleeping()
    controller.abort(new Error('closing'))
    expect(await call).toMatchObject({ ok: false, error: { certainty: 'unknown', failure: { kind: 'cancelled' } } })
    expect(await client.createUpload(request, { signal: controller.signal })).toMatchObject({
      error: { certainty: 'not-sent', failure: { kind: 'cancelled' } },
    })
    expect(far.calls).toHaveLength(1)
    expect(clock.sleeping()).toEqual([])
  })
})

describe('a read', () => {
  it('is retried after a fault, with a longer wait each time', async () => {
    const { client, far, clock, outcomes } = connect([nodeFault('ECONNRESET'), json({}, 503), json(customersAnswer)])
    const call = client.listCustomers(page)
    await clock.whenSleeping()
    await clock.advance(499)
    expect(far.calls).toHaveLength(1)
    await clock.advance(1)
    expect(far.calls).toHaveLength(2)
    await clock.advance(999)
    expect(far.calls).toHaveLength(2)
    await clock.advance(1)
    expect(await call).toEqual({ ok: true, value: { customers: [], unreadable: [] } })
    expect(outcomes).toEqual(['offline', 'service-down', null])
  })

  it('fails after five attempts', async () => {
    const { client, far, clock } = connect([electronFault('ERR_INTERNET_DISCONNECTED')])
    expect(await answered(clock, client.listCustomers(page))).toMatchObject({ error: { failure: { kind: 'offline' } } })
    expect(far.calls).toHaveLength(5)
  })

  it('is made once when the caller allows one attempt', async () => {
    const { client, far } = connect([nodeFault('ENOTFOUND')])
    expect(await client.listCustomers(page, { attempts: 1 })).toMatchObject({ ok: false })
    expect(far.calls).toHaveLength(1)
  })

  it('waits at least as long as a 429 asks', async () => {
    const { client, far, clock } = connect([json({ error: true }, 429, { 'Retry-After': '20' }), json(customersAnswer)])
    const call = client.listCustomers(page)
    await clock.advance(19_999)
    expect(far.calls).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ ok: true })
  })

  it('fails with the time to retry when the wait is too long', async () => {
    const { client, far } = connect([json({ error: true }, 429, { 'Retry-After': '600' })])
    expect(await client.listCustomers(page)).toMatchObject({
      error: { retryAfterMs: 600_000, failure: { kind: 'rate-limited', retryAt: '2026-11-21T00:10:00.000Z' } },
    })
    expect(far.calls).toHaveLength(1)
  })

  it.each([
    ['a refusal', json({ success: false, message: 'Incorrect Region' }, 400)],
    ['no licence', json({ message: 'No licence' }, 403)],
    ['a certificate', nodeFault('CERT_HAS_EXPIRED')],
    ['an answer that cannot be read', json({ success: true })],
    ['401 on a key', json({ message: 'Unauthorized' }, 401)],
  ] satisfies (readonly [string, Behaviour])[])('is not retried after %s', async (_what, behaviour) => {
    const { client, far, clock } = connect([behaviour])
    expect(await answered(clock, client.listCustomers(page))).toMatchObject({ ok: false })
    expect(far.calls).toHaveLength(1)
  })

  it('stops waiting when the caller cancels', async () => {
    const { client, clock } = connect([nodeFault('ECONNRESET')])
    const controller = new AbortController()
    const call = client.listCustomers(page, { signal: controller.signal })
    await clock.whenSleeping()
    await clock.advance(0)
    controller.abort()
    expect(await call).toMatchObject({ error: { failure: { kind: 'cancelled' } } })
    expect(clock.sleeping()).toEqual([])
  })
})

it('removes a key that the service quotes in its error message', async () => {
  const { client } = connect([json({ message: 'The key planted-key is not known' }, 401)])
  const answer = await client.getCustomer('c1')
  expect(JSON.stringify(answer)).toContain('The key … is not known')
})

describe('the log', () => {
  it('has what failed and how, but no names or keys', async () => {
    const { client, log, clock } = connect([json({ message: 'Jane Citizen is wrong' }, 400)])
    await answered(clock, client.findByPlate('JANE01', 'VIC'))
    expect(log.entries).toEqual([
      {
        level: 'warning',
        event: 'service.failed',
        fields: {
          operation: 'findByPlate',
          attempt: 1,
          status: 400,
          failureKind: 'rejected',
          certainty: 'refused',
          code: null,
          durationMs: 0,
        },
      },
    ])
  })

  it.each([{ scheme: 'api-key', apiKey: 'planted-key' } as const, oauth])(
    'holds no secret of %j',
    async (credentials) => {
      const { client, log, clock } = connect([json({ message: 'planted-key planted-secret' }, 401)], credentials)
      await answered(clock, client.createUpload(request))
      expect(JSON.stringify(log.entries)).not.toContain('planted')
    },
  )
})
