import { describe, expect, it } from 'vitest'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const endpoint = 'https://crm.dealer.com.au/hook?token=planted-s3cret-token'

async function connect(program: ProgramTwin, far: Awaited<ReturnType<typeof startFarService>>): Promise<void> {
  await program.get('connections.connect', {
    baseUrl: far.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: far.apiKey },
  })
}

describe('the list of webhooks, offline', () => {
  it('is the last one with its age, also after a restart, until the service answers again', async () => {
    const far = await startFarService()
    const first = await startProgram()
    await connect(first, far)
    const made = await first.get('webhooks.create', { name: 'Desk', region: 'au', endpoint, events: [] })
    const online = await first.get('webhooks.list', {})
    expect(online).toMatchObject({ webhooks: [{ id: made.id, name: 'Desk' }], unreadable: [], problem: null })
    await far.control.goDown()
    const offline = await first.get('webhooks.list', {})
    expect(offline).toEqual({ ...online, problem: expect.objectContaining({ kind: 'offline' }) })
    expect(JSON.stringify(offline)).not.toContain('s3cret')
    await first.program.close()

    const second = await startProgram({ dataFolder: first.dataFolder, vault: first.vault })
    const again = await second.get('webhooks.list', {})
    expect(again.webhooks.map(({ id, name }) => [id, name])).toEqual([[made.id, 'Desk']])
    expect(again).toMatchObject({ at: online.at, problem: { kind: 'offline' } })
    await second.get('connections.setRegion', { region: 'nz' })
    expect(await second.ask('webhooks.list', {})).toMatchObject({ ok: false, error: { kind: 'offline' } })
    await second.get('connections.setRegion', { region: 'au' })
    await far.control.comeUp()
    await second.waitFor(async () => ((await second.get('webhooks.list', {})).problem === null ? true : undefined))
  })

  it('is removed with its connection', async () => {
    const far = await startFarService()
    const program = await startProgram({ dataFolder: createDataFolder() })
    await connect(program, far)
    await program.get('webhooks.create', { name: 'Desk', region: 'au', endpoint, events: [] })
    await program.get('webhooks.list', {})
    const { current } = await program.get('connections.state', {})
    await program.get('connections.forget', { id: current?.id ?? '' })
    await connect(program, far)
    await far.control.goDown()
    expect((await program.ask('webhooks.list', {})).ok).toBe(false)
  })
})

describe('a webhook that cannot be read', () => {
  it('is shown as received, without secrets, beside the others', async () => {
    const far = await startFarService()
    const odd = [null, 'text', { name: 'No id', endpoint, signing_secret: 'planted-s3cret-two' }]
    const program = await startProgram({
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        if (!/\/v2\/webhooks\?/.test(url) || init?.method !== 'GET') return answer
        const body = (await answer.json()) as { webhooks: unknown[] }
        return Response.json({ data: [...odd, ...body.webhooks] })
      },
    })
    await connect(program, far)
    const made = await program.get('webhooks.create', { name: 'Desk', region: 'au', endpoint, events: [] })
    const { webhooks, unreadable } = await program.get('webhooks.list', {})
    expect(webhooks.map(({ id }) => id)).toEqual([made.id])
    expect(unreadable.map(({ raw }) => raw.slice(0, 8))).toEqual(['null', '"text"', '{\n  "nam'])
    expect(JSON.stringify(unreadable)).not.toContain('s3cret')
  })
})
