import { describe, expect, it } from 'vitest'
import { createVaultTwin } from '../../../twins/vault-twins.ts'
import { account, apiKey, begin, clientOf, signal } from './connections-bench.ts'

async function connected() {
  const keychain = createVaultTwin()
  const bench = begin({ keychain })
  const { current } = await bench.connections.connect(account, signal)
  if (!current) throw new Error('Not connected')
  return { ...bench, keychain, id: current.id }
}

describe('a connection', () => {
  it('is renamed, also when another one is in use', async () => {
    const { connections, id, state } = await connected()
    await connections.startPractice({ region: 'au' }, signal)
    await connections.rename({ id, name: 'Head office' }, signal)
    expect((await state()).connections.find((each) => each.id === id)?.name).toBe('Head office')
  })

  it('gets another path on its server without its credentials', async () => {
    const { connections, far, id } = await connected()
    await connections.setAddress({ id, baseUrl: 'https://api.example.com.au/v-next/' }, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 })
    expect(far.calls.at(-1)?.url).toMatch(/^https:\/\/api\.example\.com\.au\/v-next\/v2\/recapture\/customers/)
  })

  it.each(['https://api.example.net', 'https://api.example.com.au:8443', 'http://127.0.0.1:80'])(
    'does not send its saved credentials to %s',
    async (baseUrl) => {
      const { connections, far, id, state } = await connected()
      await expect(connections.setAddress({ id, baseUrl }, signal)).rejects.toMatchObject({
        failure: { kind: 'invalid-input' },
      })
      expect((await state()).current?.baseUrl).toBe('https://api.example.com.au')
      expect(far.calls).toEqual([])
    },
  )

  it('gets another server together with credentials for it', async () => {
    const { connections, far, id, keychain } = await connected()
    const credentials = { scheme: 'api-key', apiKey: 'other-key' } as const
    await connections.setAddress({ id, baseUrl: 'https://api.example.net', credentials }, signal)
    await (await clientOf(connections)).listCustomers({ offset: 0, limit: 1 })
    expect(far.calls.at(-1)?.url).toMatch(/^https:\/\/api\.example\.net\//)
    expect(far.calls.at(-1)?.headers.get('ApiKey')).toBe('other-key')
    expect([...keychain.items.values()]).not.toContain(apiKey)
  })

  it('keeps its address when the new one is not valid', async () => {
    const { connections, id, state } = await connected()
    for (const baseUrl of ['http://api.example.com.au', 'ftp://api.example.com.au', 'two words']) {
      await expect(connections.setAddress({ id, baseUrl }, signal)).rejects.toMatchObject({
        failure: { kind: 'wrong-address' },
      })
    }
    expect((await state()).current?.baseUrl).toBe('https://api.example.com.au')
  })

  it('refuses advanced settings that would send two things under one name', async () => {
    const { connections, state } = await connected()
    await expect(connections.setAdvanced({ chassisKey: 'forecourt_ref' }, signal)).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
    expect((await state()).current?.advanced.chassisKey).toBe('chassis_no')
  })

  it('is tested by its id, with its own credentials', async () => {
    const { connections, far, id } = await connected()
    await connections.startPractice({ region: 'au' }, signal)
    expect(await connections.testCurrent({ id }, signal)).toMatchObject({ ok: true })
    expect(far.calls.at(-1)?.url).toContain('https://api.example.com.au')
  })
})

it('practice has no address of its own', async () => {
  const { connections } = begin()
  const { current } = await connections.startPractice({ region: 'au' }, signal)
  await expect(
    connections.setAddress({ id: current?.id ?? '', baseUrl: 'https://api.example.net' }, signal),
  ).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
})
