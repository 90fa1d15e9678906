import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Credentials } from '../../src/contract/connections.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startLife, type HostLife } from './browser-host-life.ts'
import { filesIn, leaks, shownOfProcess } from './planted-secrets.ts'

const planted = {
  password: 'planted-pässword-0c7d',
  newPassword: 'planted-other-password-91aa',
  apiKey: 'planted/api+key"4f1c9e77b2',
  clientId: 'planted-client-51d2',
  clientSecret: 'planted:secret/8a63+d1',
  token: 'planted-token-2b90f1',
  endpointToken: 'planted-endpoint/token-77aa31',
} as const

const endpoint = `https://crm.dealer.com.au/hook?token=${encodeURIComponent(planted.endpointToken)}`

const owner = { name: 'Wilhelmina Quackenbush', mobile: '0491570159' } as const

/** How a service can repeat the secrets that it received. */
const rudeness = {
  'a refusal that quotes': (request, response) => refuse(response, 401, JSON.stringify({ message: quote(request) })),
  'no licence, in plain text': (request, response) => refuse(response, 403, quote(request)),
  'a long refusal, cut in the middle of the key': (request, response) =>
    refuse(response, 422, JSON.stringify({ error: true, message: `${'x'.repeat(275)}${quote(request)}` })),
  'a map of errors': (request, response) =>
    refuse(response, 400, JSON.stringify({ errors: { ApiKey: [quote(request)] } })),
  'a fault that quotes': (request, response) => refuse(response, 500, JSON.stringify({ error: quote(request) })),
  'a page': (request, response) => refuse(response, 502, `<html><body>${quote(request)}</body></html>`),
  'an answer that is cut off': (request, response) =>
    refuse(response, 200, `{"success":true,"customers":[{"id":"${quote(request)}`),
  'an answer of another form': (request, response) =>
    refuse(response, 200, JSON.stringify({ success: true, customers: quote(request), upload: quote(request) })),
  'success that is none': (request, response) =>
    refuse(response, 200, JSON.stringify({ success: false, error: quote(request) })),
  'a redirect': (request, response) => {
    response.writeHead(302, { location: `/elsewhere?key=${encodeURIComponent(quote(request))}` }).end(quote(request))
  },
  'a status of its own': (request, response) => {
    response.writeHead(418, { 'x-key': encodeURIComponent(quote(request)) }).end(quote(request))
  },
  'a line that breaks': (_request, response) => response.destroy(),
} satisfies Record<string, (request: IncomingMessage, response: ServerResponse) => void>

function refuse(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

/** The secrets in the headers of a call, as a service reads them. */
function quote({ headers }: IncomingMessage): string {
  const authorization = headers.authorization ?? ''
  const basic = authorization.startsWith('Basic ') ? Buffer.from(authorization.slice(6), 'base64').toString() : ''
  return `${headers['apikey'] ?? ''} ${authorization} ${basic} ${basic.slice(basic.indexOf(':') + 1)}`
}

interface RudeService {
  readonly url: string
  manner: keyof typeof rudeness
  /** Whether the request for the token is refused in the same way. */
  refusesToken: boolean
}

async function startRudeService(): Promise<RudeService> {
  const server: Server = createServer((request, response) => {
    request.resume()
    const isToken = request.url?.startsWith('/auth-broker/') ?? false
    if (isToken && !service.refusesToken) {
      const token = { access_token: planted.token, expires_in: 3_600, scope: '', token_type: 'bearer' }
      refuse(response, 200, JSON.stringify(token))
    } else rudeness[service.manner](request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const service: RudeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    manner: 'a refusal that quotes',
    refusesToken: false,
  }
  return service
}

async function tryEverything(life: HostLife, baseUrl: string, credentials: Credentials): Promise<void> {
  await life.ask('connections.test', { baseUrl, region: 'au', credentials })
  await life.ask('connections.setCredentials', credentials)
  await life.ask('connections.testCurrent', {})
  await life.ask('customers.sync', {})
  await life.ask('customers.status', {})
  await life.ask('uploads.list', {})
  await life.ask('connections.state', {})
  await life.ask('webhooks.ping', { id: 'webhook' })
}

/**
 * Creates, changes and pings a webhook, has its endpoint refused, and posts to the inspector by its address and by wrong ones.
 * Returns the token of the inspector.
 */
async function workWithWebhooks(life: HostLife): Promise<string> {
  const { id, version } = await life.get('webhooks.create', { name: 'Desk', region: 'au', endpoint, events: [] })
  await life.get('webhooks.list', {})
  await life.ask('webhooks.edit', { id, version, endpoint: `${endpoint}&more=${planted.endpointToken}` })
  await life.ask('webhooks.edit', { id, version, endpoint: `http://crm.dealer.com.au/?token=${planted.endpointToken}` })
  await life.ask('webhooks.checkEndpoint', { endpoint })
  await life.get('webhooks.ping', { id })
  await life.get('webhooks.pings', { id })
  const { address } = await life.get('inspector.start', {})
  if (address === null) throw new Error('The inspector has no address')
  const event = JSON.stringify({ event: 'ping', data: { webhook_id: id, at: 'now', endpoint } })
  for (const [path, status] of [
    [address, 204],
    [`${address}x`, 404],
    [address.replace('/au/', '/xx/'), 404],
  ] as const) {
    expect((await fetch(path, { method: 'POST', body: event })).status).toBe(status)
  }
  await fetch(address, { method: 'POST', body: 'x'.repeat(300_000) }).catch(() => undefined)
  await life.get('inspector.stop', {})
  return new URL(address).pathname.split('/')[1] ?? ''
}

describe('planted secrets', () => {
  it('are found nowhere, whatever the service answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const rude = await startRudeService()
    const far = await startFarService()
    let life = await startLife(folder)
    onTestFinished(() => life.end('SIGKILL'))
    await life.ask('storage.setPassword', { password: 'short' })
    await life.get('storage.setPassword', { password: planted.password })
    await life.ask('storage.unlock', { password: planted.newPassword })

    const key: Credentials = { scheme: 'api-key', apiKey: planted.apiKey }
    const oauth: Credentials = {
      scheme: 'oauth',
      clientId: planted.clientId,
      clientSecret: planted.clientSecret,
    }
    await life.get('connections.connect', { baseUrl: rude.url, region: 'au', credentials: key })
    const csv = `Rego,State,Customer Name,Mobile\n1AB2CD,VIC,${owner.name},${owner.mobile}\n`
    const open = async (): Promise<string> =>
      (await life.get('drafts.open', { fileId: await life.send('list.csv', csv) })).id
    const { id } = await life.get('uploads.create', {
      draftId: await open(),
      name: 'May',
      lookUpMissingVins: false,
      listAgeConfirmed: true,
    })
    for (const manner of Object.keys(rudeness) as (keyof typeof rudeness)[]) {
      rude.manner = manner
      await tryEverything(life, rude.url, key)
      await life.ask('uploads.resume', { id })
      await life.ask('uploads.get', { id })
      for (const refusesToken of [true, false]) {
        rude.refusesToken = refusesToken
        await tryEverything(life, rude.url, oauth)
      }
    }
    await life.ask('connections.connect', {
      baseUrl: `${rude.url}/?key=${planted.token}`,
      region: 'au',
      credentials: key,
    })
    await life.ask('connections.setCredentials', { scheme: 'api-key', apiKey: `${planted.apiKey}\u00e9` })

    // A service without faults: the whole job, with a wrong password and a restart.
    await life.get('connections.connect', {
      baseUrl: far.url,
      region: 'au',
      credentials: { scheme: 'oauth', clientId: far.clientId, clientSecret: far.clientSecret },
    })
    const draftId = await open()
    const { uploads: earlier } = await life.get('uploads.sameFile', { draftId })
    const good = await life.get('uploads.create', {
      draftId,
      name: 'June',
      lookUpMissingVins: false,
      sameFileConfirmed: earlier.map(({ id }) => id),
    })
    await life.waitFor(async () => {
      const { finishedAt } = await life.get('uploads.get', { id: good.id })
      const { total } = await life.get('customers.status', {})
      return finishedAt !== null && total === 1 ? true : undefined
    })
    await open()
    const listed = await life.get('customers.list', { offset: 0, limit: 10 })
    expect(listed.customers[0]?.clientName).toBe(owner.name)
    const inspectorToken = await workWithWebhooks(life)
    const shownInFirst = shownOfProcess(life.pid)
    const told = [life.said(), life.answered()]
    await life.end('SIGKILL')
    const asKilled = filesIn(folder)
    life = await startLife(folder)
    await life.ask('storage.unlock', { password: planted.newPassword })
    await life.get('storage.unlock', { password: planted.password })
    await life.get('customers.list', { offset: 0, limit: 10 })
    const shownInSecond = shownOfProcess(life.pid)
    await life.end('SIGTERM')
    told.push(life.said(), life.answered())

    const files = filesIn(folder)
    expect(Object.keys(files).toSorted()).toEqual(
      expect.arrayContaining(['forecourt.db', 'forecourt.log', 'protection.json']),
    )
    // The search itself works: the log was written, and the window received the customer.
    expect(files['forecourt.log']).toContain('service.failed')
    expect(told.join()).toContain(owner.name)

    const secrets = { ...planted, farSecret: far.clientSecret, farKey: far.apiKey }
    const onDisk = { ...files, ...Object.fromEntries(Object.entries(asKilled).map(([n, t]) => [`${n} as killed`, t])) }
    const places = { ...onDisk, ...shownInFirst, ...shownInSecond, told: told.join('\n') }
    expect(leaks(places, secrets)).toEqual([])
    // What only the window may show, the owner and the address to copy, is nowhere else.
    expect(leaks({ ...onDisk, ...shownInFirst, ...shownInSecond }, { ...owner, inspectorToken })).toEqual([])
    expect(told.join()).toContain(inspectorToken)
    expect(told.join()).not.toContain('"kind":"unexpected"')
  })
})
