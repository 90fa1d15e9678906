import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, customersOf, expectTable, startService, succeed, type Json, type Service } from './client.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const customers = '/v2/recapture/customers'
const au = { region: 'au' }
const status = async (method: string, path: string, headers: Record<string, string>): Promise<number> =>
  (await call(service, method, path, { query: au, headers })).status

/** A token request as part 5 has it, with what a test changes of it. */
async function requestToken(changes: { type?: string; authorization?: string; form?: string } = {}): Promise<Response> {
  const pair = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString('base64')
  return fetch(`${service.url}/auth-broker/request-token`, {
    method: 'POST',
    headers: {
      'Content-Type': changes.type ?? 'application/x-www-form-urlencoded',
      Authorization: changes.authorization ?? `Basic ${pair}`,
    },
    body: changes.form ?? 'grant_type=client_credentials',
  })
}

const calls: [string, string][] = [
  ['GET', '/v2/vehicles'],
  ['GET', '/v2/vehicles/registrations/ABC123'],
  ['GET', '/v2/vehicles/registrations/ABC123/status'],
  ['GET', '/v2/vehicles/ABC123/status'],
  ['GET', '/v2/vehicles/vins/JTEBR3FJ40K123456'],
  ['GET', '/v2/vehicles/x/specs'],
  ['GET', '/v2/sourcing/market_overlay/x'],
  ['POST', '/v2/webhooks'],
  ['GET', '/v2/webhooks'],
  ['GET', '/v2/webhooks/x'],
  ['PATCH', '/v2/webhooks/x'],
  ['DELETE', '/v2/webhooks/x'],
  ['POST', '/v2/webhooks/x/ping'],
  ['POST', '/v2/recapture/upload'],
  ['GET', '/v2/recapture/upload/x'],
  ['DELETE', '/v2/recapture/upload/x'],
  ['GET', '/v2/recapture/customers'],
  ['GET', '/v2/recapture/customers/x'],
  ['PATCH', '/v2/recapture/customers/x'],
  ['DELETE', '/v2/recapture/customers/x'],
]

describe('every API requires authentication and a licence', () => {
  it.each(calls)('%s %s answers 401 without, with a malformed and with a wrong one', async (method, path) => {
    const pair = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString('base64')
    const wrong: Record<string, string>[] = [
      {},
      { ApiKey: 'wrong' },
      { Authorization: 'Bearer wrong' },
      { Authorization: 'wrong' },
      { Authorization: `Basic ${pair}` },
    ]
    for (const headers of wrong) expect(await status(method, path, headers)).toBe(401)
  })
  it.each(calls)('%s %s answers 403 without the licence', async (method, path) => {
    await service.control('PATCH', '/settings', { licences: [] })
    expect(await status(method, path, { ApiKey: service.apiKey })).toBe(403)
    await service.control('PATCH', '/settings', { licences: ['vehicles', 'sourcing', 'webhooks', 'recapture'] })
    expect(await status(method, path, { ApiKey: service.apiKey })).not.toBe(403)
  })
})

describe('the token endpoint', () => {
  it('answers 200 with access_token, expires_in, scope and token_type bearer', async () => {
    const answer = await requestToken()
    expect(answer.status).toBe(200)
    const token = (await answer.json()) as Json
    expectTable(token, { access_token: 'string', expires_in: 'integer', scope: 'string', token_type: 'string' })
    expect(token['token_type']).toBe('bearer')
    expect(await status('GET', customers, { Authorization: `Bearer ${String(token['access_token'])}` })).toBe(200)
  })
  it('the token is reused until it expires, and is refused with 401 from then on', async () => {
    await service.control('PATCH', '/settings', { tokenLifetimeSeconds: 60 })
    const { access_token: token, expires_in: seconds } = (await (await requestToken()).json()) as Json
    expect(seconds).toBe(60)
    const headers = { Authorization: `Bearer ${String(token)}` }
    await service.control('POST', '/advance-clock', { ms: 50_000 })
    expect(await status('GET', customers, headers)).toBe(200)
    await service.control('POST', '/advance-clock', { ms: 11_000 })
    expect(await status('GET', customers, headers)).toBe(401)
  })
  it.each([
    ['wrong credentials', { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }],
    ['wrong Basic encoding', { authorization: 'Basic not:encoded' }],
    ['a wrong Content-Type', { type: 'application/json' }],
    ['a wrong body', { form: 'grant_type=password' }],
    ['no body', { form: '' }],
  ])('answers non-200 for %s', async (_name, changes) => {
    const answer = await requestToken(changes)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.text()).not.toContain('access_token')
  })
  it('serves an OAuth library that knows nothing of it', async () => {
    const server: oauth.AuthorizationServer = {
      issuer: service.url,
      token_endpoint: `${service.url}/auth-broker/request-token`,
    }
    const client: oauth.Client = { client_id: service.clientId }
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(service.clientSecret),
      new URLSearchParams(),
      { [oauth.allowInsecureRequests]: true },
    )
    const token = await oauth.processClientCredentialsResponse(server, client, answer)
    expect(token.expires_in).toBeGreaterThan(0)
    const url = new URL(`${service.url}${customers}?region=au`)
    const list = await oauth.protectedResourceRequest(token.access_token, 'GET', url, undefined, null, {
      [oauth.allowInsecureRequests]: true,
    })
    expect(await list.json()).toMatchObject({ success: true })
  })
})

describe('two services with the same seed and the same calls', () => {
  it('answer the same, but for the moments', async () => {
    /** A day's work: look-ups, an upload with a failing row and paid look-ups, an edit, a deletion, a sighting, a webhook. */
    const work = async (one: Service): Promise<unknown[]> => {
      await one.control('PATCH', '/settings', { errorShare: 0.2 })
      const rows = Array.from({ length: 30 }, (_, at) => ({
        rego: `S${100 + at}ABC`,
        state: 'SA',
        client_name: `C${at}`,
      }))
      const made = await customersOf(one, rows, { lookups: true })
      const path = (at: number): string => `/v2/recapture/customers/${String(made[at]?.['id'])}`
      return [
        one.apiKey,
        made,
        await succeed(one, 'GET', '/v2/vehicles', { query: { ...au, search: 'hilux' } }),
        await succeed(one, 'GET', '/v2/vehicles/registrations/1AB2CD', { query: { ...au, state: 'VIC' } }),
        await succeed(one, 'PATCH', path(0), { query: au, body: { client_name: 'Jane' } }),
        await succeed(one, 'DELETE', path(1), { query: au }),
        await one.control('POST', '/sightings', { customerId: made[2]?.['id'] }),
        await succeed(one, 'POST', '/v2/webhooks', {
          body: { name: 'Desk', region: 'au', format: 'json', endpoint: 'http://127.0.0.1:9/hook' },
        }),
        await succeed(one, 'GET', customers, { query: { ...au, offset: 0, limit: 100 } }),
      ]
    }
    const moment = /"\d{4}-\d{2}-\d{2}T(?!00:00:00)[\d:.]+Z"/g
    const answers: string[] = []
    for (const seed of ['7', '7', '8']) {
      const one = await startService(['--seed', seed])
      try {
        answers.push(JSON.stringify(await work(one)).replaceAll(moment, '"a moment"'))
      } finally {
        await one.stop()
      }
    }
    expect(answers[1]).toBe(answers[0])
    expect(answers[2]).not.toBe(answers[0])
  })
})
