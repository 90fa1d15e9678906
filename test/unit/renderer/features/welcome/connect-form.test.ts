import { describe, expect, test } from 'vitest'
import type { ConnectionState } from '../../../../../src/contract/connections.ts'
import { failure, success } from '../../../../../src/contract/result.ts'
import { installHostTwin } from '../../host-twin.ts'

const twin = installHostTwin()
const { credentialsFrom, useConnectForm } =
  await import('../../../../../src/renderer/features/welcome/useConnectForm.ts')

const state: ConnectionState = { connections: [], current: null, reachability: 'unknown', lastAnswerAt: null }

describe('what is typed as credentials', () => {
  const typed = { apiKey: ' key-1 ', clientId: '', clientSecret: '' }
  test('an API key, without the blanks of a copy', () => {
    expect(credentialsFrom({ scheme: 'api-key', ...typed })).toEqual({ scheme: 'api-key', apiKey: 'key-1' })
  })
  test('a client needs both', () => {
    expect(credentialsFrom({ scheme: 'oauth', ...typed })).toBeNull()
    expect(credentialsFrom({ scheme: 'oauth', ...typed, clientId: 'c' })).toBeNull()
    expect(credentialsFrom({ scheme: 'oauth', ...typed, clientId: 'c', clientSecret: 's' })).toEqual({
      scheme: 'oauth',
      clientId: 'c',
      clientSecret: 's',
    })
  })
})

describe('the form of an account', () => {
  function filled(): ReturnType<typeof useConnectForm> {
    const form = useConnectForm('nz')
    Object.assign(form.fields, { baseUrl: ' https://service.example ', apiKey: 'key-1' })
    return form
  }

  test('is complete with an address and credentials', () => {
    const form = useConnectForm('au')
    expect(form.complete.value).toBe(false)
    expect(filled().complete.value).toBe(true)
  })

  test('is saved also after a test that failed, and without a name when none was given', async () => {
    const form = filled()
    twin.answer('connections.test', () =>
      success({ ok: false, steps: [{ step: 'network', state: 'failed', words: 'No network.' }] }),
    )
    await form.runTest()
    expect(form.test.value?.ok).toBe(false)
    twin.answer('connections.connect', () => success(state))
    expect(await form.save()).toEqual(success(state))
    expect(twin.inputsOf('connections.connect').at(-1)).toEqual({
      baseUrl: 'https://service.example',
      region: 'nz',
      credentials: { scheme: 'api-key', apiKey: 'key-1' },
    })
  })

  test('that could not be saved says why and stays as it is', async () => {
    const form = filled()
    twin.answer('connections.connect', () => failure({ kind: 'wrong-address', message: 'https only.' }))
    expect(await form.save()).toBeNull()
    expect(form.failure.value?.message).toBe('https only.')
    expect(form.fields.apiKey).toBe('key-1')
    expect(form.busy.value).toBeNull()
  })
})
