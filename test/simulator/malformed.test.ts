import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onlyLong, runs } from '../runs.ts'
import { practise, type Caller } from './caller.ts'

const requests = runs(600)

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** A raw request: `fetch` would normalise the path. */
function send(
  caller: Caller,
  call: { method: string; path: string; headers: Record<string, string>; body: string | null },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${caller.service.url}/`,
      { agent, method: call.method, path: call.path, headers: call.headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(call.body ?? undefined)
  })
}

const paths = fc.constantFrom(
  '/v2/vehicles',
  '/v2/vehicles/registrations/',
  '/v2/vehicles/vins/',
  '/v2/vehicles/x/specs',
  '/v2/vehicles/x/status',
  '/v2/sourcing/market_overlay/',
  '/v2/webhooks',
  '/v2/webhooks/',
  '/v2/webhooks/x/ping',
  '/v2/recapture/upload',
  '/v2/recapture/upload/',
  '/v2/recapture/customers',
  '/v2/recapture/customers/',
  '/auth-broker/request-token',
  '/',
)
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map(encodeURIComponent),
  fc.constantFrom(
    '',
    '%',
    '%E0%A4%A',
    '%00',
    '..',
    '%2e%2e%2f',
    '-1',
    '1e9',
    'NaN',
    '[]',
    'au',
    'null',
    "' OR 1=1 --".replaceAll(' ', '+'),
  ),
)
const names = fc.constantFrom(
  'region',
  'state',
  'search',
  'count',
  'facets',
  'selectors',
  'offset',
  'limit',
  'upload_id',
  'minimum_days',
  'make',
)
const query = fc
  .array(fc.tuple(names, word), { maxLength: 4 })
  .map((pairs) => `?region=au&${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`)
const fields = fc.constantFrom(
  'name',
  'customers',
  'enable_rego_lookups',
  'endpoint',
  'events',
  'format',
  'region',
  'client_name',
  'sale_date',
  'expiry_date',
  'rego',
  'additional_fields',
  '__proto__',
  'constructor',
)
const body = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
  fc.dictionary(fields, fc.jsonValue({ maxDepth: 3 })).map((value) => JSON.stringify(value)),
  fc
    .array(fc.dictionary(fields, fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 })
    .map((customers) => JSON.stringify({ name: 'x', enable_rego_lookups: true, customers })),
)

test(`${requests} malformed requests: never a 5xx, nothing grows, and it still serves`, async ({ onTestFinished }) => {
  const said: string[] = []
  const caller = await practise(onTestFinished, { log: (line) => said.push(line) })
  onTestFinished(() => agent.destroy())
  const credentials = fc.constantFrom<Record<string, string>>(
    { ApiKey: caller.service.apiKey },
    {},
    { Authorization: 'Bearer x' },
  )
  const types = fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=x',
    '',
  )
  const calls = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'),
    path: fc
      .tuple(paths, fc.option(word, { nil: '' }), query)
      .map(([path, rest, search]) => `${path}${rest}${search}`.replace(/[^\x21-\x7e]/g, '_')),
    headers: fc.tuple(credentials, types).map(([sign, type]) => ({ ...sign, 'Content-Type': type })),
    body,
  })
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(calls, async (call) => {
      const status = await send(caller, call)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: requests },
  )
  expect(said).toEqual([])
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 401, 404, ...onlyLong(200, 415)]))
  const { control } = caller.service
  expect(Object.keys(control.calls.counts()).length).toBeLessThan(100)
  expect(control.calls.latest().length).toBeLessThanOrEqual(1_000)
  expect(control.deliveriesWaiting()).toBe(0)
  await control.waitUntil('the queue is empty', () => control.queuedCustomers() === 0 || undefined)
  await caller.ok('GET', '/v2/recapture/customers')
})

test('bytes that are not HTTP, a body that breaks off and one without a length do no harm', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  const port = Number(new URL(caller.service.url).port)
  const say = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let heard = ''
      socket.on('data', (piece) => (heard += piece.toString()))
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
      socket.end(text)
    })
  expect(await say('\u0000\u0001nonsense\r\n\r\n')).toContain(' 400 ')
  const head = `POST /v2/recapture/upload?region=au HTTP/1.1\r\nHost: x\r\nApiKey: ${caller.service.apiKey}\r\nContent-Type: application/json\r\n`
  await say(`${head}Content-Length: 1000\r\n\r\n{"name":`)
  expect(await say(`${head}Content-Length: 99999999999\r\n\r\n{`)).toContain(' 413 ')
  expect(caller.service.control.uploads()).toEqual([])
  const chunk = JSON.stringify({ name: 'x', enable_rego_lookups: false, customers: [{ rego: 'ABC123', state: 'NSW' }] })
  const chunked = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`
  expect(await say(chunked)).toContain(' 200 ')
  expect(caller.service.control.uploads()).toHaveLength(1)
})
