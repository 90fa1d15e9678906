import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSystemClock } from '../../src/core/ports/clock.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'

let postgres: PostgresHere

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

it('shares the templates of two programs, also those from before the team and those that were saved while one was closed', async () => {
  const create = () => {
    const [dataFolder, vault] = [createDataFolder(), createVaultTwin()]
    return () => startProgram({ dataFolder, vault })
  }
  const [front, back] = [create(), create()]
  const [owner, member] = [await front(), await back()]
  const template = { id: null, channel: 'sms', subject: '' } as const
  await owner.get('sightings.saveTemplate', { ...template, name: 'Hello', text: 'Hi {first name}' })
  const address = await postgres.createDatabase()
  const { invitation } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await member.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  const names = async (program: typeof owner): Promise<readonly string[]> =>
    (await program.get('sightings.templates', {})).templates.map(({ name }) => name)
  const whenNamed = (program: typeof owner, name: string): Promise<true> =>
    program.waitFor(async () => ((await names(program)).includes(name) ? true : undefined))
  await whenNamed(member, 'Hello')
  await member.get('sightings.saveTemplate', { ...template, name: 'Price', text: 'Your car' })
  await whenNamed(owner, 'Price')
  await owner.program.close()
  await member.get('sightings.saveTemplate', { ...template, name: 'Later', text: 'Still here?' })
  const again = await front()
  await whenNamed(again, 'Later')
  expect((await names(again)).toSorted()).toEqual((await names(member)).toSorted())
  for (const program of [again, member]) expect(program.unexpected).toEqual([])
})

it('a file that a colleague uploaded is noticed in a draft, when it is sent, and in a watched folder', async () => {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  // The test skips the time that a watched file must stand still.
  const clock = createSystemClock()
  const [owner, member] = [await startProgram(), await startProgram({ clock })]
  for (const [program, name] of [
    [owner, 'Anna Frost'],
    [member, 'Ben Field'],
  ] as const) {
    const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
    await program.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
    await program.get('people.add', { name })
  }
  const csv = 'Rego,State,Client Name\n1AB1000,VIC,Client 0\n1AB1001,VIC,Client 1\n'
  const draftOf = async (program: ProgramTwin, name: string): Promise<string> => {
    const { fileId } = program.program.intake.add(name, Buffer.from(csv))
    return (await program.get('drafts.open', { fileId })).id
  }
  // It was sent before there was a team, and nobody is working when the team learns of it.
  const sent = { draftId: await draftOf(owner, 'sold.csv'), name: 'November', lookUpMissingVins: false }
  const { id, createdAt } = await owner.get('uploads.create', sent)
  await owner.waitFor(async () => ((await owner.get('uploads.get', { id })).finishedAt ? true : undefined))
  await owner.get('people.add', { name: 'Cleo Park' })
  const address = await postgres.createDatabase()
  const { invitation } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await member.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  const [upload] = await member.waitFor(async () => {
    const { uploads } = await member.get('teamWork.uploads', {})
    return uploads.length > 0 ? uploads : undefined
  })
  const by = { name: 'Anna Frost' }
  expect(upload).toMatchObject({
    name: 'November',
    person: by,
    pcName: 'Front desk',
    at: createdAt,
    rows: 2,
    created: 2,
  })

  const draftId = await draftOf(member, 'copy of sold.csv')
  const { uploads: before } = await member.get('uploads.sameFile', { draftId })
  expect(before).toMatchObject([{ id, sentBy: 'Anna Frost', customers: 2 }])
  await member.get('drafts.setKnownCustomers', { id: draftId, choice: 'send' })
  const confirmed = { rows: 2, knownRows: 2 }
  const again = { draftId, name: 'Again', lookUpMissingVins: false, confirmed }
  expect(await member.ask('uploads.create', again)).toMatchObject({
    error: { kind: 'conflict', message: 'This file was uploaded before by Anna Frost, as “November”.' },
  })
  const path = createDataFolder()
  writeFileSync(join(path, 'again.csv'), csv)
  const { current } = await member.get('connections.state', {})
  await member.get('folders.chooseFolder', { path })
  const byHand = { templateId: null, sendByItself: false, lookUpMissingVins: false, maxPaidLookups: 0 }
  const folder = await member.get('folders.add', { path, connectionId: current?.id ?? '', region: 'au', ...byHand })
  await expect
    .poll(async () => {
      clock.addSleep(5_000)
      const { files } = await member.get('folders.files', { id: folder.id, offset: 0, limit: 5 })
      return files[0]?.outcome
    })
    .toBe('same-file')
  // A person may send it all the same.
  await member.get('uploads.create', { ...again, sameFileConfirmed: before.map((each) => each.id) })
  for (const program of [owner, member]) expect(program.unexpected).toEqual([])
})

it('a person who is deleted on one PC is deleted from a draft of another, which says so before and after', async () => {
  const far = await startFarService()
  const [owner, member] = [await startProgram(), await startProgram()]
  const csv =
    'Rego,State,Client Name,Mobile\n1AB1000,VIC,Jane Quackenbush,0491570156\n1AB1001,VIC,Omar Nguyen,0491570158\n'
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  const draftOf = async (program: ProgramTwin): Promise<string> => {
    await program.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
    const { fileId } = program.program.intake.add('sold.csv', Buffer.from(csv))
    return (await program.get('drafts.open', { fileId })).id
  }
  for (const program of [owner, member]) await draftOf(program)
  const address = await postgres.createDatabase()
  const { invitation } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await member.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  const search = { text: 'Jane Quackenbush' }
  const found = await owner.get('privacy.findPerson', search)
  await owner.get('privacy.deletePerson', { ...search, chosen: found.matches.map(({ key }) => key) })

  const noted = await member.waitFor(async () => {
    const { deletions } = await member.get('privacy.deletions', {})
    return deletions.length > 0 ? deletions : undefined
  })
  expect(noted).toMatchObject([{ state: 'erasing', byTeam: true }])
  expect((await member.get('privacy.findPerson', search)).matches).toHaveLength(1)
  const { deletions } = await member.get('privacy.continueDeletions', {})
  expect(deletions).toMatchObject([{ state: 'done', byTeam: true, places: [{ place: 'drafts', count: 1 }] }])
  expect((await member.get('privacy.findPerson', search)).matches).toEqual([])
  expect((await member.get('privacy.findPerson', { text: 'Omar Nguyen' })).matches).toHaveLength(1)
  // The PC that deleted the person has its own receipt only.
  expect((await owner.get('privacy.deletions', {})).deletions).toMatchObject([{ state: 'done', byTeam: false }])
  for (const program of [owner, member]) expect(program.unexpected).toEqual([])
})
