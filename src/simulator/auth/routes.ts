import { isUtf8 } from 'node:buffer'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ServiceSettings, Product } from '../control/service-settings.ts'
import type { PracticeEnv } from '../wire/practice-env.ts'
import { readTextBody } from '../wire/reading.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Accounts } from './accounts.ts'

/**
 * The token endpoint (interface, part 5, OAuth 2.0 client credentials): Basic, a form, `grant_type=client_credentials`.
 * Anything else is answered non-200.
 */
export function tokenRoutes(accounts: Accounts, settings: ServiceSettings): Hono<PracticeEnv> {
  const routes = new Hono<PracticeEnv>()
  routes.post('/auth-broker/request-token', async (c) => {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new Refusal(400, 'Content-Type must be application/x-www-form-urlencoded')
    }
    const form = new URLSearchParams(await readTextBody(c))
    if (form.get('grant_type') !== 'client_credentials') throw new Refusal(400, 'grant_type must be client_credentials')
    const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(c.req.header('authorization') ?? '')
    if (!basic) throw new Refusal(401, 'The Authorization header must be Basic with Base64 of client_id:client_secret')
    const bytes = Buffer.from(basic[1] ?? '', 'base64')
    // Node skips what it can't decode; the interface refuses wrong Basic encoding (part 5, rule 3).
    if (bytes.toString('base64') !== basic[1] || !isUtf8(bytes)) throw new Refusal(401, 'The Base64 is malformed')
    const pair = bytes.toString('utf8')
    const colon = pair.indexOf(':')
    const accountId = colon < 0 ? undefined : accounts.byClient(pair.slice(0, colon), pair.slice(colon + 1))
    if (accountId === undefined) throw new Refusal(401, 'Unknown client_id or client_secret')
    const lifetimeSeconds = settings.tokenLifetimeSeconds
    return c.json({
      access_token: accounts.makeToken(accountId, lifetimeSeconds),
      expires_in: lifetimeSeconds,
      scope: '',
      token_type: 'bearer',
    })
  })
  return routes
}

/** Either scheme of part 5, or 401. A header that is there must be right: a wrong key is not saved by a good token. */
export function signedIn(accounts: Accounts): MiddlewareHandler<PracticeEnv> {
  return async (c, next) => {
    const apiKey = c.req.header('apikey')
    const authorization = c.req.header('authorization')
    if (apiKey === undefined && authorization === undefined) throw new Refusal(401, 'Authentication is required')
    const bearer = /^Bearer (\S+)$/.exec(authorization ?? '')
    const accountId = apiKey === undefined ? bearer && accounts.byToken(bearer[1] ?? '') : accounts.byApiKey(apiKey)
    if (accountId === undefined || accountId === null) {
      throw new Refusal(
        401,
        apiKey === undefined ? 'The access token is invalid or has expired' : 'The API key is invalid',
      )
    }
    c.set('accountId', accountId)
    await next()
  }
}

const productNames: Readonly<Record<Product, string>> = {
  vehicles: 'Vehicle Search',
  sourcing: 'Sourcing',
  webhooks: 'Webhooks',
  recapture: 'Customer Recapture',
}

/** 403 where the account lacks the product's licence (interface, parts 1 and 5). */
export function licensed(settings: ServiceSettings, product: Product): MiddlewareHandler<PracticeEnv> {
  return async (_c, next) => {
    if (!settings.licences.has(product)) {
      throw new Refusal(403, `Your account has no licence for ${productNames[product]}`)
    }
    await next()
  }
}
