import { expect, test } from 'vitest'
import { z } from 'zod'
import { practise } from './caller.ts'

const token = z.strictObject({
  access_token: z.string().min(20),
  expires_in: z.int().positive(),
  scope: z.string(),
  token_type: z.literal('bearer'),
})
const form = 'application/x-www-form-urlencoded'
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

test('a token is given for Basic credentials and a form, carries calls, and ends when it expires', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  const { clientId, clientSecret, control } = caller.service
  const answer = await caller.raw('POST', '/auth-broker/request-token', {
    headers: { Authorization: basic(clientId, clientSecret), 'Content-Type': form },
    body: 'grant_type=client_credentials',
  })
  expect(answer.status).toBe(200)
  const { access_token: bearer, expires_in: seconds } = token.parse(await answer.json())
  const headers = { Authorization: `Bearer ${bearer}` }

  await caller.ok('GET', '/v2/recapture/customers', { headers })
  control.advanceClock((seconds - 1) * 1_000)
  await caller.ok('GET', '/v2/recapture/customers', { headers })
  control.advanceClock(1_000)
  expect((await caller.refused('GET', '/v2/recapture/customers', { headers })).status).toBe(401)
})

test('every token can be made to expire at once', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { clientId, clientSecret, control } = caller.service
  const answer = await caller.raw('POST', '/auth-broker/request-token', {
    headers: { Authorization: basic(clientId, clientSecret), 'Content-Type': form },
    body: 'grant_type=client_credentials',
  })
  const headers = { Authorization: `Bearer ${token.parse(await answer.json()).access_token}` }
  await caller.ok('GET', '/v2/recapture/customers', { headers })
  control.expireTokens()
  expect((await caller.refused('GET', '/v2/recapture/customers', { headers })).status).toBe(401)
})

test('a token is refused for malformed Base64 of the right credentials', async ({ onTestFinished }) => {
  const { service } = await practise(onTestFinished)
  const right = basic(service.clientId, service.clientSecret)
  const ask = async (authorization: string): Promise<number> => {
    const answer = await fetch(`${service.url}/auth-broker/request-token`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': form },
      body: 'grant_type=client_credentials',
    })
    return answer.status
  }
  expect(await ask(right)).toBe(200)
  expect(await ask(right.endsWith('=') ? right.slice(0, -1) : `${right}A`)).toBe(401)
})

test.for([
  [
    'a wrong secret',
    { Authorization: basic('practice-client', 'wrong'), 'Content-Type': form },
    'grant_type=client_credentials',
  ],
  ['no Basic', { 'Content-Type': form }, 'grant_type=client_credentials'],
  ['Basic that is not Base64', { Authorization: 'Basic a:b', 'Content-Type': form }, 'grant_type=client_credentials'],
] as const)('a token is refused for %s', async ([, headers, body], { onTestFinished }) => {
  const caller = await practise(onTestFinished)
  expect((await caller.refused('POST', '/auth-broker/request-token', { headers, body })).status).toBe(401)
})

test('a token is refused for another content type and another grant', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const Authorization = basic(caller.service.clientId, caller.service.clientSecret)
  const json = { Authorization, 'Content-Type': 'application/json' }
  expect((await caller.refused('POST', '/auth-broker/request-token', { headers: json, body: '{}' })).status).toBe(400)
  const password = { headers: { Authorization, 'Content-Type': form }, body: 'grant_type=password' }
  expect((await caller.refused('POST', '/auth-broker/request-token', password)).status).toBe(400)
})

test('calls without, or with malformed, credentials are answered 401', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const attempts: Record<string, string>[] = [
    {},
    { ApiKey: 'wrong' },
    { Authorization: 'Bearer ' },
    { Authorization: 'bearer x' },
    { Authorization: 'Basic x' },
  ]
  for (const headers of attempts) {
    for (const path of ['/v2/recapture/customers', '/v2/vehicles', '/v2/webhooks', '/v2/nowhere']) {
      expect((await caller.refused('GET', path, { headers })).status).toBe(401)
    }
  }
})

test('a product without a licence is answered 403, the others still serve', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  caller.service.control.settings.licences.delete('webhooks')
  expect((await caller.refused('GET', '/v2/webhooks')).status).toBe(403)
  await caller.ok('GET', '/v2/recapture/customers')
})

test('the same seed gives the same credentials, another seed others', async ({ onTestFinished }) => {
  const [one, same, other] = await Promise.all(
    [5, 5, 6].map(async (seed) => (await practise(onTestFinished, { seed })).service),
  )
  expect(one?.apiKey).toBe(same?.apiKey)
  expect(one?.clientSecret).toBe(same?.clientSecret)
  expect(one?.apiKey).not.toBe(other?.apiKey)
})
