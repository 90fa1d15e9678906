import { describe, expect, it } from 'vitest'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { textsInFolder } from '../twins/stored-pages.ts'

const jane = { name: 'Jane Quackenbush', mobile: '0491570156', rego: 'QXJ123' }
const csv = `Rego,State,Customer Name,Mobile\n${jane.rego},VIC,${jane.name},${jane.mobile}\nOMR778,VIC,Omar Nguyen,0491570158\n`

const keyOf = ({ vault }: ProgramTwin): string =>
  [...vault.items].find(([name]) => name.startsWith('database-key/'))?.[1] ?? ''

/** A program that has uploaded two customers. */
async function startWithCustomers() {
  const far = await startFarService()
  far.control.settings.errorShare = 0
  far.control.settings.sightingShare = 0
  const run = await startProgram({ dataFolder: createDataFolder(), vault: createVaultTwin() })
  await run.get('connections.connect', {
    baseUrl: far.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: far.apiKey },
  })
  const { fileId } = run.program.intake.add('sold.csv', Buffer.from(csv))
  const draft = await run.get('drafts.open', { fileId })
  await run.get('uploads.create', { draftId: draft.id, name: 'Sold', lookUpMissingVins: false, listAgeConfirmed: true })
  await run.waitFor(async () => ((await run.get('customers.status', {})).total === 2 ? true : undefined))
  await run.waitFor(async () => ((await run.get('uploads.overview', {})).open === 0 ? true : undefined))
  return { far, run }
}

async function erase(run: ProgramTwin, text: string) {
  const { matches } = await run.get('privacy.findPerson', { text })
  return run.get('privacy.deletePerson', {
    text,
    chosen: matches.filter(({ suggested }) => suggested).map(({ key }) => key),
  })
}

const names = (run: ProgramTwin) =>
  run
    .get('customers.list', { offset: 0, limit: 10 })
    .then(({ customers }) => customers.map(({ clientName }) => clientName))

describe('deleting a person in the running program', () => {
  it('deletes at the service when it can be reached again, and tells the receipt', async () => {
    const { far, run } = await startWithCustomers()
    await far.control.goDown()
    const receipt = await erase(run, jane.mobile)
    expect(receipt).toMatchObject({ state: 'done', atService: { asked: 1, deleted: 0 } })
    expect(await names(run)).toEqual(['Omar Nguyen'])
    expect(textsInFolder(run.dataFolder, keyOf(run), [jane.name, jane.mobile, jane.rego, 'Omar Nguyen'])).toEqual([
      'Omar Nguyen',
    ])
    await far.control.comeUp()
    run.program.retryNow()
    const [done] = await run.waitFor(async () => {
      const { deletions } = await run.get('privacy.deletions', {})
      return deletions[0]?.atService.deleted === 1 ? deletions : undefined
    })
    expect(done?.atService).toMatchObject({ asked: 1, deleted: 1, refused: 0, at: expect.any(String) as string })
    expect(far.control.customers().map(({ client_name: name }) => name)).toEqual(['Omar Nguyen'])
    expect(await run.get('customers.bin', { offset: 0, limit: 10 })).toMatchObject({ total: 0 })
    expect(run.unexpected).toEqual([])
  })

  it('asks for no PIN and keeps a sign-in that the keychain did not accept', async () => {
    const { far, run } = await startWithCustomers()
    run.vault.condition = 'refusing'
    await run.get('connections.setCredentials', { scheme: 'api-key', apiKey: far.apiKey })
    await run.get('lock.setPin', { current: null, pin: '4711' })
    await erase(run, jane.mobile)
    expect(await run.get('lock.state', {})).toMatchObject({ locked: false, by: 'pin' })
    expect((await run.get('connections.state', {})).current?.credentials).toBe('this-session')
  })

  it('a sync before the service has deleted the record does not bring it back', async () => {
    const { far, run } = await startWithCustomers()
    far.control.failNext({ method: 'DELETE', status: 503, retryAfterSeconds: 3_600, times: 100 })
    await erase(run, jane.name)
    await run.get('customers.sync', {})
    expect(await names(run)).toEqual(['Omar Nguyen'])
  })

  it('is applied again to an encrypted backup that was made before', async () => {
    const { run } = await startWithCustomers()
    const password = 'a password for backups'
    const { content, rest } = await run.get('storage.saveBackup', { password })
    const parts = [Buffer.from(content, 'base64')]
    for (let part = 0; rest && part < rest.parts; part += 1) {
      const next = await run.get('storage.backupPart', { file: rest.file, part })
      parts.push(Buffer.from(next.content, 'base64'))
    }
    await erase(run, jane.name)
    const { fileId } = run.program.intake.add('May.forecourt-backup', Buffer.concat(parts))
    const { backupId } = await run.get('storage.chooseBackup', { fileId })
    await run.get('storage.checkBackup', { backupId, password })
    expect(await run.get('storage.replaceWithBackup', { backupId })).toMatchObject({ state: 'open' })
    expect(await names(run)).toEqual(['Omar Nguyen'])
    expect((await run.get('privacy.findPerson', { text: jane.name })).matches).toEqual([])
    expect(textsInFolder(run.dataFolder, keyOf(run), [jane.name, jane.mobile, jane.rego])).toEqual([])
    expect((await run.get('privacy.deletions', {})).deletions).toHaveLength(1)
  })
})
