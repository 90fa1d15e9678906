import { expect, it } from 'vitest'
import { FailureError } from '../../../../../src/core/failures/failure-error.ts'
import type { TeamContent } from '../../../../../src/core/team/log/entry-kinds.ts'
import type { MemberList } from '../../../../../src/core/team/log/membership.ts'
import { saveMembership } from '../../../../../src/core/team/membership/membership-state.ts'
import { createOwnerWork } from '../../../../../src/core/team/membership/owner-work.ts'
import { serverMessages } from '../../../../../src/core/team/server/server-messages.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { createPc, emptyList, firstKey, newGrant, teamId } from '../team-harness.ts'
import { founder, note, notes, now, office, openLog, ringOf, root, statesOf, unpushed } from '../team-log-harness.ts'

const dayMs = 86_400_000
const login = (grant: string): string => `forecourt_${grant}`

/** The PC of the founder, with what its owner's work did at the server. */
function createOwner(members: readonly TeamContent[]) {
  const opened = openLog(founder)
  const { database, log: teamLog } = opened
  saveMembership(database, {
    teamId,
    name: 'City Motors',
    place: '',
    device: founder.device,
    founder: root.founder,
    role: 'owner',
    certificates: null,
    secretsName: founder.device,
    secretParts: 1,
    syncedAt: null,
    endedGrants: [],
    erasedTo: {},
    isPractice: false,
    leaving: null,
  })
  for (const content of members) teamLog.append(content, null)
  const clock = createClockTwin(new Date(now))
  const log = createLogTwin()
  const removed: string[] = []
  const server = { isGone: false }
  const work = createOwnerWork({
    database,
    clock,
    log,
    session: {
      teamId,
      isPractice: false,
      device: founder.device,
      log: teamLog,
      syncedAt: () => null,
      isReceivingMany: () => false,
      add: teamLog.append,
      onChanged: () => () => undefined,
    },
    connectOwner: () => ({
      createTables: () => Promise.resolve(),
      addMember: () => Promise.reject(new Error('Nobody is added')),
      async removeMember(name) {
        if (server.isGone) throw new FailureError(serverMessages.lost)
        removed.push(name)
      },
      erase: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }),
  })
  return { ...opened, clock, logged: log, removed, server, work }
}

const list = (grants: MemberList['grants']): TeamContent => ({
  kind: 'members',
  data: emptyList({ members: [founder.member({ role: 'owner' }), office.member()], grants: [...grants] }),
})

it('gives the team a new key after a PC has left, which that PC cannot open', async () => {
  const leaver = createPc('Leaver')
  const owner = createOwner([
    {
      kind: 'members',
      data: emptyList({ members: [founder.member({ role: 'owner' }), office.member(), leaver.member()] }),
    },
  ])
  await owner.log.receive([
    leaver.seal(1, note('before'), firstKey),
    leaver.seal(2, { kind: 'leave', data: {} }, firstKey),
  ])
  await owner.work.run()
  expect(owner.log.members().members.get(leaver.device)?.until).toBe(2)
  expect(owner.log.keys().size).toBe(2)
  owner.log.append(note('secret'), null)
  const [stays, left] = [openLog(office), openLog(leaver)]
  for (const { log } of [stays, left]) await log.receive(unpushed(owner.log))
  expect(notes(stays.log)).toEqual(['secret'])
  expect(notes(left.log)).toEqual([])
  expect(statesOf(left.database, founder.device).at(-1)).toBe('waiting: unknown-key')
  // Once, however often it runs.
  const entries = unpushed(owner.log).length
  await owner.work.run()
  expect(unpushed(owner.log)).toHaveLength(entries)
})

it('drops the login of an invitation that nobody used a day after it expired, and no other', async () => {
  const [unused, open] = [newGrant('0123456789ab', now + dayMs), newGrant('ba9876543210', now + 30 * dayMs)]
  const owner = createOwner([list([unused.grant, open.grant])])
  owner.clock.setWallClock(new Date(now + 2 * dayMs))
  await owner.work.run()
  expect(owner.removed).toEqual([])
  owner.clock.setWallClock(new Date(now + 2 * dayMs + 1))
  owner.server.isGone = true
  await owner.work.run()
  expect(owner.removed).toEqual([])
  owner.server.isGone = false
  await owner.work.run()
  await owner.work.run()
  expect(owner.removed).toEqual([login('0123456789ab')])
})

it('keeps the login of an invitation that was used, until its PC has left', async () => {
  const { key, grant } = newGrant('0123456789ab', now + dayMs)
  const newcomer = createPc('Newcomer')
  const owner = createOwner([list([grant])])
  await owner.log.receive([newcomer.seal(1, { kind: 'join', data: newcomer.join(grant.id, key) }, firstKey)])
  owner.clock.setWallClock(new Date(now + 9 * dayMs))
  await owner.work.run()
  expect(owner.removed).toEqual([])
  expect(owner.log.members().unconfirmed).toEqual([])
  await owner.log.receive([newcomer.seal(2, { kind: 'leave', data: {} }, firstKey)])
  await owner.work.run()
  expect(owner.removed).toEqual([login(grant.id)])
})

it('confirms the PC of an invited owner as an owner, whose lists then count', async () => {
  const { key, grant } = newGrant('second-owner', now + dayMs)
  const second = createPc('Second owner')
  const owner = createOwner([list([{ ...grant, role: 'owner' }])])
  await owner.log.receive([second.seal(1, { kind: 'join', data: second.join(grant.id, key) }, firstKey)])
  expect(owner.log.members().members.get(second.device)?.role).toBe('member')
  await owner.work.run()
  expect(owner.log.members().members.get(second.device)?.role).toBe('owner')
  const other = openLog(second, undefined, () => now, ringOf(firstKey))
  await other.log.receive(unpushed(owner.log))
  other.log.append({ kind: 'join', data: second.join(grant.id, key) }, null)
  other.log.append({ kind: 'members', data: emptyList({ version: 9, members: [office.member({ until: 0 })] }) }, null)
  await owner.log.receive(unpushed(other.log).slice(1))
  expect(owner.log.members().members.get(office.device)?.until).toBe(0)
})
