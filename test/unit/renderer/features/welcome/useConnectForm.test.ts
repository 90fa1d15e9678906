import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '../../../../../src/contract/connections.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { useConnectForm } from '../../../../../src/renderer/features/welcome/useConnectForm.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

const state: ConnectionState = { connections: [], current: null, reachability: 'unknown', lastAnswerAt: null }

describe('the form of an account', () => {
  function createForm(region: Region = 'nz') {
    const twin = createProgramClientTwin()
    const connected: ConnectionState[] = []
    const make = () => useConnectForm(region, (saved) => connected.push(saved))
    return { twin, connected, form: withinScope(make, { client: twin.client }) }
  }
  function createFilledForm() {
    const created = createForm()
    Object.assign(created.form.fields, { baseUrl: ' https://service.example ', apiKey: 'key-1' })
    return created
  }

  it('is complete with an address and credentials', () => {
    expect(createForm().form.complete.value).toBe(false)
    expect(createFilledForm().form.complete.value).toBe(true)
  })

  it('can be saved after a failed test, and without a name when none was entered', async () => {
    const { twin, form, connected } = createFilledForm()
    const testing = form.runTest()
    await twin
      .next('connections.test')
      .succeed({ ok: false, steps: [{ step: 'network', state: 'failed', words: 'No network.' }] })
    await testing
    expect(form.test.value?.ok).toBe(false)
    const saving = form.save()
    await twin.next('connections.connect').succeed(state)
    await saving
    expect(connected).toEqual([state])
    expect(twin.calls.at(-1)?.input).toEqual({
      baseUrl: 'https://service.example',
      region: 'nz',
      credentials: { scheme: 'api-key', apiKey: 'key-1' },
    })
  })

  it('shows why it could not be saved and keeps what was entered', async () => {
    const { twin, form, connected } = createFilledForm()
    const saving = form.save()
    await twin.next('connections.connect').fail({ kind: 'wrong-address', message: 'https only.' })
    await saving
    expect(connected).toEqual([])
    expect(form.failure.value?.message).toBe('https only.')
    expect(form.fields.apiKey).toBe('key-1')
    expect(form.busy.value).toBeNull()
  })
})
