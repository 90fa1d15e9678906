import { describe, expect, it } from 'vitest'
import type { Credentials } from '../../../../src/contract/connections.ts'
import { createAuthoriser } from '../../../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../../../src/core/service/create-service-client.ts'
import type { ServiceClient } from '../../../../src/core/service/service-client.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import {
  createFetchTwin,
  electronFault,
  json,
  nodeFault,
  silence,
  text,
  type Behaviour,
} from '../../../twins/fetch-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

const baseUrl = 'https://api.example.com.au/base'
const oauth: Credentials = { scheme: 'oauth', clientId: 'dealer', clientSecret: 'planted-secret' }
const upload = { id: 'u1', name: 'May', total_uploaded_customers: 2, total_processed_customers: 0, total_errors: 0 }
const uploadAnswer = { success: true, upload }
const customersAnswer = { success: true, customers: [] }
const request = { name: 'May', enable_rego_lookups: false, customers: [{ rego: 'ABC123' }] }
const page = { offset: 0, limit: 10 }

function connect(
  behaviours: readonly Behaviour[],
  credentials: Credentials = { scheme: 'api-key', apiKey: 'planted-key' },
) {
  const far = createFetchTwin(...behaviours)
  const clock = createClockTwin(new Date('2026-11-21T00:00:00Z'))
  const log = createLogTwin()
  const outcomes: (string | null)[] = []
  const authoriser = createAuthoriser({ baseUrl, credentials, fetch: far.fetch, clock, log })
  const client = createServiceClient({
    baseUrl,
    region: 'my',
    regionCode: 'mys',
    authoriser,
    fetch: far.fetch,
    clock,
    log,
    onOutcome: (kind) => void outcomes.push(kind),
    random: () => 1,
  })
  return { client, far, clock, log, outcomes }
}

/** Lets every wait pass until the call is answered. */
async function answered<T>(clock: ClockTwin, call: Promise<T>): Promise<T> {
  let done = false
  const watched = call.finally(() => void (done = true))
  while (!done) await clock.advance(1_000)
  return watched
}

const token = (value: string, expiresIn: unknown = 3_600): Behaviour =>
  json({ access_token: value, expires_in: expiresIn, scope: '', token_type: 'bearer' })

describe('a call as it goes out', () => {
  it('carries key and region, follows no redirect, keeps no copy, sends no cookie', async () => {
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
    ['cancelUpload', (client) => client.cancelUpload('u1'), 'DELETE /v2/recapture/upload/u1?region=mys'],
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
  it.each(calls)('%s is of the interface’s form', async (_name, call, expected) => {
    const { client, far } = connect([json({ success: true, upload, customer: { id: 'c1' }, customers: [] })])
    expect(await call(client)).toMatchObject({ ok: true })
    expect(`${far.calls[0]?.method} ${far.calls[0]?.url.slice(baseUrl.length)}`).toBe(expected)
  })

  it.each(['', '.', '..'])('is not made with “%s” for an id, which would lead elsewhere', async (id) => {
    const { client, far } = connect([json(customersAnswer)])
    expect(await client.deleteCustomer(id)).toMatchObject({ ok: false, error: { certainty: 'not-sent' } })
    expect(far.calls).toHaveLength(0)
  })
})

describe('a vehicle', () => {
  it('keeps all that came, a missing vehicle too', async () => {
    const body = { success: true, vehicle: null, upstream_vehicle: { description: 'TOYOTA SEDAN' }, new_field: 1 }
    const { client } = connect([json(body)])
    expect(await client.findByPlate('REG4NOMATCH', null)).toEqual({
      ok: true,
      value: { vehicle: null, upstreamVehicle: { description: 'TOYOTA SEDAN' }, raw: body },
    })
  })
})

describe('a write', () => {
  const cases: readonly (readonly [string, Behaviour, string, string])[] = [
    ['a refused connection', nodeFault('ECONNREFUSED'), 'offline', 'not-sent'],
    ['a lost connection', nodeFault('UND_ERR_SOCKET'), 'offline', 'unknown'],
    ['Electron’s lost connection', electronFault('ERR_CONNECTION_RESET'), 'offline', 'unknown'],
    ['a cut body', () => new TypeError('terminated'), 'offline', 'unknown'],
    ['429', json({ error: true, message: 'Slow down' }, 429, { 'Retry-After': '5' }), 'rate-limited', 'not-sent'],
    ['500', json({ error: true }, 500), 'service-down', 'unknown'],
    ['502 from a gateway', text('<html>Bad gateway</html>', 502), 'service-down', 'unknown'],
    ['400', json({ success: false, message: 'No' }, 400), 'rejected', 'refused'],
    ['success: false with 200', json({ success: false, message: 'No' }), 'rejected', 'refused'],
    ['a good status without a record', json({ success: true }), 'service-down', 'unknown'],
    ['a good status with half an answer', text('{"success":true,"upl'), 'service-down', 'unknown'],
    ['a good status with a page', text('<html>Welcome to our Wi-Fi</html>'), 'wrong-address', 'unknown'],
    ['a good status with nothing', text(''), 'service-down', 'unknown'],
  ]
  it.each(cases)('meets %s and is made once', async (_what, behaviour, kind, certainty) => {
    const { client, far, clock } = connect([behaviour])
    const answer = await answered(clock, client.createUpload(request))
    expect(answer).toMatchObject({ ok: false, error: { certainty, failure: { kind } } })
    expect(far.calls).toHaveLength(1)
  })

  it('that is not answered in time is unknown', async () => {
    const { client, clock } = connect([silence])
    const call = client.createUpload(request, { timeoutMs: 5_000 })
    await clock.whenSleeping()
    expect(clock.sleeping()).toEqual([5_000])
    await clock.advance(5_000)
    expect(await call).toMatchObject({ ok: false, error: { certainty: 'unknown', failure: { kind: 'timeout' } } })
  })

  it('called off while under way is unknown, and before it began not sent', async () => {
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
  it('is made again after a fault, a little later each time', async () => {
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
    expect(await call).toEqual({ ok: true, value: [] })
    expect(outcomes).toEqual(['offline', 'service-down', null])
  })

  it('gives up after five attempts', async () => {
    const { client, far, clock } = connect([electronFault('ERR_INTERNET_DISCONNECTED')])
    expect(await answered(clock, client.listCustomers(page))).toMatchObject({ error: { failure: { kind: 'offline' } } })
    expect(far.calls).toHaveLength(5)
  })

  it('is made once where the caller wants to know now', async () => {
    const { client, far } = connect([nodeFault('ENOTFOUND')])
    expect(await client.listCustomers(page, { attempts: 1 })).toMatchObject({ ok: false })
    expect(far.calls).toHaveLength(1)
  })

  it('waits as long as a 429 asks, and no shorter', async () => {
    const { client, far, clock } = connect([json({ error: true }, 429, { 'Retry-After': '20' }), json(customersAnswer)])
    const call = client.listCustomers(page)
    await clock.advance(19_999)
    expect(far.calls).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ ok: true })
  })

  it('says when to come back where the wait is longer than anybody waits', async () => {
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
  ] satisfies (readonly [string, Behaviour])[])('is not made again after %s', async (_what, behaviour) => {
    const { client, far, clock } = connect([behaviour])
    expect(await answered(clock, client.listCustomers(page))).toMatchObject({ ok: false })
    expect(far.calls).toHaveLength(1)
  })

  it('stops waiting when the caller leaves', async () => {
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

describe('the token', () => {
  it('is asked for as the interface says, once for all who wait', async () => {
    const { client, far } = connect([token('T1'), json(customersAnswer)], oauth)
    await Promise.all(Array.from({ length: 10 }, () => client.listCustomers(page)))
    const asked = far.calls.filter((call) => call.url.endsWith('/auth-broker/request-token'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: `${baseUrl}/auth-broker/request-token`,
      body: 'grant_type=client_credentials',
    })
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded')
    expect(asked[0]?.headers.get('Authorization')).toBe(`Basic ${btoa('dealer:planted-secret')}`)
    expect(far.calls.slice(1).map((call) => call.headers.get('Authorization'))).toEqual(Array(10).fill('Bearer T1'))
  })

  it.each([
    ['an hour', 3_600, 3_540],
    ['ten seconds', 10, 8],
    ['a life in digits', '100', 80],
    ['no life at all', null, 240],
  ])('of %s is fetched again a margin before its end', async (_what, expiresIn, usableSeconds) => {
    const { client, far, clock } = connect(
      [token('T1', expiresIn), json(customersAnswer), json(customersAnswer), token('T2'), json(customersAnswer)],
      oauth,
    )
    await client.listCustomers(page)
    await clock.advance(usableSeconds * 1000 - 1)
    await client.listCustomers(page)
    expect(far.calls).toHaveLength(3)
    await clock.advance(1)
    await client.listCustomers(page)
    expect(far.calls.at(-1)?.headers.get('Authorization')).toBe('Bearer T2')
  })

  it('is not trusted longer because the PC’s clock was set back', async () => {
    const { client, far, clock } = connect(
      [token('T1'), json(customersAnswer), token('T2'), json(customersAnswer)],
      oauth,
    )
    await client.listCustomers(page)
    await clock.advance(3_600_000)
    clock.setWallClock(new Date('2026-11-20T00:00:00Z'))
    await client.listCustomers(page)
    expect(far.calls.at(-1)?.headers.get('Authorization')).toBe('Bearer T2')
  })

  it('after a 401 is fetched once more, for a write too', async () => {
    const { client, far } = connect([token('T1'), json({}, 401), token('T2'), json(uploadAnswer)], oauth)
    expect(await client.createUpload(request)).toMatchObject({ ok: true })
    expect(far.calls.map((call) => call.headers.get('Authorization')?.split(' ')[1])).toEqual([
      btoa('dealer:planted-secret'),
      'T1',
      btoa('dealer:planted-secret'),
      'T2',
    ])
  })

  it('that is refused fresh is the user’s matter', async () => {
    const { client, far } = connect([token('T1'), json({}, 401), token('T2'), json({}, 401)], oauth)
    expect(await client.listCustomers(page)).toMatchObject({
      error: { certainty: 'not-sent', failure: { kind: 'sign-in-required' } },
    })
    expect(far.calls).toHaveLength(4)
  })

  const refusals: readonly (readonly [string, Behaviour, string])[] = [
    ['400', json({ error: 'invalid_client' }, 400), 'sign-in-required'],
    ['401', json({}, 401), 'sign-in-required'],
    ['403', json({}, 403), 'sign-in-required'],
    ['404 with a page', text('<html>', 404), 'wrong-address'],
    ['429', json({}, 429), 'rate-limited'],
    ['500', json({}, 500), 'service-down'],
    ['a lost connection', nodeFault('ECONNRESET'), 'offline'],
    ['an answer without a token', json({ expires_in: 3_600 }), 'service-down'],
  ]
  it.each(refusals)('refused with %s: the write was not sent', async (_what, behaviour, kind) => {
    const { client, far } = connect([behaviour], oauth)
    expect(await client.createUpload(request)).toMatchObject({ error: { certainty: 'not-sent', failure: { kind } } })
    expect(far.calls).toHaveLength(1)
  })

  it('is still fetched for the others when one who waits leaves', async () => {
    let give: (answer: Response) => void = () => undefined
    const held: Behaviour = () => new Promise((resolve) => void (give = resolve))
    const { client } = connect([held, json(customersAnswer)], oauth)
    const controller = new AbortController()
    const leaving = client.listCustomers(page, { signal: controller.signal })
    const staying = client.listCustomers(page)
    controller.abort()
    expect(await leaving).toMatchObject({ error: { certainty: 'not-sent', failure: { kind: 'cancelled' } } })
    give(Response.json({ access_token: 'T1', expires_in: 60 }))
    expect(await staying).toMatchObject({ ok: true })
  })
})

it('a key that the service quotes in its refusal does not come back', async () => {
  const { client } = connect([json({ message: 'The key planted-key is not known' }, 401)])
  const answer = await client.getCustomer('c1')
  expect(JSON.stringify(answer)).toContain('The key … is not known')
})

describe('the log', () => {
  it('knows what failed and how, and neither who nor with which key', async () => {
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
