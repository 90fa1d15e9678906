import { describe, expect, it } from 'vitest'
import { marksOf } from '../../../../src/core/privacy/person.ts'
import { eraseTeamRows } from '../../../../src/core/privacy/team-rows.ts'
import { runAtOnce } from '../../../../src/core/scheduling/in-slices.ts'
import { publicKeyText } from '../../../../src/core/team/crypto/device-keys.ts'
import { newTeamKey, personMarkKey, sealTeamKey } from '../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { carSubject } from '../../../../src/core/team/log/subject.ts'
import type { SealedEntry } from '../../../../src/core/team/team-server.ts'
import { noteAbout, teamCar } from './sample-entries.ts'
import { createPc, emptyList, firstKey, newGrant, teamId } from './team-harness.ts'
import {
  desk,
  everyone,
  founder,
  note,
  notes,
  now,
  office,
  openLog,
  ringOf,
  statesOf,
  unpushed,
} from './team-log-harness.ts'

describe('a removed member', () => {
  const removal = (until: number): TeamContent => ({
    kind: 'members',
    data: emptyList({ version: 2, members: [desk.member({ until })] }),
  })

  it('has its later entries taken out again, on each PC the same ones', async () => {
    const entries = [1, 2, 3].map((n) => desk.seal(n, note(`${n}`), firstKey, { at: [now + n, 0] }))
    const lists = [founder.seal(1, everyone, firstKey), founder.seal(2, removal(2), firstKey)]
    const [before, after] = [openLog(office), openLog(office)]
    await before.log.receive([lists[0] as SealedEntry])
    await before.log.receive(entries)
    expect(notes(before.log)).toEqual(['3', '2', '1'])
    await before.log.receive(lists)
    await after.log.receive(lists)
    await after.log.receive(entries)
    for (const { log } of [before, after]) {
      expect(notes(log)).toEqual(['2', '1'])
      expect(log.counts().refused).toBe(1)
    }
  })

  it('cannot read what the others write with the next key, which they open from the list', async () => {
    const next = newTeamKey(2)
    const sealed = [founder, office].map(({ device, keys }) => ({
      device,
      box: sealTeamKey(next, publicKeyText(keys.box), { teamId, device, keyId: next.id, version: 2 }),
    }))
    const one = openLog(founder)
    one.log.append(everyone, null)
    const data = emptyList({
      version: 2,
      members: [desk.member({ until: 0 })],
      keys: [{ id: next.id, version: 2, sealed }],
    })
    one.log.append({ kind: 'members', data }, null)
    one.log.append(note('secret'), null)
    const [stays, removed] = [openLog(office), openLog(desk)]
    for (const { log } of [stays, removed]) await log.receive(unpushed(one.log))
    expect(notes(stays.log)).toEqual(['secret'])
    expect(notes(removed.log)).toEqual([])
    expect(statesOf(removed.database, founder.device).at(-1)).toBe('waiting: unknown-key')
    // The key is found again after a restart.
    expect(openLog(office, stays.database).log.keys().size).toBe(2)
  })
})

it('lets a PC join by an invitation, whose entries the others then have', async () => {
  const newcomer = createPc('Newcomer')
  const { key, grant } = newGrant('g')
  const [one, two] = [openLog(founder), openLog(newcomer)]
  one.log.append(
    { kind: 'members', data: emptyList({ members: [founder.member({ role: 'owner' })], grants: [grant] }) },
    null,
  )
  await two.log.receive(unpushed(one.log))
  two.log.append({ kind: 'join', data: newcomer.join('g', key) }, null)
  two.log.append(note('from the newcomer'), null)
  await one.log.receive(unpushed(two.log))
  expect(notes(one.log)).toEqual(['from the newcomer'])
  expect(one.log.members().unconfirmed).toEqual([newcomer.device])
})

describe('a person who was deleted', () => {
  it('is erased from earlier and later entries on each PC, and from entries that were not pushed', async () => {
    const [one, before] = [openLog(founder), openLog(desk)]
    one.log.append(everyone, null)
    one.log.append(note('about Jane'), null)
    one.log.append(noteAbout(teamCar('8'), 'about someone else'), null)
    await before.log.receive(unpushed(one.log))
    before.log.append(note('not pushed'), null)
    // As the deletion of a person does, while the data is closed.
    for (const hash of marksOf({ alone: ['id:7'], shared: [] }, personMarkKey(teamId, ringOf(firstKey))))
      before.database.run('INSERT INTO team_mark VALUES (?, 0)', [hash])
    runAtOnce(eraseTeamRows(before.database, (keys) => keys.includes('id:7')))
    const two = openLog(desk, before.database)
    await two.log.resume()
    expect(notes(two.log)).toEqual([])
    expect(unpushed(two.log).map(({ n, body }) => [n, body.length > 0])).toEqual([
      [1, false],
      [2, true],
    ])
    await two.log.resume()
    await one.log.receive(unpushed(two.log))
    one.log.append(note('later'), null)
    const third = openLog(office)
    await third.log.receive(unpushed(two.log))
    await third.log.receive(unpushed(one.log))
    await third.log.receive(unpushed(two.log))
    for (const { log, database } of [one, two, third]) {
      expect(notes(log)).toEqual([])
      expect(log.entriesOf(carSubject(teamCar('8')))).toHaveLength(1)
      expect(JSON.stringify(database.all('SELECT content FROM team_entry'))).not.toContain('Jane')
    }
  })

  it('is noted once to be deleted on each of the other PCs, with what else they have of the person', async () => {
    const [one, two] = [openLog(founder), openLog(desk)]
    one.log.append(everyone, null)
    await two.log.receive(unpushed(one.log))
    for (const hash of marksOf({ alone: ['id:7'], shared: [] }, personMarkKey(teamId, ringOf(firstKey))))
      two.database.run('INSERT INTO team_mark VALUES (?, 0)', [hash])
    await two.log.resume()
    const noted = ({ database }: typeof one): unknown[] => database.all('SELECT state, receipt FROM person_deletion')
    for (let time = 0; time < 2; time += 1) await one.log.receive(unpushed(two.log))
    expect(noted(two)).toEqual([])
    expect(noted(one)).toEqual([{ state: 'erasing', receipt: '{"byTeam":true}' }])
    one.database.run("UPDATE person_deletion SET state = 'done', person = NULL")
    const again = openLog(founder, one.database)
    await again.log.receive(unpushed(two.log))
    expect(noted(one)).toHaveLength(1)
  })
})
