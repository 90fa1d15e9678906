import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TeamStatus } from '../../src/contract/team.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'

let postgres: PostgresHere

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

const startPc = (aheadMs = 0): Promise<ProgramTwin> =>
  startProgram({
    dataFolder: createDataFolder(),
    vault: createVaultTwin(),
    clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) },
  })

/** An owner, and a member whose clock is days ahead. */
async function startTeam() {
  const [owner, member] = [await startPc(), await startPc(9 * 86_400_000)]
  const address = await postgres.createDatabase()
  const { invitation, status } = await owner.get('team.create', { address, name: 'City Motors', pcName: 'Front desk' })
  const { text, passphrase } = invitation
  // An invitation of a week has expired there.
  const expired = await member.ask('team.join', { invitation: text, passphrase, pcName: 'Back office' })
  expect(expired).toMatchObject({ error: { kind: 'invalid-input' } })
  const longer = await owner.get('team.invite', { role: 'owner', days: 30 })
  await member.get('team.join', { invitation: longer.text, passphrase: longer.passphrase, pcName: 'Back office' })
  const database = new URL(address).pathname.slice(1)
  return { owner, member, database, team: status.team?.id ?? '' }
}

const whenStatus = (program: ProgramTwin, isRight: (status: TeamStatus) => boolean): Promise<TeamStatus> =>
  program.waitFor(async () => {
    const status = await program.get('team.status', {})
    return isRight(status) ? status : undefined
  })

async function saveTemplate(program: ProgramTwin, name: string): Promise<void> {
  await program.get('sightings.saveTemplate', { id: null, channel: 'sms', name, subject: '', text: 'Hello' })
}
const whenNamed = (program: ProgramTwin, name: string): Promise<true> =>
  program.waitFor(async () => {
    const { templates } = await program.get('sightings.templates', {})
    return templates.some((template) => template.name === name) || undefined
  })
const deviceOf = (status: TeamStatus, own: boolean): string =>
  status.team?.members.find(({ isThisPc }) => isThisPc === own)?.device ?? ''

it('hostile entries at the server change nothing, and stop nobody’s later entries', async () => {
  const { owner, member, database, team } = await startTeam()
  await saveTemplate(owner, 'First')
  await whenNamed(member, 'First')
  const status = await whenStatus(owner, ({ team: one, age }) => one?.members.length === 2 && age?.waiting === 0)
  const [ownDevice, otherDevice] = [deviceOf(status, true), deviceOf(status, false)]

  const insert = (device: string, n: number, body: string): Promise<unknown> =>
    postgres.run(
      `INSERT INTO forecourt.entry (team, device, n, previous, body)
       VALUES ('${team}', '${device}', ${n}, ${n === 1 ? 'NULL' : n - 1}, ${body})`,
      database,
    )
  const bytes = (content: Buffer): string => `'\\x${content.toString('hex')}'::bytea`
  const stranger = randomUUID()
  await insert(stranger, 1, bytes(Buffer.from('no entry')))
  await insert(stranger, 2, bytes(Buffer.from([1, ...randomBytes(300)])))
  // As large as the table allows, of a later format, and without content.
  await insert(stranger, 3, bytes(Buffer.from([1, ...randomBytes(65_000)])))
  await insert(stranger, 4, bytes(Buffer.from([9, 9])))
  await insert(stranger, 5, bytes(Buffer.alloc(0)))
  // A replay: an entry of the owner under the number that the member would use next, and again as one of a stranger.
  const last = async (device: string): Promise<number> => {
    const [row] = await postgres.run<{ n: string }>(
      `SELECT max(n) AS n FROM forecourt.entry WHERE device = '${device}'`,
      database,
    )
    return Number(row?.n)
  }
  const replayed = `(SELECT body FROM forecourt.entry WHERE team = '${team}' AND device = '${ownDevice}' AND n = 2)`
  await insert(stranger, 6, replayed)
  await insert(otherDevice, (await last(otherDevice)) + 1, replayed)

  await saveTemplate(member, 'Second')
  await whenNamed(owner, 'Second')
  await saveTemplate(owner, 'Third')
  await whenNamed(member, 'Third')
  for (const program of [owner, member]) {
    const { age } = await whenStatus(program, (one) => (one.age?.refused ?? 0) > 0 && one.age?.waiting === 0)
    expect(age?.refused).toBeGreaterThan(0)
    const { templates } = await program.get('sightings.templates', {})
    const names = templates.filter(({ isDefault }) => !isDefault).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['First', 'Second', 'Third'])
    expect(program.unexpected).toEqual([])
  }
})

it('tables of a later version stop the exchange but not the work, which arrives after the update', async () => {
  const { owner, member, database } = await startTeam()
  await whenStatus(owner, ({ team }) => team?.members.length === 2)
  await postgres.run('INSERT INTO forecourt.version VALUES (99, 99)', database)
  await postgres.run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
  )
  for (const program of [owner, member]) {
    const status = await program.waitFor(async () => {
      const one = await program.get('team.syncNow', {})
      return one.failure?.message.includes('newer version') ? one : undefined
    })
    expect(status.failure).toMatchObject({ kind: 'rejected' })
  }
  await saveTemplate(owner, 'Meanwhile')
  expect((await owner.get('team.status', {})).age?.waiting).toBeGreaterThan(0)
  await postgres.run('DELETE FROM forecourt.version WHERE version = 99', database)
  for (const program of [owner, member]) await program.get('team.syncNow', {})
  await whenNamed(member, 'Meanwhile')
})

it('an owner who was invited can invite and remove others', async () => {
  const { owner, member } = await startTeam()
  await whenStatus(
    member,
    ({ team }) => team?.members.length === 2 && team.members.every(({ role }) => role === 'owner'),
  )
  const invitation = await member.get('team.invite', { role: 'member', days: 1 })
  const third = await startPc()
  const { text, passphrase } = invitation
  // The clock of the PC that invited is ahead, so its day is not over for long.
  await third.get('team.join', { invitation: text, passphrase, pcName: 'Third' })
  await whenStatus(owner, ({ team }) => team?.members.length === 3)
  const joined = await whenStatus(member, ({ team }) => team?.members.length === 3)
  const device = joined.team?.members.find(({ name }) => name === 'Third')?.device ?? ''
  await member.get('team.removeMember', { device })
  const seen = await whenStatus(owner, ({ team }) => team?.members.some(({ removed }) => removed) ?? false)
  expect(seen.team?.members.filter(({ removed }) => removed).map(({ name }) => name)).toEqual(['Third'])
  await saveTemplate(owner, 'Secret')
  await whenNamed(member, 'Secret')
  const { templates } = await third.get('sightings.templates', {})
  expect(templates.map(({ name }) => name)).not.toContain('Secret')
})
