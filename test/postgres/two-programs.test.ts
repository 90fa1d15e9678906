import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TeamStatus } from '../../src/contract/team.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'

let postgres: PostgresHere

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

/** A PC with its own data and keychain, which can start again. */
function createPc() {
  const [dataFolder, vault] = [createDataFolder(), createVaultTwin()]
  return { vault, start: () => startProgram({ dataFolder, vault }) }
}

const names = ({ team }: TeamStatus, removed = false): string[] =>
  team?.members.filter((member) => member.removed === removed).map(({ name }) => name) ?? []
const statusOf = (program: ProgramTwin): Promise<TeamStatus> => program.get('team.status', {})
const whenStatus = (program: ProgramTwin, isRight: (status: TeamStatus) => boolean): Promise<TeamStatus> =>
  program.waitFor(async () => {
    const status = await statusOf(program)
    return isRight(status) ? status : undefined
  })

async function startTeam() {
  const [front, back] = [createPc(), createPc()]
  const [owner, member] = [await front.start(), await back.start()]
  const address = await postgres.createDatabase()
  const { invitation } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await member.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  return { front, back, owner, member, address, invitation }
}

it('two programs share a team on one database: created, joined, and still there after a restart', async () => {
  const { back, owner, member, address } = await startTeam()
  for (const program of [owner, member]) {
    const status = await whenStatus(program, (one) => names(one).length === 2 && one.age?.waiting === 0)
    expect(names(status)).toEqual(['Back office', 'Front desk'])
    expect(status).toMatchObject({ state: 'member', failure: null, team: { name: 'City Motors' } })
    expect(status.team?.address).not.toContain('secret')
  }
  await member.program.close()
  const again = await back.start()
  const status = await whenStatus(again, (one) => Boolean(one.age?.syncedAt) && names(one).length === 2)
  expect(status.team?.role).toBe('member')
  expect(await again.ask('team.invite', { role: 'member', days: 1 })).toMatchObject({ error: { kind: 'rejected' } })
  expect(await owner.ask('team.create', { address, name: 'Other', pcName: 'PC' })).toMatchObject({
    error: { kind: 'conflict' },
  })
  for (const program of [owner, again]) {
    expect(program.unexpected).toEqual([])
    // No address with its password, and no key.
    expect(JSON.stringify(program.log.entries)).not.toContain('postgres://')
  }
})

it('two data folders of one user in the same team have keys of their own in the one keychain', async () => {
  const vault = createVaultTwin()
  const folders = [createDataFolder(), createDataFolder()]
  const start = (): Promise<ProgramTwin[]> =>
    Promise.all(folders.map((dataFolder) => startProgram({ dataFolder, vault })))
  const [owner, member] = (await start()) as [ProgramTwin, ProgramTwin]
  const address = await postgres.createDatabase()
  const { invitation } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  await member.get('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  await whenStatus(owner, (one) => names(one).length === 2)
  for (const program of [owner, member]) await program.program.close()
  const [again, other] = (await start()) as [ProgramTwin, ProgramTwin]
  const end = { id: null, channel: 'sms', name: 'Hello', subject: '', text: 'Hello' } as const
  const { savedId } = await again.get('sightings.saveTemplate', end)
  await other.waitFor(async () => {
    await other.get('team.syncNow', {})
    const { templates } = await other.get('sightings.templates', {})
    return templates.some(({ id }) => id === savedId) ? true : undefined
  })
  expect((await statusOf(other)).age?.refused).toBe(0)
})

it('a member who is removed loses the login and the later entries, and an invitation works once', async () => {
  const { owner, member, invitation } = await startTeam()
  const joined = await whenStatus(owner, (one) => names(one).length === 2)
  const device = joined.team?.members.find(({ name }) => name === 'Back office')?.device ?? ''
  const logins = async (): Promise<number> =>
    (await postgres.run("SELECT 1 FROM pg_roles WHERE rolname ~ '^forecourt_[0-9a-f]{12}$'")).length
  const before = await logins()
  expect(names(await owner.get('team.removeMember', { device }), true)).toEqual(['Back office'])
  expect(await logins()).toBe(before - 1)
  member.program.retryNow()
  const removed = await whenStatus(member, ({ state, failure }) => state === 'removed' || failure !== null)
  // Which of the two it learns first is a race: the list of members, or the end of its login.
  expect(['rejected', 'sign-in-required', 'offline', 'service-down']).toContain(removed.failure?.kind)

  const late = await createPc().start()
  const { text, passphrase } = invitation
  expect(await late.ask('team.join', { invitation: text, passphrase, pcName: 'Thief' })).toMatchObject({
    error: { kind: 'sign-in-required' },
  })
  expect(await statusOf(late)).toMatchObject({ state: 'none' })
  const next = await owner.get('team.invite', { role: 'member', days: 1 })
  await late.get('team.join', { invitation: next.text, passphrase: next.passphrase, pcName: 'New PC' })
  const both = await whenStatus(late, (one) => names(one).length === 2)
  expect(names(both)).toEqual(['Front desk', 'New PC'])
  await whenStatus(owner, (one) => names(one).includes('New PC'))
})

it('leaving removes the team from the PC, its keychain and the database, and the others see it', async () => {
  const { back, owner, member } = await startTeam()
  await whenStatus(member, (one) => names(one).length === 2)
  await whenStatus(owner, (one) => names(one).length === 2)
  expect([...back.vault.items.keys()].some((name) => name.startsWith('team/'))).toBe(true)
  expect(await member.get('team.leave', {})).toMatchObject({ state: 'none', team: null })
  expect([...back.vault.items.keys()].filter((name) => name.startsWith('team/'))).toEqual([])
  const left = await whenStatus(owner, (one) => names(one, true).length === 1)
  expect(names(left, true)).toEqual(['Back office'])
  expect(await member.ask('team.leave', {})).toMatchObject({ error: { kind: 'not-found' } })
})

it('a server that is gone blocks nothing, and the failure ends when it is back', async () => {
  const { front, owner, member } = await startTeam()
  await whenStatus(owner, (one) => names(one).length === 2)
  await postgres.kill()
  const offline = await whenStatus(owner, ({ failure }) => failure !== null)
  expect(['offline', 'service-down']).toContain(offline.failure?.kind)
  expect(await owner.ask('team.invite', { role: 'member', days: 1 })).toMatchObject({ error: { kind: 'offline' } })
  await owner.program.close()
  const again = await front.start()
  // Everything else works without the server.
  expect(await again.get('people.add', { name: 'Jane Citizen' })).toMatchObject({ people: [{ name: 'Jane Citizen' }] })
  expect(names(await whenStatus(again, ({ failure }) => failure !== null))).toEqual(['Back office', 'Front desk'])
  await postgres.restart()
  for (const program of [again, member]) {
    await program.get('team.syncNow', {})
    await whenStatus(program, ({ failure, age }) => failure === null && age?.waiting === 0)
  }
})

it('each way in that fails says why, and changes nothing on the PC', async () => {
  const pc = createPc()
  const program = await pc.start()
  const address = await postgres.createDatabase()
  const create = (given: string, certificates: string | null = null) =>
    program.ask('team.create', { address: given, certificates, name: 'City Motors', pcName: 'PC' })
  await postgres.run("CREATE ROLE plain LOGIN PASSWORD 'plain'")
  const database = new URL(address).pathname.slice(1)
  const fails = {
    'wrong-address': create(postgres.address('missing')),
    'sign-in-required': create(address.replace(':secret@', ':wrong@')),
    rejected: create(postgres.address(database, 'plain', 'plain')),
    offline: create('postgres://anna:secret@no-such-host.invalid/team'),
    'invalid-input': create('https://example.com/team'),
  }
  for (const [kind, answer] of Object.entries(fails)) expect(await answer).toMatchObject({ error: { kind } })
  expect(await create(address, 'no certificate')).toMatchObject({ error: { kind: 'invalid-input' } })
  await postgres.run("CREATE ROLE no_roles LOGIN PASSWORD 'secret'")
  await postgres.run('CREATE DATABASE lone OWNER no_roles')
  await postgres.run('CREATE ROLE forecourt_lone_member NOLOGIN')
  expect(await create(postgres.address('lone', 'no_roles', 'secret'))).toMatchObject({
    error: { kind: 'rejected', message: expect.stringContaining('add members') },
  })
  expect([...pc.vault.items.keys()].filter((name) => name.startsWith('team/'))).toEqual([])
  const test = await program.get('team.testServer', { address: address.replace(':secret@', ':wrong@') })
  expect(test.steps.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed', 'failed', 'not-reached'])

  pc.vault.condition = 'refusing'
  expect(await create(address)).toMatchObject({ error: { kind: 'vault-unreadable' } })
  pc.vault.condition = 'ok'
  expect(await statusOf(program)).toMatchObject({ state: 'none' })

  const { invitation } = await program.get('team.create', { address, name: 'City Motors', pcName: 'PC' })
  const other = await createPc().start()
  const join = (text: string, passphrase: string) =>
    other.ask('team.join', { invitation: text, passphrase, pcName: 'Other' })
  expect(await join(invitation.text, 'wrong')).toMatchObject({
    error: { message: expect.stringContaining('passphrase') },
  })
  expect(await join(invitation.text.slice(0, -9), invitation.passphrase)).toMatchObject({
    error: { message: expect.stringContaining('complete') },
  })
  await postgres.run('INSERT INTO forecourt.version VALUES (99, 99)', database)
  expect(await join(invitation.text, invitation.passphrase)).toMatchObject({
    error: { message: expect.stringContaining('newer version') },
  })
  expect(await statusOf(other)).toMatchObject({ state: 'none' })
})

it('a team whose keys are gone from the keychain says so, and can be left', async () => {
  const { front, owner } = await startTeam()
  await owner.program.close()
  for (const name of [...front.vault.items.keys()].filter((each) => each.startsWith('team/')))
    front.vault.items.delete(name)
  const again = await front.start()
  const status = await whenStatus(again, ({ failure }) => failure !== null)
  expect(status).toMatchObject({ state: 'member', failure: { kind: 'sign-in-required' } })
  expect(await again.get('team.leave', {})).toMatchObject({ state: 'none' })
})
