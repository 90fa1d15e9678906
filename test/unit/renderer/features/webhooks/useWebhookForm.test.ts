import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Webhook } from '../../../../../src/contract/webhooks.ts'
import { useWebhookForm } from '../../../../../src/renderer/features/webhooks/useWebhookForm.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const webhook: Webhook = {
  id: 'w',
  createdAt: '2026-11-20T00:00:00.000Z',
  name: 'Sales desk',
  format: null,
  events: ['recapture_new'],
  endpointShown: 'https://crm.example/••••',
  hasSecret: true,
  toInspector: false,
  version: 'v1',
  other: [],
}

function open(existing: Webhook | null) {
  const twin = createProgramClientTwin()
  const form = withinScope(() => useWebhookForm(existing), twin)
  const methods = (): string[] => twin.calls.map(({ method }) => method)
  return { twin, methods, ...form }
}

it('checks the endpoint once the user has stopped typing', async () => {
  const { twin, methods, endpoint, check, name, problem } = open(null)
  name.value = 'New'
  endpoint.value = 'http'
  endpoint.value = 'http://crm'
  await vi.advanceTimersByTimeAsync(200)
  expect(methods()).toEqual(['webhooks.checkEndpoint'])
  await twin
    .next('webhooks.checkEndpoint')
    .succeed({ ok: false, findings: [{ severity: 'error', words: 'No https.' }] })
  expect([check.value?.ok, problem.value?.text]).toEqual([false, 'No https.'])
  endpoint.value = ''
  await vi.advanceTimersByTimeAsync(200)
  expect([check.value, problem.value?.text]).toEqual([null, 'Enter the address that receives the events.'])
})

it('sends only what the user changed', async () => {
  const { twin, name, save } = open(webhook)
  name.value = 'Front desk'
  const saving = save('au')
  expect(twin.next('webhooks.edit').input).toEqual({ id: 'w', version: 'v1', name: 'Front desk' })
  await twin.next('webhooks.edit').succeed({ webhook, updates: [] })
  expect(await saving).toEqual({ webhook, updates: [] })
})

it('saves the user’s changes over the newer version after a conflict, and nothing else', async () => {
  const { twin, name, theirs, keepMine, events, save } = open(webhook)
  name.value = 'Mine'
  const first = save('au')
  await twin.next('webhooks.edit').fail({ kind: 'conflict' })
  const newer = { ...webhook, name: 'Theirs', events: ['recapture_new', 'recapture_delist'], version: 'v2' }
  await twin.next('webhooks.get').succeed(newer)
  expect([await first, theirs.value]).toEqual([null, newer])
  keepMine()
  expect([theirs.value, name.value, events.value]).toEqual([null, 'Mine', newer.events])
  void save('au')
  expect(twin.next('webhooks.edit').input).toEqual({ id: 'w', version: 'v2', name: 'Mine' })
})

it('discards the user’s changes on request after a conflict', async () => {
  const { twin, name, keepTheirs, save } = open(webhook)
  name.value = 'Mine'
  void save('au')
  await twin.next('webhooks.edit').fail({ kind: 'conflict' })
  await twin.next('webhooks.get').succeed({ ...webhook, name: 'Theirs', version: 'v2' })
  keepTheirs()
  expect(name.value).toBe('Theirs')
})

it('shows the current endpoint to edit it', async () => {
  const { twin, mode, endpoint, editCurrentEndpoint } = open(webhook)
  expect(mode.value).toBe('keep')
  const editing = editCurrentEndpoint()
  await twin.next('webhooks.reveal').succeed({ endpoint: 'https://crm.example/secret' })
  await editing
  expect([mode.value, endpoint.value]).toEqual(['type', 'https://crm.example/secret'])
})
