import { describe, expect, it } from 'vitest'
import type { Region } from '../../src/contract/region.ts'
import type { Webhook } from '../../src/contract/webhooks.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { createPracticeTwin, startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const token = 'planted-s3cret-token'
const endpoint = `https://crm.dealer.com.au/hook?token=${token}`
const shownEndpoint = 'https://crm.dealer.com.au/hook?token=••••••'

interface Desk {
  readonly program: ProgramTwin
  readonly far: PracticeService
}

/** An account at a separate service; `alter` can change requests and answers. */
async function connected(
  region: Region = 'au',
  alter?: (url: string, init: RequestInit) => Promise<Response>,
): Promise<Desk> {
  const far = await startFarService()
  const program = await startProgram(alter ? { fetch: alter } : {})
  await program.get('connections.connect', {
    name: 'Main Street Motors',
    baseUrl: far.url,
    region,
    credentials: { scheme: 'api-key', apiKey: far.apiKey },
  })
  return { program, far }
}

const list = async (program: ProgramTwin): Promise<readonly Webhook[]> =>
  (await program.get('webhooks.list', {})).webhooks

const create = (program: ProgramTwin, events: readonly string[] = ['recapture_new']): Promise<Webhook> =>
  program.get('webhooks.create', { name: 'Desk', region: 'au', endpoint, events: [...events] })

/** A change that another program makes at the service. */
async function elsewhere(
  far: PracticeService,
  path: string,
  body: object,
  method: 'PATCH' | 'DELETE' = 'PATCH',
): Promise<void> {
  const answer = await fetch(`${far.url}/v2/webhooks${path}?region=au`, {
    method,
    headers: { ApiKey: far.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`Elsewhere: ${answer.status}`)
}

describe('webhooks', () => {
  it('are created with their events, listed by region, changed, cleared and deleted', async () => {
    const { program } = await connected()
    const made = await create(program, ['recapture_new', 'valuation_change'])
    expect(made).toMatchObject({
      name: 'Desk',
      events: ['recapture_new', 'valuation_change'],
      endpointShown: shownEndpoint,
    })
    expect(await list(program)).toEqual([made])
    expect(await program.get('webhooks.get', { id: made.id })).toEqual(made)

    const edited = await program.get('webhooks.edit', {
      id: made.id,
      version: made.version,
      name: 'Front desk',
      endpoint: 'https://crm.dealer.com.au/other?token=another-s3cret',
      events: ['recapture_new', 'price_change'],
    })
    expect(edited.updates).toEqual([
      { property: 'name', before: 'Desk', after: 'Front desk' },
      { property: 'endpoint', before: shownEndpoint, after: 'https://crm.dealer.com.au/other?token=••••••' },
      { property: 'events', before: 'New sighting, Valuation change', after: 'New sighting, Price change' },
    ])
    expect(edited.webhook.events).toEqual(['recapture_new', 'recapture_price_change'])
    expect(program.events.map(({ name }) => name)).toContain('webhooks.changed')

    const { webhook: emptied, updates } = await program.get('webhooks.edit', {
      id: made.id,
      version: edited.webhook.version,
      name: '',
      endpoint: '',
    })
    expect(emptied).toMatchObject({ name: null, endpointShown: null, hasSecret: false })
    expect(updates.map(({ property, after }) => [property, after])).toEqual([
      ['name', null],
      ['endpoint', null],
    ])
    expect(await program.ask('webhooks.reveal', { id: made.id })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })

    await program.get('connections.setRegion', { region: 'nz' })
    expect(await list(program)).toEqual([])
    await program.get('webhooks.create', { name: 'Kiwi', region: 'nz', endpoint, events: [] })
    expect((await list(program)).map(({ name, events }) => [name, events])).toEqual([['Kiwi', []]])
    await program.get('connections.setRegion', { region: 'au' })
    await program.get('webhooks.delete', { id: made.id })
    expect(await list(program)).toEqual([])
  })

  it('are changed with only the changed properties', async () => {
    const bodies: unknown[] = []
    const { program } = await connected('au', (url, init) => {
      if (init.method === 'PATCH') bodies.push(JSON.parse(String(init.body)))
      return fetch(url, init)
    })
    const { id, version } = await create(program)
    const change = { id, version, name: 'Desk', endpoint, events: ['recapture_new'] }
    expect((await program.get('webhooks.edit', change)).updates).toEqual([])
    expect(bodies).toEqual([])
    await program.get('webhooks.edit', { ...change, name: 'Other' })
    expect(bodies).toEqual([{ name: 'Other' }])
  })

  it('keep unknown event names until they are removed', async () => {
    const bodies: unknown[] = []
    const strange = ['recapture_new', 'price_change', 'brand_new_event']
    const { program } = await connected('au', async (url, init) => {
      if (!url.includes('/webhooks')) return fetch(url, init)
      if (init.method === 'PATCH') {
        bodies.push(JSON.parse(String(init.body)))
        return fetch(url, { ...init, body: JSON.stringify({ name: 'Desk' }) })
      }
      const answer = await fetch(url, init)
      const body = (await answer.json()) as { webhook?: object; webhooks?: object[] }
      return Response.json({
        ...body,
        ...(body.webhook ? { webhook: { ...body.webhook, events: strange } } : {}),
        ...(body.webhooks ? { webhooks: body.webhooks.map((each) => ({ ...each, events: strange })) } : {}),
      })
    })
    const { id, version, events } = await create(program, strange)
    expect(events).toEqual(strange)
    await program.get('webhooks.edit', { id, version, events: [...events, 'valuation_change'] })
    await program.get('webhooks.edit', { id, version, events: ['recapture_new', 'recapture_price_change'] })
    expect(bodies).toEqual([
      { events: [...strange, 'valuation_change'] },
      { events: ['recapture_new', 'price_change'] },
    ])
  })

  it('are not overwritten when they were changed elsewhere', async () => {
    const { program, far } = await connected()
    const { id, version } = await create(program)
    await elsewhere(far, `/${id}`, { events: ['recapture_new', 'recapture_delist'] })
    const answer = await program.ask('webhooks.edit', { id, version, events: [] })
    expect(answer).toMatchObject({ ok: false, error: { kind: 'conflict', kept: 'Nothing was overwritten.' } })
    const now = await program.get('webhooks.get', { id })
    expect(now.events).toEqual(['recapture_new', 'recapture_delist'])
    expect((await program.get('webhooks.edit', { id, version: now.version, events: [] })).webhook.events).toEqual([])
  })

  it('are not saved with an invalid endpoint or a subscription to pings', async () => {
    const { program } = await connected()
    const refused = { ok: false, error: { kind: 'invalid-input' } }
    const input = { name: 'Desk', region: 'au', events: [] } as const
    for (const wrong of ['http://crm.dealer.com.au', 'https://192.168.0.4/hook', shownEndpoint, 'crm.dealer.com.au']) {
      expect(await program.ask('webhooks.create', { ...input, endpoint: wrong, events: [] })).toMatchObject(refused)
    }
    expect(await program.ask('webhooks.create', { ...input, endpoint, events: ['ping'] })).toMatchObject(refused)
    expect(await list(program)).toEqual([])
    const { id, version } = await create(program)
    expect(await program.ask('webhooks.edit', { id, version, endpoint: shownEndpoint })).toMatchObject(refused)
    expect(await program.ask('webhooks.edit', { id, version, events: ['ping'] })).toMatchObject(refused)
  })

  it('fail with the reason in a region without webhooks', async () => {
    const { program } = await connected('my')
    for (const call of [
      () => program.ask('webhooks.list', {}),
      () => program.ask('webhooks.get', { id: 'w' }),
      () => program.ask('webhooks.ping', { id: 'w' }),
    ]) {
      expect(await call()).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input', message: expect.stringContaining('Australia and New Zealand only') },
      })
    }
  })

  it('have a message with what to do for each error of the interface', async () => {
    const { program, far } = await connected()
    const { id, version } = await create(program)
    expect(await program.ask('webhooks.get', { id: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      error: { kind: 'not-found', message: expect.stringContaining('webhook'), next: expect.stringMatching(/\.$/) },
    })
    far.control.failNext({
      method: 'PATCH',
      path: '/v2/webhooks/:webhook_id',
      status: 400,
      message: 'Request validation failed',
    })
    expect(await program.ask('webhooks.edit', { id, version, events: ['brand_new_event'] })).toMatchObject({
      error: { kind: 'rejected', next: expect.stringContaining('“brand_new_event”') },
    })
    for (const message of ['Invalid Region', "You don't have permission to access that webhook"]) {
      far.control.failNext({ method: 'GET', path: '/v2/webhooks/:webhook_id', status: 403, message })
      expect(await program.ask('webhooks.get', { id })).toMatchObject({
        error: { kind: 'rejected', message: expect.stringContaining('webhook'), next: expect.stringMatching(/\.$/) },
      })
    }
    await elsewhere(far, `/${id}`, {}, 'DELETE')
    expect(await program.ask('webhooks.edit', { id, version, name: 'x' })).toMatchObject({
      error: { kind: 'not-found' },
    })
  })

  it('are read again when the answer to a change was lost', async () => {
    const { program, far } = await connected()
    const lose = (method: 'POST' | 'PATCH' | 'DELETE', path: string, after: 'effect' | 'before'): void =>
      far.control.dropNextResponse({ method, path, after })
    lose('POST', '/v2/webhooks', 'effect')
    const { id, version } = await create(program)
    expect(await list(program)).toHaveLength(1)
    lose('POST', '/v2/webhooks', 'before')
    expect(await program.ask('webhooks.create', { name: 'Second', region: 'au', endpoint, events: [] })).toMatchObject({
      ok: false,
      error: { kept: 'The webhook wasn’t created.' },
    })
    lose('PATCH', '/v2/webhooks/:webhook_id', 'effect')
    const edited = await program.get('webhooks.edit', { id, version, name: 'Changed' })
    expect(edited.updates).toEqual([{ property: 'name', before: 'Desk', after: 'Changed' }])
    lose('PATCH', '/v2/webhooks/:webhook_id', 'before')
    expect(await program.ask('webhooks.edit', { id, version: edited.webhook.version, name: 'Again' })).toMatchObject({
      ok: false,
      error: { kept: 'Nothing was changed.' },
    })
    lose('DELETE', '/v2/webhooks/:webhook_id', 'before')
    expect(await program.ask('webhooks.delete', { id })).toMatchObject({
      ok: false,
      error: { kept: 'The webhook wasn’t deleted.' },
    })
    lose('DELETE', '/v2/webhooks/:webhook_id', 'effect')
    await program.get('webhooks.delete', { id })
    expect(await list(program)).toEqual([])
  })

  it('are not created twice for one address unsaid', async () => {
    const { program } = await connected()
    const { id } = await create(program)
    await list(program)
    const check = (webhookId: string | null) => program.get('webhooks.checkEndpoint', { endpoint, webhookId })
    expect((await check(null)).findings[0]).toMatchObject({
      severity: 'warning',
      words: expect.stringContaining('(Desk)'),
    })
    expect(JSON.stringify(await check(id))).not.toContain('already send')
  })

  it('that were created without their events show it', async () => {
    const { program, far } = await connected()
    far.control.failNext({
      method: 'PATCH',
      path: '/v2/webhooks/:webhook_id',
      status: 400,
      message: 'Request validation failed',
    })
    expect(
      await program.ask('webhooks.create', { name: 'Desk', region: 'au', endpoint, events: ['valuation_change'] }),
    ).toMatchObject({ ok: false, error: { kept: expect.stringContaining('was created') } })
    expect(await list(program)).toMatchObject([{ events: ['recapture_new'] }])
  })

  it('show their whole address only when it is revealed', async () => {
    const { program, far } = await connected()
    const { id, version } = await create(program)
    const answers: unknown[] = []
    const message = `The endpoint ${endpoint} with ${token} is refused`
    for (const status of [400, 422, 500]) {
      far.control.failNext({ method: 'PATCH', path: '/v2/webhooks/:webhook_id', status, message })
      answers.push(await program.ask('webhooks.edit', { id, version, name: `Name ${status}` }))
      far.control.failNext({ method: 'POST', path: '/v2/webhooks', status, message })
      answers.push(await program.ask('webhooks.create', { name: 'Second', region: 'au', endpoint, events: [] }))
    }
    expect(JSON.stringify(answers)).toContain('is refused')
    answers.push(await program.ask('webhooks.checkEndpoint', { endpoint }))
    answers.push(await program.ask('webhooks.ping', { id }), await program.ask('webhooks.pings', { id }))
    answers.push(await program.ask('webhooks.list', {}), await program.ask('webhooks.get', { id }))
    answers.push(program.log.entries, program.events, program.unexpected)
    expect(JSON.stringify(answers)).not.toContain(token)
    expect(await program.get('webhooks.reveal', { id })).toEqual({ endpoint })
  })
})

describe('a ping', () => {
  it('shows the endpoint’s answer, and is saved with its time', async () => {
    const practice = createPracticeTwin({ customersPerSecond: Infinity })
    const program = await startProgram({ practice })
    await program.get('connections.startPractice', { region: 'au' })
    const { webhook } = await program.get('inspector.point', { webhookId: null })
    expect(await program.get('webhooks.ping', { id: webhook.id })).toMatchObject({ ok: true, responseStatus: 204 })
    await program.get('inspector.stop', {})
    expect(await program.get('webhooks.ping', { id: webhook.id })).toMatchObject({ ok: false, responseStatus: 0 })
    const { pings } = await program.get('webhooks.pings', { id: webhook.id })
    expect(pings.map(({ ok }) => ok)).toEqual([false, true])
    expect(JSON.stringify(pings)).not.toMatch(/[0-9a-f]{48}/)

    await program.program.close()
    const again = await startProgram({ practice, dataFolder: program.dataFolder, vault: program.vault })
    expect(await again.get('webhooks.pings', { id: webhook.id })).toEqual({ pings })
  })

  it('is saved up to fifty times, and deleted with its webhook', async () => {
    const { program } = await connected()
    const { id } = await create(program)
    for (let turn = 0; turn < 53; turn += 1) await program.get('webhooks.ping', { id })
    expect((await program.get('webhooks.pings', { id })).pings).toHaveLength(50)
    await program.get('webhooks.delete', { id })
    expect((await program.get('webhooks.pings', { id })).pings).toEqual([])
  })
})
