import { createServer } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Credentials } from '../../src/contract/connections.ts'
import { createAuthoriser } from '../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../src/core/service/create-service-client.ts'
import { createFileLog } from '../../src/core/log/file-log.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { createLogTwin } from '../twins/log-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram } from '../twins/program-twin.ts'
import { serveHere } from '../twins/served-here.ts'

const page = { offset: 0, limit: 10 }
const customersPath = '/v2/recapture/customers'
const tokenPath = '/auth-broker/request-token'

const keyOf = ({ apiKey }: PracticeService): Credentials => ({ scheme: 'api-key', apiKey })
const oauthOf = ({ clientId, clientSecret }: PracticeService): Credentials => ({
  scheme: 'oauth',
  clientId,
  clientSecret,
})

function clientOf(baseUrl: string, credentials: Credentials) {
  const log = createLogTwin()
  const tools = { fetch: (url: string, init: RequestInit) => fetch(url, init), clock: systemClock, log }
  const authoriser = createAuthoriser({ baseUrl, credentials, ...tools })
  return createServiceClient({
    baseUrl,
    region: 'au',
    regionCode: 'au',
    authoriser,
    ...tools,
    onOutcome: () => undefined,
    random: () => 0,
  })
}

/** A server that gives the same answer to all requests and records them. */
async function startServer(answer: { status: number; headers?: Record<string, string>; body?: string }) {
  const seen: { url: string; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    request.resume()
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
  })
  return { url: await serveHere(server), seen }
}

describe.each([
  ['an API key', keyOf],
  ['client credentials', oauthOf],
] as const)('with %s', (_name, credentialsOf) => {
  it('the service is read and changed', async () => {
    const far = await startFarService()
    const client = clientOf(far.url, credentialsOf(far))
    const made = await client.createUpload({
      name: 'May',
      enable_rego_lookups: false,
      customers: [{ rego: 'ABC123', state: 'VIC', client_name: 'Jane Citizen', sale_date: '2024-02-29' }],
    })
    if (!made.ok) throw new Error(made.error.failure.message)
    await far.control.waitForUpload(made.value.id)
    expect(await client.getUpload(made.value.id)).toMatchObject({
      ok: true,
      value: { uploaded: 1, processed: 1, errors: 0 },
    })
    const list = await client.listCustomers({ ...page, uploadId: made.value.id })
    if (!list.ok) throw new Error(list.error.failure.message)
    const id = list.value.customers[0]?.id ?? ''
    expect(list.value.customers).toMatchObject([{ rego: 'ABC123', clientName: 'Jane Citizen', saleDate: '2024-02-29' }])
    expect(await client.patchCustomer(id, { client_name: '', sale_date: '2024-03-01' })).toMatchObject({
      ok: true,
      value: { clientName: null, saleDate: '2024-03-01' },
    })
    expect(await client.deleteCustomer(id)).toMatchObject({ ok: true, value: { id } })
    expect(await client.getCustomer(id)).toMatchObject({ ok: false, error: { failure: { kind: 'not-found' } } })
    expect(await client.cancelUpload(made.value.id)).toMatchObject({ ok: true })
    expect(await client.findByPlate('REG4SUCCESS', 'VIC')).toMatchObject({
      ok: true,
      value: { vehicle: expect.anything() },
    })
    expect(await client.findByPlate('REG4NOMATCH', 'VIC')).toMatchObject({
      ok: true,
      value: { vehicle: null, upstream_vehicle: expect.anything() },
    })
  })

  it('a 429 is waited for as its headers ask', async () => {
    const far = await startFarService()
    const client = clientOf(far.url, credentialsOf(far))
    far.control.rateLimit({ path: customersPath, times: 1, resetInSeconds: 1 })
    expect(await client.listCustomers(page)).toMatchObject({ ok: true })
    expect(far.control.calls.count({ method: 'GET', path: customersPath })).toBe(2)
    far.control.rateLimit({ path: '/v2/recapture/upload', times: 1, resetInSeconds: 30 })
    const refused = await client.createUpload({ name: 'x', enable_rego_lookups: false, customers: [{ rego: 'A' }] })
    expect(refused).toMatchObject({ error: { certainty: 'not-sent', failure: { kind: 'rate-limited' } } })
    expect(far.control.customerCount()).toBe(0)
  })

  it('a write whose answer is lost has an unknown effect, and is made once', async () => {
    const far = await startFarService()
    const client = clientOf(far.url, credentialsOf(far))
    const post = { method: 'POST', path: '/v2/recapture/upload' }
    const upload = { name: 'x', enable_rego_lookups: false, customers: [{ rego: 'A' }] }
    far.control.dropNextResponse({ ...post, after: 'effect' })
    expect(await client.createUpload(upload)).toMatchObject({
      error: { certainty: 'unknown', failure: { kind: 'offline' } },
    })
    far.control.cutNextBody({ ...post, afterBytes: 20 })
    expect(await client.createUpload(upload)).toMatchObject({
      error: { certainty: 'unknown', failure: { kind: 'offline' } },
    })
    far.control.garbleNext(post)
    expect(await client.createUpload(upload)).toMatchObject({ error: { certainty: 'unknown' } })
    far.control.hangNext(post)
    expect(await client.createUpload(upload, { timeoutMs: 200 })).toMatchObject({
      error: { certainty: 'unknown', failure: { kind: 'timeout' } },
    })
    expect(far.control.calls.count(post)).toBe(4)
  })

  it('a stopped service is not reached, and answers again when it is started', async () => {
    const far = await startFarService()
    const client = clientOf(far.url, credentialsOf(far))
    expect(await client.listCustomers(page)).toMatchObject({ ok: true })
    await far.control.goDown()
    // The first call breaks an open connection. Only a new connection shows that no service is there.
    expect(await client.listCustomers(page, { attempts: 1 })).toMatchObject({ error: { failure: { kind: 'offline' } } })
    const answer = await client.createUpload({ name: 'x', enable_rego_lookups: false, customers: [{ rego: 'A' }] })
    expect(answer).toMatchObject({ error: { certainty: 'not-sent', failure: { kind: 'offline' } } })
    await far.control.comeUp()
    expect(await client.listCustomers(page)).toMatchObject({ ok: true })
  })
})

describe('the token', () => {
  it('that expires is renewed once for ten simultaneous calls', async () => {
    const far = await startFarService()
    const client = clientOf(far.url, oauthOf(far))
    expect(await client.listCustomers(page)).toMatchObject({ ok: true })
    far.control.expireTokens()
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.listCustomers(page)))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(far.control.calls.count({ path: tokenPath })).toBe(2)
  })

  it('with a wrong secret requires a sign-in, and is requested once', async () => {
    const far = await startFarService()
    const client = clientOf(far.url, { scheme: 'oauth', clientId: far.clientId, clientSecret: 'wrong' })
    expect(await client.listCustomers(page)).toMatchObject({ error: { failure: { kind: 'sign-in-required' } } })
    expect(far.control.calls.count({ path: tokenPath })).toBe(1)
    expect(far.control.calls.count({ path: customersPath })).toBe(0)
  })
})

it('a wrong key is refused with 401 and not tried again', async () => {
  const far = await startFarService()
  expect(await clientOf(far.url, { scheme: 'api-key', apiKey: 'wrong' }).listCustomers(page)).toMatchObject({
    error: { status: 401, certainty: 'not-sent', failure: { kind: 'sign-in-required' } },
  })
  expect(far.control.calls.count({ path: customersPath })).toBe(1)
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i is refused, and nothing reaches the other server', async (status) => {
    const other = await startServer({ status: 200, body: '{"success":true,"customers":[],"access_token":"t"}' })
    const first = await startServer({ status, headers: { Location: `${other.url}/taken` } })
    for (const credentials of [
      { scheme: 'api-key', apiKey: 'planted-key' },
      { scheme: 'oauth', clientId: 'dealer', clientSecret: 'planted-secret' },
    ] satisfies Credentials[]) {
      const client = clientOf(first.url, credentials)
      expect(await client.listCustomers(page, { attempts: 1 })).toMatchObject({
        error: { failure: { kind: 'offline' } },
      })
      expect(
        await client.createUpload({ name: 'x', enable_rego_lookups: false, customers: [{ rego: 'A' }] }),
      ).toMatchObject({ ok: false, error: { failure: { kind: 'offline' } } })
    }
    expect(first.seen).toHaveLength(4)
    expect(other.seen).toEqual([])
  })
})

describe('the test of a connection', () => {
  const stepsOf = (test: { steps: readonly { step: string; state: string }[] }): Record<string, string> =>
    Object.fromEntries(test.steps.map(({ step, state }) => [step, state]))

  it('passes with both kinds of credentials', async () => {
    const far = await startFarService()
    const program = await startProgram()
    for (const credentials of [keyOf(far), oauthOf(far)]) {
      expect(await program.get('connections.test', { baseUrl: far.url, region: 'au', credentials })).toMatchObject({
        ok: true,
      })
    }
  })

  it('shows the step that failed', async () => {
    const far = await startFarService()
    const page = await startServer({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<html>Welcome</html>',
    })
    const program = await startProgram()
    const test = async (baseUrl: string, credentials: Credentials) =>
      stepsOf(await program.get('connections.test', { baseUrl, region: 'au', credentials }))

    expect(await test('http://example.com.au', keyOf(far))).toMatchObject({ address: 'failed', network: 'not-reached' })
    expect(await test(page.url, keyOf(far))).toMatchObject({ address: 'failed' })
    expect(await test(far.url, { scheme: 'api-key', apiKey: 'wrong' })).toMatchObject({
      network: 'passed',
      credentials: 'failed',
    })
    expect(await test(far.url, { scheme: 'oauth', clientId: far.clientId, clientSecret: 'wrong' })).toMatchObject({
      network: 'passed',
      credentials: 'failed',
    })
    // There is no TLS on this port.
    expect(await test(far.url.replace('http:', 'https:'), keyOf(far))).toMatchObject({
      network: 'passed',
      certificate: 'failed',
    })
    far.control.settings.licences.delete('recapture')
    expect(await test(far.url, keyOf(far))).toMatchObject({ credentials: 'passed', licence: 'failed' })
    await far.control.goDown()
    expect(await test(far.url, keyOf(far))).toMatchObject({ address: 'passed', network: 'failed' })
  })
})

describe('practice', () => {
  it('starts without data, and has its data after a restart', async () => {
    const dataFolder = createDataFolder()
    const first = await startProgram({ dataFolder })
    expect(await first.get('connections.state', {})).toMatchObject({ current: null, connections: [] })
    const state = await first.get('connections.startPractice', { region: 'nz' })
    expect(state.current).toMatchObject({ kind: 'practice', region: 'nz' })
    expect(await first.get('connections.testCurrent', {})).toMatchObject({ ok: true })
    const uploaded = await fetch(`${first.practice.service().url}/v2/recapture/upload?region=nz`, {
      method: 'POST',
      headers: { ApiKey: first.practice.service().apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'May', enable_rego_lookups: false, customers: [{ rego: 'ABC123' }] }),
    })
    expect(uploaded.status).toBe(200)
    await first.practice.service().control.waitForCustomers(1)
    await first.program.close()
    await first.practice.stop()

    const second = await startProgram({ dataFolder, vault: first.vault })
    expect(await second.get('connections.state', {})).toMatchObject({ current: { kind: 'practice', region: 'nz' } })
    expect(await second.get('connections.testCurrent', {})).toMatchObject({ ok: true })
    expect(second.practice.service().control.customerCount()).toBe(1)
  })
})

describe('a planted secret', () => {
  it('is in no log, file, event or answer', async () => {
    const far = await startFarService()
    const dataFolder = createDataFolder()
    const fileLog = createFileLog(join(dataFolder, 'log'))
    const log = createLogTwin()
    const program = await startProgram({
      dataFolder,
      log: {
        entries: log.entries,
        write(level, event, fields) {
          log.write(level, event, fields)
          fileLog.write(level, event, fields)
        },
      },
    })
    const answers: unknown[] = []
    const connectBoth: Credentials[] = [
      keyOf(far),
      oauthOf(far),
      { scheme: 'api-key', apiKey: 'planted-wrong-key' },
      { scheme: 'oauth', clientId: 'planted-client', clientSecret: 'planted-wrong-secret' },
    ]
    for (const credentials of connectBoth) {
      const input = { baseUrl: far.url, region: 'au', credentials } as const
      answers.push(await program.ask('connections.test', input))
      answers.push(await program.ask('connections.connect', input))
      answers.push(await program.ask('connections.testCurrent', {}))
      answers.push(await program.ask('customers.sync', {}))
      answers.push(await program.ask('connections.setCredentials', credentials))
      answers.push(await program.ask('connections.state', {}))
    }
    answers.push(await program.ask('connections.setCredentials', { scheme: 'api-key', apiKey: 'planted-ünsendable' }))
    answers.push(await program.ask('app.info', {}), await program.ask('storage.status', {}))
    const secrets = [far.apiKey, far.clientSecret, 'planted-', ...program.vault.items.values()]
    const places = {
      answers: JSON.stringify(answers),
      events: JSON.stringify(program.events),
      log: JSON.stringify(log.entries),
      unexpected: program.unexpected.map(String).join(),
    }
    await program.program.close()
    const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(files.join()).toContain('service.failed')
    for (const secret of secrets.filter((each) => each !== far.clientId)) {
      for (const [place, text] of Object.entries({ ...places, files: files.join() })) {
        expect(text.includes(secret), `a secret in ${place}`).toBe(false)
      }
    }
    expect(program.unexpected).toEqual([])
  })
})
