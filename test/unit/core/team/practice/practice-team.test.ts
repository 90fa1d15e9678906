import { expect, it, onTestFinished } from 'vitest'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import type { Database } from '../../../../../src/core/database/database.ts'
import type { OpenStorage } from '../../../../../src/core/open-storage.ts'
import { readMembership } from '../../../../../src/core/team/membership/membership-state.ts'
import { createTeams } from '../../../../../src/core/team/membership/teams.ts'
import { createPracticeTeam } from '../../../../../src/core/team/practice/practice-team.ts'
import { openTeamWork } from '../../../../../src/core/team/work/team-work.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { openMemory } from '../team-log-harness.ts'

const signal = new AbortController().signal
const names = { name: 'Practice team', pcName: 'My PC' }

const customer = (id: string): Customer =>
  ({ id, clientName: `Client ${id}`, rego: `ABC12${id}`, state: 'NSW', vin: null, edits: [] }) as unknown as Customer
const sighted = ['1', '2', '3', '4', '5', '6', '7'].map(customer)

/** A program with an account and practice, of which one is in use. */
function openProgram(database: Database, inUse: 'account' | 'practice' = 'practice') {
  const [clock, log] = [createClockTwin(), createLogTwin()]
  for (const kind of ['account', 'practice']) {
    database.run(
      `INSERT OR IGNORE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES (?, ?, ?, 'https://api.example.com/', 'api-key', 'au', '{}', '')`,
      [kind, kind, kind],
    )
  }
  const connectionOf = (id: string) => ({ id, region: 'au' as const })
  const storage = {
    database,
    clock,
    log,
    announcer: { announce: () => undefined },
    connections: { active: () => connectionOf(inUse), find: connectionOf },
  } as unknown as OpenStorage
  const listeners = {
    onOutcomes: () => undefined,
    onContacts: () => undefined,
    onOthers: () => undefined,
  }
  const teams = createTeams(storage, {
    keychain: null,
    createPractice: async (given) => createPracticeTeam(storage, async () => sighted, given),
  })
  const customers = { find: (_scope: unknown, id: string) => sighted.find((each) => each.id === id) ?? null }
  teams.onOpened((session) => {
    const work = openTeamWork({ database, clock, log, customers, currentPerson: () => null, listeners }, session)
    return () => work.close()
  })
  onTestFinished(() => teams.close())
  const outcomes = () =>
    database.all<{ outcome: string; connection: string; name: string }>(
      `SELECT outcome, connection_id AS connection, person_name AS name FROM sighting_entry
       WHERE team_pc IS NOT NULL ORDER BY number`,
    )
  /** Moves the clock until something is so: invitations are opened by threads, which the clock does not wait for. */
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await isSo())) {
      await clock.advance(500)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  /** Moves the clock while a call runs: it waits until the others have the last entries. */
  const during = async <Value>(call: Promise<Value>): Promise<Value> => {
    let isDone = false
    void call.finally(() => (isDone = true)).catch(() => undefined)
    await until(() => isDone)
    return call
  }
  const members = async () => (await teams.handlers.status({}, signal)).team?.members ?? []
  return { teams, log, outcomes, until, during, members }
}

it('a simulated colleague joins the practice team, takes a car, records calls and marks a person as Do Not Contact', async () => {
  const database = openMemory()
  const { teams, log, outcomes, until, members } = openProgram(database)
  const { status } = await teams.handlers.startPractice(names, signal)
  expect(status).toMatchObject({ state: 'member', team: { isPractice: true, role: 'owner', address: '' } })

  await until(() => outcomes().length > 0)
  expect(outcomes()[0]).toEqual({ outcome: 'voicemail', connection: 'practice', name: 'Priya Shah' })
  expect((await members()).map(({ name, role }) => [name, role])).toEqual([
    ['My PC', 'owner'],
    ['Priya’s PC (simulated)', 'member'],
  ])
  await until(() => database.get("SELECT 1 FROM team_entry WHERE kind = 'lock'") !== undefined)
  await until(() => database.get('SELECT 1 FROM do_not_contact') !== undefined)
  expect(database.all('SELECT connection_id AS connection, person FROM do_not_contact')).toEqual([
    { connection: 'practice', person: 'id:3' },
  ])
  expect(outcomes().map(({ outcome }) => outcome)).toContain('appraisal_booked')
  expect(log.entries.filter(({ level }) => level === 'error')).toEqual([])
})

it('a simulated colleague accepts each invitation of the practice team, and one that was removed does nothing more', async () => {
  const database = openMemory()
  const { teams, outcomes, until, during, members } = openProgram(database)
  await teams.handlers.startPractice(names, signal)
  await until(() => outcomes().length > 0)
  const priya = (await members()).find(({ isThisPc }) => !isThisPc)
  await during(teams.handlers.removeMember({ device: priya?.device ?? '' }, signal))
  const invitation = await teams.handlers.invite({ role: 'member', days: 1 }, signal)
  expect(invitation.text).toMatch(/^forecourt-team-1\./)
  await until(() => outcomes().length >= 4)
  expect(
    new Set(
      outcomes()
        .slice(1)
        .map(({ name }) => name),
    ),
  ).toEqual(new Set(['Marcus Webb']))
})

it('leaving the practice team removes what the colleague recorded and all that was saved of the team', async () => {
  const database = openMemory()
  const { teams, outcomes, until, during } = openProgram(database)
  await teams.handlers.startPractice(names, signal)
  await until(() => outcomes().length > 0)
  expect((await during(teams.handlers.leave({}, signal))).state).toBe('none')
  expect(outcomes()).toEqual([])
  expect(readMembership(database)).toBeNull()
  expect(database.all('SELECT * FROM team_entry')).toEqual([])
})

it('a practice team that was open when Forecourt was killed has ended at the next start', async () => {
  const database = openMemory()
  const first = openProgram(database)
  await first.teams.handlers.startPractice(names, signal)
  await first.until(() => first.outcomes().length > 0)
  await first.teams.close()
  const second = openProgram(database)
  second.teams.start()
  await second.until(async () => (await second.teams.handlers.status({}, signal)).state === 'none')
  expect(second.outcomes()).toEqual([])
})

it('a practice team is refused while an account is in use', async () => {
  const database = openMemory()
  const { teams } = openProgram(database, 'account')
  await expect(teams.handlers.startPractice(names, signal)).rejects.toMatchObject({ failure: { kind: 'rejected' } })
  expect(readMembership(database)).toBeNull()
})
