import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram } from '../twins/program-twin.ts'

const password = 'correct horse battery'

function refusingVault() {
  const vault = createVaultTwin()
  vault.condition = 'refusing'
  return vault
}

describe('before storage is open', () => {
  it('methods that need it fail with storage-locked, and the others answer', async () => {
    const program = await startProgram({ vault: refusingVault() })
    expect(await program.get('storage.status', {})).toMatchObject({ state: 'needs-choice' })
    for (const ask of [
      program.ask('connections.state', {}),
      program.ask('drafts.list', {}),
      program.ask('uploads.list', {}),
      program.ask('customers.status', {}),
    ]) {
      expect(await ask).toMatchObject({ ok: false, error: { kind: 'storage-locked' } })
    }
    expect(await program.get('app.preferences', {})).toMatchObject({ theme: 'system' })
    expect(await program.get('app.setPreferences', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
  })

  it('its opening is announced, and then all methods answer', async () => {
    const program = await startProgram({ vault: refusingVault() })
    await program.get('app.setPreferences', { theme: 'dark' })
    await program.get('storage.keepNothing', {})
    expect(program.events.map(({ name }) => name)).toContain('storage.changed')
    expect(await program.get('connections.state', {})).toMatchObject({ current: null })
    expect(await program.get('uploads.list', {})).toEqual({ total: 0, uploads: [] })
    expect(await program.get('app.preferences', {})).toMatchObject({ theme: 'dark' })
    expect(program.unexpected).toEqual([])
  })
})

describe('a PC without a keychain', () => {
  it('saves everything but the credentials behind a password', async () => {
    const far = await startFarService()
    const dataFolder = createDataFolder()
    const first = await startProgram({ dataFolder, vault: refusingVault() })
    await first.get('storage.setPassword', { password })
    await first.get('connections.connect', {
      baseUrl: far.url,
      region: 'nz',
      credentials: { scheme: 'api-key', apiKey: far.apiKey },
    })
    expect(await first.get('connections.testCurrent', {})).toMatchObject({ ok: true })
    await first.program.close()

    const second = await startProgram({ dataFolder, vault: refusingVault() })
    expect(await second.get('storage.status', {})).toEqual({ state: 'needs-password' })
    expect(await second.ask('storage.unlock', { password: 'wrong' })).toMatchObject({
      error: { kind: 'invalid-input' },
    })
    expect(await second.get('storage.unlock', { password })).toMatchObject({ state: 'open', protection: 'password' })
    expect(await second.get('connections.state', {})).toMatchObject({
      current: { region: 'nz', credentials: 'missing' },
    })
    await second.get('connections.setCredentials', { scheme: 'api-key', apiKey: far.apiKey })
    expect(await second.get('connections.testCurrent', {})).toMatchObject({ ok: true })
  })
})

describe('a second program on the same data folder', () => {
  it('reports it and changes nothing, and opens the folder when the first has ended', async () => {
    const dataFolder = createDataFolder()
    const vault = createVaultTwin()
    const first = await startProgram({ dataFolder, vault })
    const second = await startProgram({ dataFolder, vault })
    expect(await second.get('storage.status', {})).toMatchObject({ state: 'unavailable' })
    expect(await second.ask('uploads.list', {})).toMatchObject({ error: { kind: 'storage-locked' } })
    await first.program.close()
    await first.program.close()
    expect(await first.ask('uploads.list', {})).toMatchObject({ error: { kind: 'storage-locked' } })
    expect(await second.get('storage.retry', {})).toMatchObject({ state: 'open' })
  })
})

describe('practice data that cannot be opened', () => {
  it('is set aside, and practice starts', async () => {
    const dataFolder = createDataFolder()
    writeFileSync(join(dataFolder, 'practice.db'), 'garbage'.repeat(1_000))
    const program = await startProgram({ dataFolder })
    await program.get('connections.startPractice', { region: 'au' })
    expect(await program.get('connections.testCurrent', {})).toMatchObject({ ok: true })
    const aside = readdirSync(dataFolder).filter((name) => /^practice\.set-aside-[0-9-]+\.db$/.test(name))
    expect(aside.map((name) => readFileSync(join(dataFolder, name), 'utf8'))).toEqual(['garbage'.repeat(1_000)])
  })
})

describe('an import in practice', () => {
  it('creates customers from a spreadsheet, also after a restart', async () => {
    const dataFolder = createDataFolder()
    const vault = createVaultTwin()
    const program = await startProgram({ dataFolder, vault })
    await program.get('connections.startPractice', { region: 'au' })
    const csv =
      'Rego,State,Client Name,Mobile\nABC123,VIC,Jane Citizen,0491 570 006\nXYZ789,NSW,John Citizen,0491 570 156\n'
    const { fileId } = program.program.intake.add('sold.csv', Buffer.from(csv))
    const draft = await program.get('drafts.open', { fileId })
    expect(draft.counts).toMatchObject({ rows: 2, error: 0 })
    const upload = await program.get('uploads.create', { draftId: draft.id, name: 'Sold', lookUpMissingVins: false })
    const done = await program.waitFor(async () => {
      const now = await program.get('uploads.get', { id: upload.id })
      return now.state === 'complete' ? now : undefined
    })
    expect(done.rows).toMatchObject({ inFile: 2, sent: 2 })
    expect(program.practice.service().control.customerCount()).toBe(done.rows.accepted)
    await program.waitFor(async () => {
      const { total } = await program.get('customers.status', {})
      return total === done.rows.accepted ? total : undefined
    })
    expect(program.unexpected).toEqual([])
    await program.program.close()
    await program.practice.stop()

    const again = await startProgram({ dataFolder, vault })
    expect(await again.get('uploads.get', { id: upload.id })).toMatchObject({ state: 'complete', rows: done.rows })
    const list = await again.get('customers.list', { offset: 0, limit: 10 })
    expect(list.total).toBe(done.rows.accepted)
    await again.get('connections.forget', { id: (await again.get('connections.state', {})).current?.id ?? '' })
    expect(await again.get('uploads.list', {})).toEqual({ total: 0, uploads: [] })
    expect(again.unexpected).toEqual([])
  })
})
