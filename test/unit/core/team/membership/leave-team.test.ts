import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../../../../src/core/database/database.ts'
import { requestTeamDeletion, withdrawTeamDeletion } from '../../../../../src/core/privacy/person-deletions.ts'
import { removeTeam } from '../../../../../src/core/team/membership/current-team.ts'
import { readMembership, saveMembership } from '../../../../../src/core/team/membership/membership-state.ts'
import { newTeam } from '../../../../../src/core/team/membership/new-membership.ts'
import { openTeam } from '../../../../../src/core/team/membership/open-team.ts'
import { storeSecrets } from '../../../../../src/core/team/membership/team-secrets.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { createTeamServerTwin } from '../../../../twins/team-server-twin.ts'
import { createVaultTwin } from '../../../../twins/vault-twins.ts'
import { noteAbout, teamCar } from '../sample-entries.ts'
import { createPc } from '../team-harness.ts'
import { note, openMemory } from '../team-log-harness.ts'

const tables = ['team_entry', 'team_device', 'team_mark', 'team_changed']
const rowsIn = (database: Database): number =>
  tables.reduce((sum, table) => sum + (database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0), 0)

/** A PC that another one has invited. */
function createJoining(database = openMemory()) {
  const [clock, server, log, founder] = [
    createClockTwin(),
    createTeamServerTwin(),
    createLogTwin(),
    createPc('Founder'),
  ]
  const address = 'postgres://member:secret@localhost/team'
  const made = newTeam({ address, certificates: null, name: 'City Motors', pcName: 'Front desk' })
  const membership = {
    ...made.membership,
    founder: { device: founder.device, signKey: founder.member().signKey },
    role: 'member' as const,
    secretParts: 1,
  }
  saveMembership(database, membership)
  const open = () => {
    const parts = { database, clock, log, membership, secrets: made.secrets, server: server.connect(), onChanged() {} }
    const team = openTeam(parts)
    onTestFinished(() => team.close())
    return team
  }
  const atServer = (): number => server.entries.get(membership.device)?.length ?? 0
  /** Moves the clock until the work, which also yields to the event loop, has ended. */
  const advanceUntil = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false
    void work.finally(() => (isDone = true))
    const hasEnded = async (): Promise<boolean> => {
      await clock.advance(100)
      return isDone
    }
    await expect.poll(hasEnded).toBe(true)
  }
  return { database, clock, server, log, membership, secrets: made.secrets, open, atServer, advanceUntil }
}

it('a PC that joins says what cancelling would lose, until it leaves', async () => {
  const { open, database, atServer, advanceUntil } = createJoining()
  const team = open()
  expect(team.status().joining).toEqual({ losesWork: false })
  team.session.add(note('stays on this PC'), null)
  expect(team.status().joining).toEqual({ losesWork: false })
  team.session.add({ kind: 'assignment', data: { car: teamCar('7'), to: null } }, null)
  expect(team.status().joining).toEqual({ losesWork: true })
  team.start()
  await advanceUntil(team.leave(5_000))
  expect(atServer()).toBe(3)
  expect(readMembership(database)?.leaving).toBe('telling')
})

it('a PC that had all entries once is not joining any more', async () => {
  const { open, clock } = createJoining()
  const team = open()
  team.start()
  await expect
    .poll(async () => {
      await clock.advance(500)
      return team.isOnline()
    })
    .toBe(true)
  expect(team.status().joining).toBeUndefined()
})

it('what other PCs have asked to delete here is withdrawn when joining is cancelled, and marks from before stay', async () => {
  const database = openMemory()
  const marks = (): string[] => database.all<{ hash: string }>('SELECT hash FROM deletion_mark').map(({ hash }) => hash)
  requestTeamDeletion(database, 'aa', ['before'], new Date())
  database.run("UPDATE person_deletion SET state = 'done', person = NULL")
  requestTeamDeletion(database, 'aa', ['before', 'one'], new Date())
  requestTeamDeletion(database, 'aa', ['two'], new Date())
  requestTeamDeletion(database, 'bb', ['other team'], new Date())
  database.transaction(() => withdrawTeamDeletion(database, 'aa'))
  expect(marks().toSorted()).toEqual(['before', 'other team'])
  expect(database.all('SELECT state FROM person_deletion ORDER BY number')).toEqual([
    { state: 'done' },
    { state: 'erasing' },
  ])
})

it('a PC that ended while it told the others tells them after its next start', async () => {
  const { open, server, atServer, advanceUntil } = createJoining()
  server.setFailure({ kind: 'offline', message: 'The server is gone.' })
  const team = open()
  team.start()
  // Nobody waits for a server that is gone.
  await advanceUntil(team.leave(5_000))
  expect(atServer()).toBe(0)
  await team.close()
  server.setFailure(null)
  await advanceUntil(open().resumeLeaving(5_000))
  expect(atServer()).toBe(1)
})

it('a removal that was interrupted goes on, and removes log, keys and membership', async () => {
  const { database, open, log, membership, secrets } = createJoining()
  const vault = createVaultTwin()
  await storeSecrets(vault, membership.device, secrets)
  const team = open()
  for (let at = 0; at < 600; at += 1) {
    team.session.add(noteAbout(teamCar(`${at}`), 'Called'), null)
  }
  await team.close()
  const parts = { database, keychain: vault, log }
  await removeTeam({ ...parts, closing: AbortSignal.abort() })
  expect(readMembership(database)?.leaving).toBe('removing')
  const closing = new AbortController()
  const removing = removeTeam({ ...parts, closing: closing.signal })
  for (let turn = 0; turn < 4; turn += 1) await yieldToEventLoop()
  closing.abort()
  await removing
  expect(rowsIn(database)).toBeGreaterThan(0)
  await removeTeam({ ...parts, closing: new AbortController().signal })
  expect(rowsIn(database)).toBe(0)
  expect([...vault.items.keys()]).toEqual([])
  expect(readMembership(database)).toBeNull()
  expect(log.entries).toEqual([])
})
