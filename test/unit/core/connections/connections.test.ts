import { describe, expect, it } from 'vitest'
import { ConnectionState } from '../../../../src/contract/connections.ts'
import { currentScope, requireConnection, requireScope } from '../../../../src/core/connections/connection-region.ts'
import type { Practice } from '../../../../src/core/ports/host.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'
import { signal, apiKey, account, memoryDatabase, practiceAt, begin, clientOf } from './connections-bench.ts'

describe('connecting', () => {
  it('saves the connection without its key', async () => {
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

  it('has the credentials in memory without a keychain, and needs them again after a restart', async () => {
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

  it('has the credentials in memory when the keychain refuses them', async () => {
    const keychain = createVaultTwin()
    keychain.condition = 'refusing'
    const { connections } = begin({ keychain })
    expect(await connections.connect(account, signal)).toMatchObject({ current: { credentials: 'this-session' } })
  })

  it('fails with vault-unreadable while the keychain is locked, not as if credentials were missing', async () => {
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
  ])('fails for %s with the key “%s”, and saves nothing', async (baseUrl, key, kind) => {
    const keychain = createVaultTwin()
    const { connections, state } = begin({ keychain })
    const input = { ...account, baseUrl, credentials: { scheme: 'api-key', apiKey: key } as const }
    await expect(connections.connect(input, signal)).rejects.toMatchObject({ failure: { kind } })
    expect(await state()).toMatchObject({ connections: [], current: null })
    expect(keychain.items.size).toBe(0)
  })
})

describe('the connection in use', () => {
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

  it('is saved with its region and settings', async () => {
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

  it('is another one after its removal, which also deletes its secrets and data', async () => {
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

  it('is not shown while its data is removed, and the removal goes on at the next start', async () => {
    const keychain = createVaultTwin()
    const { connections, database, announced } = begin({ keychain })
    const { current } = await connections.connect(account, signal)
    const id = current?.id ?? ''
    database.run(`INSERT INTO customer_unreadable (connection_id, region, record) VALUES (?, 'au', '{}')`, [id])
    const announcedBefore = announced.length
    const removal = connections.forget({ id }, signal)
    expect(announced.slice(announcedBefore)).toEqual(['connections.changed'])
    expect(connections.access.find(id)).toBeNull()
    // As if the program was killed now: nothing is removed yet.
    await connections.close()
    await removal
    expect(database.all('SELECT record FROM customer_unreadable')).toHaveLength(1)

    const next = begin({ database, keychain })
    expect(await next.state()).toMatchObject({ connections: [], current: null })
    await expect(next.connections.select({ id }, signal)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
    next.connections.start()
    await expect.poll(() => database.all('SELECT id FROM connection')).toEqual([])
    expect(database.all('SELECT record FROM customer_unreadable')).toEqual([])
    expect([...keychain.items.keys()]).toEqual([])
  })

  it('cannot be removed while it has an unfinished upload', async () => {
    const { connections, database } = begin()
    const { current } = await connections.connect(account, signal)
    database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key, header,
         rows_in_file, rows_excluded, paid_lookups, batch_size, state, created_at, finished_at)
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

describe('new credentials', () => {
  it('are used from the next call', async () => {
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
  it('is one connection with the current address, however often it is started', async () => {
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

  it('fails without a change when its service does not start', async () => {
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
