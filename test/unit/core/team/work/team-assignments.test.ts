import { expect, it } from 'vitest'
import { assignmentKey, noteTeamWork } from '../../../../../src/core/database/team-outbox.ts'
import { assignmentOf, setAssignment } from '../../../../../src/core/sightings/assignments.ts'
import { leaveTeamWork } from '../../../../../src/core/team/log/leave-work.ts'
import { replacedUnseen } from '../../../../../src/core/team/merge/merge-car.ts'
import { exchangeAll, openTwoPcs, scope, type WorkPc } from './work-harness.ts'

it('assigns a call on each PC, and to nobody again', async () => {
  const { here, there, server } = openTwoPcs()
  const assign = (to: { id: string; name: string } | null): void =>
    there.database.transaction(() => {
      setAssignment(there.database, scope, '7', to)
      noteTeamWork(there.database, 'assignment', [assignmentKey(scope, '7')])
    })
  const assigned = () => assignmentOf(here.database, scope, '7')
  assign({ id: 's', name: 'Sam Lee' })
  await exchangeAll([here, there], server)
  expect(assigned()).toEqual({ id: 's', name: 'Sam Lee' })
  assign(null)
  await exchangeAll([here, there], server)
  expect(assigned()).toBeNull()
})

it('tells both PCs that they assigned one call at once, until it is assigned again', async () => {
  const { here, there, server } = openTwoPcs()
  const pcs = [here, there]
  await exchangeAll(pcs, server)
  const assign = (pc: WorkPc, name: string): void =>
    pc.database.transaction(() => {
      setAssignment(pc.database, scope, '7', { id: name, name })
      noteTeamWork(pc.database, 'assignment', [assignmentKey(scope, '7')])
    })
  await here.clock.advance(1_000)
  assign(here, 'Kim')
  assign(there, 'Ravi')
  await exchangeAll(pcs, server)
  const subject = 'car https://api.example.com au id:7'
  const shown = () =>
    pcs.map((pc) => [
      assignmentOf(pc.database, scope, '7')?.name,
      replacedUnseen(pc.team()?.session.log.entriesOf(subject) ?? [])?.to.name,
    ])
  expect(shown()).toEqual([
    ['Kim', 'Ravi'],
    ['Kim', 'Ravi'],
  ])
  assign(there, 'Ravi')
  await exchangeAll(pcs, server)
  expect(shown()).toEqual([
    ['Ravi', undefined],
    ['Ravi', undefined],
  ])
})

it('shares what was assigned before this PC joined, and takes back what is assigned to people of other PCs when it leaves', async () => {
  const { here, there, server } = openTwoPcs()
  await there.closeTeam()
  leaveTeamWork(there.database)
  there.database.run("INSERT INTO person (id, name) VALUES ('s', 'Sam Lee')")
  setAssignment(there.database, scope, '7', { id: 's', name: 'Sam Lee' })
  there.join()
  await exchangeAll([here, there], server)
  expect(assignmentOf(here.database, scope, '7')?.name).toBe('Sam Lee')
  leaveTeamWork(here.database)
  leaveTeamWork(there.database)
  expect(assignmentOf(here.database, scope, '7')).toBeNull()
  expect(assignmentOf(there.database, scope, '7')?.name).toBe('Sam Lee')
})
