import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../../../../src/core/database/database.ts'
import { saveMembership } from '../../../../../src/core/team/membership/membership-state.ts'
import { newTeam } from '../../../../../src/core/team/membership/new-membership.ts'
import { openTeam } from '../../../../../src/core/team/membership/open-team.ts'
import { maxBodyBytes } from '../../../../../src/core/team/team-server.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { createTeamServerTwin } from '../../../../twins/team-server-twin.ts'
import { note, notes, openMemory } from '../team-log-harness.ts'

/** A new team whose only PC can be opened with several databases. */
function createTeam() {
  const [clock, server, log] = [createClockTwin(), createTeamServerTwin(), createLogTwin()]
  const made = newTeam({
    address: 'postgres://owner:secret@localhost/team',
    certificates: null,
    name: 'City Motors',
    pcName: 'Front desk',
  })
  const membership = { ...made.membership, secretParts: 1 }
  const open = (database: Database = openMemory()) => {
    saveMembership(database, membership)
    const connected = server.connect()
    const parts = { database, clock, log, membership, secrets: made.secrets, server: connected, onChanged() {} }
    const team = openTeam(parts)
    onTestFinished(() => team.close())
    return { database, team }
  }
  /** Moves the clock until the server has so many entries: the team also yields to the event loop, which the clock does not know. */
  const untilEntries = async (count: number): Promise<void> => {
    const arrived = async (): Promise<number | undefined> => {
      await clock.advance(1_000)
      return server.entries.get(membership.device)?.length
    }
    await expect.poll(arrived).toBe(count)
  }
  return { clock, server, log, device: membership.device, founding: made.entry, open, untilEntries }
}

it('a PC whose data was restored, and that wrote others under the same numbers, loses none and keeps its device', async () => {
  const { founding, log, open, untilEntries } = createTeam()
  const first = open()
  first.team.session.add(founding, null)
  first.team.session.add(note('before'), null)
  first.team.session.add(note('lost by the restore'), null)
  first.team.start()
  await untilEntries(3)
  await first.team.close()

  const restored = openMemory()
  for (const table of ['team_entry', 'team_device']) {
    for (const row of first.database.all<Record<string, string | number | null>>(`SELECT * FROM ${table}`)) {
      const names = Object.keys(row)
      restored.run(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`, Object.values(row))
    }
  }
  restored.run('DELETE FROM team_entry WHERE n > 2')
  restored.run('UPDATE team_device SET head = 2, pushed = 2')
  const again = open(restored)
  again.team.session.add(note('after the restore'), null)
  again.team.start()
  await untilEntries(4)
  expect(notes(again.team.session.log)).toEqual(
    expect.arrayContaining(['before', 'lost by the restore', 'after the restore']),
  )
  expect(again.team.status()).toMatchObject({ age: { waiting: 0 }, failure: null })
  expect(log.entries).toEqual([])
})

it('a PC that deleted a person from its last entry goes on without asking the server again and again', async () => {
  const { clock, server, device, founding, open, untilEntries } = createTeam()
  const { database, team } = open()
  team.session.add(founding, null)
  team.session.add(note('about Jane'), null)
  team.start()
  await untilEntries(2)
  await team.close()
  database.run("UPDATE team_entry SET state = 'erased', reason = 'person', content = NULL, body = NULL WHERE n = 2")
  const calls = server.calls.get('heads') ?? 0
  const again = open(database)
  again.team.start()
  await clock.advance(5_000)
  expect((server.calls.get('heads') ?? 0) - calls).toBeLessThan(10)
  expect(server.entries.get(device)).toHaveLength(2)
})

it('an entry that is too large for the server is refused when it is written, and those after it arrive', async () => {
  const { founding, open, untilEntries } = createTeam()
  const { team } = open()
  team.session.add(founding, null)
  expect(() => team.session.add(note('x'.repeat(maxBodyBytes)), null)).toThrow('too large')
  team.session.add(note('small'), null)
  team.start()
  await untilEntries(2)
  expect(notes(team.session.log)).toEqual(['small'])
})
