import { describe, expect, it } from 'vitest'
import { ConnectionState } from '../../../../src/contract/connections.ts'
import { FailureKind } from '../../../../src/contract/result.ts'
import { currentScope, requireConnection, requireScope } from '../../../../src/core/connections/connection-region.ts'
import { judgeConnection } from '../../../../src/core/connections/connection-test.ts'
import { createConnections, type Connections } from '../../../../src/core/connections/connections.ts'
import { reachabilityAfter } from '../../../../src/core/connections/reachability.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import type { Practice } from '../../../../src/core/ports/host.ts'
import type { Vault } from '../../../../src/core/ports/vault.ts'
import type { Answer } from '../../../../src/core/service/service-client.ts'
import { createMemoryVault } from '../../../../src/core/vault/memory-vault.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createFetchTwin, json, nodeFault, type Behaviour } from '../../../twins/fetch-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'

const { signal } = new AbortController()
const apiKey = 'planted-key'
const account = {
  baseUrl: 'api.example.com.au/',
  region: 'au',
  credentials: { scheme: 'api-key', apiKey },
} as const

function memoryDatabase(): Database {
  const answer = openDatabase(':memory:', null)
  if (answer.state !== 'ready') throw new Error('No database')
  return answer.database
}

/** A practice service at an address that is new at each start. */
function practiceAt(...addresses: string[]): Practice & { readonly stops: number[] } {
  const stops: number[] = []
  return {
    stops,
    start: async () => ({
      url: addresses[stops.length] ?? 'http://127.0.0.1:1',
      apiKey: 'practice-key',
      controls: {
        state: () => ({ customersPerSecond: 40, outage: 'none', customers: 0, waiting: 0 }),
        setSpeed: () => undefined,
        setOutage: async () => undefined,
        makeSighting: () => null,
      },
    }),
    stop: async () => void stops.push(1),
    erase: async () => void stops.push(1),
  }
}

interface Setting {
  readonly database?: Database
  readonly keychain?: Vault | null
  readonly memory?: Vault
  readonly practice?: Practice
  readonly answers?: readonly Behaviour[]
}

function begin({
  database = memoryDatabase(),
  keychain = createVaultTwin(),
  memory = createMemoryVault(),
  practice = practiceAt('http://127.0.0.1:4001', 'http://127.0.0.1:4002'),
  answers = [json({ success: true, customers: [] })],
}: Setting = {}) {
  const far = createFetchTwin(...answers)
  const clock = createClockTwin(new Date('2026-11-21T00:00:00Z'))
  const announcer = createAnnouncer()
  const announced: string[] = []
  announcer.listen((event) => void announced.push(event.name))
  const connections: Connections = createConnections({
    database,
    clock,
    log: createLogTwin(),
    announcer,
    fetch: far.fetch,
    keychain,
    memory,
    practice,
    practicePlace: null,
  })
  return {
    connections,
    clock,
    database,
    far,
    announced,
    state: async () => ConnectionState.parse(await connections.state({}, signal)),
  }
}

async function clientOf(connections: Connections) {
  const { id, region } = requireConnection({ connections: connections.access })
  const answer = await connections.access.client(id, region)
  if (!answer.ok) throw new Error(answer.error.failure.message)
  return answer.value
}

describe('connecting', () => {
  it('keeps the connection apart from its key', async () => {
    const keychain = createVaultTwin()
    const { connections, database, announced } = begin({ keychain })
    const state = ConnectionState.parse(await connections.connect(account, signal))
    expect(state).toMatchObject({
      current: {
        name: 'api.example.com.au',
        baseUrl: 'https://api.example.com.au',
        kind: 'account',
        credentials: 'kept',
      },
      reachability: 'unknown',
    })
    expect(JSON.stringify(state)).not.toContain(apiKey)
    expect(JSON.stringify(database.all('SELECT * FROM connection'))).not.toContain(apiKey)
    expect([...keychain.items]).toEqual([[`connection/${state.current?.id}/api-key`, apiKey]])
    expect(announced).toContain('connections.changed')
  })

  it('keeps the credentials until the end where there is no keychain, and asks again at the next start', async () => {
    const database = memoryDatabase()
    const first = begin({ database, keychain: null })
    expect(await first.connections.connect(account, signal)).toMatchObject({ current: { credentials: 'this-session' } })
    expect(await (await clientOf(first.connections)).listCustomers({ offset: 0, limit: 1 })).toMatchObject({ ok: true })
    const second = begin({ database, keychain: null })
    expect(await second.state()).toMatchObject({ current: { credentials: 'missing' } })
    const { id } = requireConnection({ connections: second.connections.access })
    expect(await second.connections.access.client(id, 'au')).toMatchObject({
      error: { failure: { kind: 'sign-in-required' } },
    })
    expect(await second.state()).toMatchObject({ reachability: 'sign-in-required' })
  })

  it('a keychain that refuses just then costs nothing but the keeping', async () => {
    const keychain = createVaultTwin()
    keychain.condition = 'refusing'
    const { connections } = begin({ keychain })
    expect(await connections.connect(account, signal)).toMatchObject({ current: { credentials: 'this-session' } })
  })

  it('a keychain that is locked later is told apart from missing credentials', async () => {
    const keychain = createVaultTwin()
    const database = memoryDatabase()
    await begin({ keychain, database }).connections.connect(account, signal)
    keychain.condition = 'refusing'
    const { connections, state } = begin({ keychain, database })
    expect(await state()).toMatchObject({ current: { credentials: 'kept' } })
    const { id } = requireConnection({ connections: connections.access })
    expect(await connections.access.client(id, 'au')).toMatchObject({
      error: { failure: { kind: 'vault-unreadable' } },
    })
    keychain.condition = 'ok'
    expect(await connections.access.client(id, 'au')).toMatchObject({ ok: true })
  })

  it.each([
    ['http://api.example.com.au', apiKey, 'wrong-address'],
    ['https://user:pw@api.example.com.au', apiKey, 'wrong-address'],
    ['https://api.example.com.au', 'kéy', 'invalid-input'],
    ['https://api.example.com.au', 'two\nlines', 'invalid-input'],
  ])('refuses %s with the key “%s” and keeps nothing', async (baseUrl, key, kind) => {
    const keychain = createVaultTwin()
    const { connections, state } = begin({ keychain })
    const input = { ...account, baseUrl, credentials: { scheme: 'api-key', apiKey: key } as const }
    await expect(connections.connect(input, signal)).rejects.toMatchObject({ failure: { kind } })
    expect(await state()).toMatchObject({ connections: [], current: null })
    expect(keychain.items.size).toBe(0)
  })
})

describe('what is current', () => {
  it('is null on the first start, and a method that needs it fails with what to do', () => {
    const { connections } = begin()
    const storage = { connections: connections.access }
    const notConnected = expect.objectContaining({
      failure: { kind: 'invalid-input', message: expect.any(String), next: expect.any(String) },
    })
    expect(connections.access.active()).toBeNull()
    expect(currentScope(storage)).toBeNull()
    expect(() => requireConnection(storage)).toThrow(notConnected)
    expect(() => requireScope(storage)).toThrow(notConnected)
    expect(connections.access.find('unknown')).toBeNull()
  })

  it('is remembered with its region and its settings', async () => {
    const database = memoryDatabase()
    const { connections } = begin({ database })
    await connections.connect(account, signal)
    await connections.setRegion({ region: 'nz' }, signal)
    await connections.setAdvanced({ firstBatchSize: 50 }, signal)
    await connections.setAdvanced({ mobileForm: 'international' }, signal)
    expect(begin({ database }).connections.access.active()).toMatchObject({
      region: 'nz',
      advanced: { firstBatchSize: 50, mobileForm: 'international', referenceKey: 'forecourt_ref' },
    })
  })

  it('is the other one when it is forgotten, with its secrets and all that hung on it', async () => {
    const keychain = createVaultTwin()
    const { connections, database } = begin({ keychain })
    const first = await connections.connect({ ...account, name: 'First' }, signal)
    const second = await connections.connect({ ...account, name: 'Second' }, signal)
    const id = second.current?.id ?? ''
    database.run(
      `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, source, counts)
       VALUES ('d1', ?, 'au', 'f.csv', '', '', 'check', '{}', '{}')`,
      [id],
    )
    const state = await connections.forget({ id }, signal)
    expect(state).toMatchObject({ connections: [{ name: 'First' }], current: { name: 'First' } })
    expect([...keychain.items.keys()]).toEqual([`connection/${first.current?.id}/api-key`])
    expect(database.all('SELECT id FROM draft')).toEqual([])
  })

  it('is not forgotten while an upload of it is under way', async () => {
    const { connections, database } = begin()
    const { current } = await connections.connect(account, signal)
    database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key, header,
         rows_in_file, rows_left_out, paid_lookups, batch_size, state, created_at, finished_at)
       VALUES ('u1', ?, 'au', 'May', 'f.csv', 0, NULL, '[]', 1, 0, 0, 500, 'open', '', NULL)`,
      [current?.id ?? ''],
    )
    await expect(connections.forget({ id: current?.id ?? '' }, signal)).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    })
    database.run(`UPDATE upload SET finished_at = '2026-11-21T00:00:00Z'`)
    expect(await connections.forget({ id: current?.id ?? '' }, signal)).toMatchObject({
      connections: [],
      current: null,
    })
  })
})

describe('credentials that change', () => {
  it('are used from the next call on', async () => {
    const keychain = createVaultTwin()
    const { connections, far } = begin({ keychain })
    const { current } = await connections.connect(account, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 })
    await connections.setCredentials({ scheme: 'oauth', clientId: 'dealer', clientSecret: 'planted-secret' }, signal)
    const client = await clientOf(connections)
    await client.listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    expect(far.calls[0]?.headers.get('ApiKey')).toBe(apiKey)
    expect(far.calls[1]?.headers.get('Authorization')).toBe(`Basic ${btoa('dealer:planted-secret')}`)
    expect(keychain.items.get(`connection/${current?.id}/client-secret`)).toBe('planted-secret')
  })
})

describe('practice', () => {
  it('is one connection however often it is started, at the address that it has now', async () => {
    const database = memoryDatabase()
    const practice = practiceAt('http://127.0.0.1:4001', 'http://127.0.0.1:4002')
    const { connections, far } = begin({ database, practice })
    await connections.startPractice({ region: 'au' }, signal)
    const state = await connections.startPractice({ region: 'nz' }, signal)
    expect(state.connections).toMatchObject([{ kind: 'practice', region: 'nz', credentials: 'kept' }])
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 })
    await practice.stop()
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 })
    expect(far.calls.map((call) => new URL(call.url).port)).toEqual(['4001', '4002'])
    expect(far.calls[0]?.headers.get('ApiKey')).toBe('practice-key')
    expect(JSON.stringify(database.all('SELECT * FROM connection'))).not.toContain('practice-key')
  })

  it('that does not start says so and leaves things as they were', async () => {
    const practice: Practice = {
      start: async () => {
        throw new Error('port')
      },
      stop: async () => {},
      erase: async () => {},
    }
    const { connections, state } = begin({ practice })
    await expect(connections.startPractice({ region: 'au' }, signal)).rejects.toMatchObject({
      failure: { kind: 'service-down' },
    })
    expect(await state()).toMatchObject({ current: null, connections: [] })
  })
})

describe('reachability', () => {
  it('follows the answers of the current connection, and is announced only when it changes', async () => {
    const answers = [
      json({ success: true, customers: [] }),
      json({ success: true, customers: [] }),
      nodeFault('ENOTFOUND'),
      json({}, 401),
    ]
    const { connections, announced, state } = begin({ answers })
    await connections.connect(account, signal)
    const client = await clientOf(connections)
    const call = () => client.listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    announced.length = 0
    await call()
    expect(await state()).toMatchObject({ reachability: 'online', lastAnswerAt: '2026-11-21T00:00:00.000Z' })
    await call()
    expect(announced).toEqual(['connections.changed'])
    await call()
    expect(await state()).toMatchObject({ reachability: 'offline' })
    await call()
    expect(await state()).toMatchObject({ reachability: 'sign-in-required' })
    expect(announced).toHaveLength(3)
    await connections.connect({ ...account, name: 'Other' }, signal)
    expect(await state()).toMatchObject({ reachability: 'unknown', lastAnswerAt: null })
    await call()
    expect(await state()).toMatchObject({ reachability: 'unknown' })
  })

  it('comes back by itself when the service does', async () => {
    const good = json({ success: true, customers: [] })
    const { connections, clock, far, state } = begin({
      answers: [nodeFault('ENOTFOUND'), nodeFault('ENOTFOUND'), good],
    })
    await connections.connect(account, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    await clock.advance(30_000)
    expect(far.calls).toHaveLength(2)
    expect(await state()).toMatchObject({ reachability: 'offline' })
    await clock.advance(30_000)
    expect(far.calls).toHaveLength(3)
    expect(await state()).toMatchObject({ reachability: 'online' })
    await clock.advance(300_000)
    expect(far.calls).toHaveLength(3)
    await connections.close()
    expect(clock.sleeping()).toEqual([])
  })

  it('is not looked after any more once the program closes', async () => {
    const { connections, clock, far } = begin({ answers: [nodeFault('ENOTFOUND')] })
    await connections.connect(account, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 }, { attempts: 1 })
    await connections.close()
    await clock.advance(300_000)
    expect(far.calls).toHaveLength(1)
    expect(clock.sleeping()).toEqual([])
  })

  it.each(FailureKind.options)('has an answer for %s', (kind) => {
    expect([null, 'online', 'offline', 'service-down', 'sign-in-required']).toContain(reachabilityAfter(kind))
  })
})

describe('what a test finds', () => {
  const failedWith = (kind: FailureKind): Answer<never> => ({
    ok: false,
    error: {
      failure: { kind, message: 'What happened.', next: 'What to do.' },
      certainty: 'not-sent',
      status: null,
      retryAfterMs: null,
    },
  })

  it.each([
    ['wrong-address', 'address'],
    ['offline', 'network'],
    ['timeout', 'network'],
    ['service-down', 'network'],
    ['certificate', 'certificate'],
    ['sign-in-required', 'credentials'],
    ['rate-limited', 'credentials'],
    ['vault-unreadable', 'credentials'],
    ['no-licence', 'licence'],
    ['rejected', 'licence'],
  ] satisfies [FailureKind, string][])('%s stops at the %s', (kind, step) => {
    const test = judgeConnection(failedWith(kind), true)
    expect(test.ok).toBe(false)
    const at = test.steps.findIndex((each) => each.step === step)
    expect(test.steps.map((each) => each.state)).toEqual([
      ...Array(at).fill('passed'),
      'failed',
      ...Array(test.steps.length - at - 1).fill('not-reached'),
    ])
    expect(test.steps[at]?.words).toBe('What happened. What to do.')
  })

  it.each(FailureKind.options)('%s is never a good test', (kind) =>
    expect(judgeConnection(failedWith(kind), true).ok).toBe(false),
  )

  it('all passed', () => {
    expect(judgeConnection({ ok: true, value: [] }, false)).toMatchObject({
      ok: true,
      steps: Array(5).fill({ state: 'passed' }),
    })
  })

  it('an address that cannot be called is not called', async () => {
    const { connections, far } = begin()
    const test = await connections.test({ ...account, baseUrl: 'http://api.example.com.au' }, signal)
    expect(test.steps[0]).toMatchObject({ step: 'address', state: 'failed' })
    expect(far.calls).toHaveLength(0)
  })

  it('the credentials in hand are tried once, and kept nowhere', async () => {
    const keychain = createVaultTwin()
    const { connections, far, state } = begin({ keychain, answers: [nodeFault('ECONNREFUSED')] })
    expect(await connections.test(account, signal)).toMatchObject({ ok: false })
    expect(far.calls).toHaveLength(1)
    expect(keychain.items.size).toBe(0)
    expect(await state()).toMatchObject({ connections: [], reachability: 'unknown' })
  })
})
