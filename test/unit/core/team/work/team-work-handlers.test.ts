import { describe, expect, it, onTestFinished } from 'vitest'
import type { Recorder } from '../../../../../src/contract/call-note.ts'
import type { OpenStorage } from '../../../../../src/core/open-storage.ts'
import { createWorkHandlers, type WorkHandlers } from '../../../../../src/core/team/work/team-work-handlers.ts'
import { leaveTeamWork } from '../../../../../src/core/team/log/leave-work.ts'
import { colleagueUploads } from '../../../../../src/core/uploads/upload-history.ts'
import { failureOf, signal } from '../../customers/customers-bench.ts'
import { desk, founder } from '../team-log-harness.ts'
import { exchangeAll, openWorkPc, scope, type MemoryServer, type WorkPc } from './work-harness.ts'

async function openTwo() {
  const server: MemoryServer = new Map()
  const open = (pc: WorkPc, name: string): { pc: WorkPc; team: WorkHandlers } => {
    onTestFinished(() => pc.close())
    const { database, clock } = pc
    const connections = { active: () => ({ id: scope.connectionId, region: scope.region }) }
    const storage = { database, clock, connections } as unknown as OpenStorage
    const parts = { customers: { find: () => null }, currentPerson: () => ({ id: name, name }) }
    return { pc, team: createWorkHandlers(storage, parts, pc.join()) }
  }
  const here = open(openWorkPc(founder, { person: 'Alex Chen' }), 'Alex Chen')
  const there = open(openWorkPc(desk, { person: 'Sam Lee' }), 'Sam Lee')
  const synced = (): Promise<void> => exchangeAll([here.pc, there.pc], server)
  await synced()
  return { here, there, synced }
}
const car = { customerId: '7' }

it('a car that another PC has taken cannot be taken until it is released or its time is over', async () => {
  const { here, there, synced } = await openTwo()
  const { work } = await there.team.take(car, signal)
  expect(work.lock).toMatchObject({ isThisPc: true, by: { name: 'Sam Lee' } })
  await synced()
  const seen = await here.team.car(car, signal)
  expect(seen.work?.lock).toMatchObject({ isThisPc: false, by: { name: 'Sam Lee' }, device: desk.device })
  expect(seen.work?.pcNames).toEqual({ [desk.device]: 'Desk' })
  expect(await failureOf(here.team.take(car, signal))).toMatchObject({
    kind: 'conflict',
    message: 'Sam Lee is calling this customer.',
  })
  expect((await here.team.release(car, signal)).work.lock).toMatchObject({ isThisPc: false })
  expect((await there.team.release(car, signal)).work.lock).toBeNull()
  await synced()
  expect((await here.team.take(car, signal)).work.lock).toMatchObject({ isThisPc: true })
  await here.pc.clock.advance(600_001)
  expect((await here.team.car(car, signal)).work?.lock).toBeNull()
})

it('an outcome ends the own lock', async () => {
  const { here, there, synced } = await openTwo()
  await there.team.take(car, signal)
  there.pc.record('7', 'no_answer')
  await synced()
  expect((await here.team.car(car, signal)).work?.lock).toBeNull()
})

describe('the uploads of the team', () => {
  const fileHash = 'ab'.repeat(32)
  const startedAt = '2026-11-20T01:00:00.000Z'
  const upload = {
    account: 'https://api.example.com nz',
    name: 'November',
    fileName: 'n.csv',
    fileHash,
    rows: 9,
    startedAt,
  }
  const sam = { id: 's', name: 'Sam Lee' }
  const add = (
    { pc }: Awaited<ReturnType<typeof openTwo>>['there'],
    id: string,
    facts: object,
    by = sam as Recorder | null,
  ) => pc.team()?.session.add({ kind: 'upload', data: { ...upload, id, created: 0, finished: false, ...facts } }, by)

  it('of the same file are named with who sent them, and not those that ended without a customer', async () => {
    const { here, there, synced } = await openTwo()
    add(there, 'u', { created: 8, finished: true })
    add(there, 'empty', { finished: true })
    await synced()
    expect(colleagueUploads(here.pc.database, fileHash)).toMatchObject([
      { id: 'u', sentBy: 'Sam Lee', customers: 8, region: 'nz', finished: true },
    ])
    expect(colleagueUploads(here.pc.database, 'cd'.repeat(32))).toEqual([])
    expect(colleagueUploads(there.pc.database, fileHash)).toEqual([])
  })

  it('are listed with who started them, when, on which PC and to which connection, newest first', async () => {
    const { here, there, synced } = await openTwo()
    add(there, 'late', {})
    // Whoever is working when it ends has not started it.
    add(there, 'late', { created: 8, finished: true }, { id: 'x', name: 'Else' })
    add(here, 'early', { startedAt: '2026-11-19T01:00:00.000Z', account: 'https://api.example.com au' }, null)
    await synced()
    const { uploads, ...facts } = await here.team.uploads({ person: null, offset: 0, limit: 50 }, signal)
    expect(facts).toEqual({ hasTeam: true, total: 2, people: ['', 'Sam Lee'] })
    expect(uploads).toMatchObject([
      {
        id: 'late',
        at: startedAt,
        person: sam,
        pcName: 'Desk',
        isThisPc: false,
        rows: 9,
        created: 8,
        finished: true,
        connectionName: 'C',
        region: 'nz',
      },
      { id: 'early', person: null, isThisPc: true, connectionName: 'C', region: 'au' },
    ])
    const ofSam = await here.team.uploads({ person: 'sam lee', offset: 0, limit: 50 }, signal)
    expect([ofSam.total, ofSam.uploads.map(({ id }) => id)]).toEqual([1, ['late']])
    const ofNobody = await here.team.uploads({ person: '', offset: 0, limit: 50 }, signal)
    expect(ofNobody.uploads.map(({ id }) => id)).toEqual(['early'])
    expect(
      (await here.team.uploads({ person: null, offset: 1, limit: 1 }, signal)).uploads.map(({ id }) => id),
    ).toEqual(['early'])
  })

  it('to a service without a connection on this PC show its address', async () => {
    const { here, there, synced } = await openTwo()
    add(there, 'u', { account: 'https://other.example.com/v2 au' })
    await synced()
    const { uploads } = await here.team.uploads({ person: null, offset: 0, limit: 1 }, signal)
    expect(uploads[0]?.connectionName).toBe('other.example.com/v2')
  })

  it('are gone when this PC leaves', async () => {
    const { here, there, synced } = await openTwo()
    add(there, 'u', {})
    await synced()
    leaveTeamWork(here.pc.database)
    expect(colleagueUploads(here.pc.database, fileHash)).toEqual([])
  })
})
