import { expect, it, onTestFinished } from 'vitest'
import type { OpenStorage } from '../../../../../src/core/open-storage.ts'
import { createWorkHandlers, type WorkHandlers } from '../../../../../src/core/team/work/work-handlers.ts'
import { withTeamUploads } from '../../../../../src/core/team/same-file.ts'
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

it('a car is assigned to a person of any PC, and to nobody again', async () => {
  const { here, there, synced } = await openTwo()
  there.pc.record('8', 'no_answer')
  await synced()
  const { people } = await here.team.people({}, signal)
  expect(people.map(({ name }) => name)).toEqual(['Alex Chen', 'Sam Lee'])
  const sam = people.find(({ name }) => name === 'Sam Lee') ?? null
  expect((await here.team.assign({ ...car, to: sam }, signal)).work.assignedTo?.name).toBe('Sam Lee')
  const count = here.pc.team()?.session.log.counts().waiting
  await here.team.assign({ ...car, to: sam }, signal)
  expect(here.pc.team()?.session.log.counts().waiting).toBe(count)
  await synced()
  expect((await there.team.assign({ ...car, to: null }, signal)).work.assignedTo).toBeNull()
})

it('the week counts the outcomes of each person on all PCs', async () => {
  const { here, there, synced } = await openTwo()
  here.pc.record('7', 'no_answer')
  there.pc.record('7', 'bought')
  there.pc.record('8', 'bought')
  await synced()
  const week = { from: '2026-11-22T00:00:00.000Z', to: '2026-11-29T00:00:00.000Z' }
  expect(await here.team.week(week, signal)).toEqual({
    people: [
      { name: 'Alex Chen', outcomes: { no_answer: 1 }, cars: 1 },
      { name: 'Sam Lee', outcomes: { bought: 2 }, cars: 2 },
    ],
  })
})

it('an upload of the same file by another PC is named with who sent it, beside those of this PC', async () => {
  const { here, there, synced } = await openTwo()
  const fileHash = 'ab'.repeat(32)
  const upload = {
    id: 'u',
    account: 'https://api.example.com nz',
    name: 'November',
    fileName: 'n.csv',
    fileHash,
    rows: 9,
  }
  for (const [id, created] of [
    ['u', 8],
    ['empty', 0],
  ] as const) {
    const data = { ...upload, id, created, finished: true }
    there.pc.team()?.session.add({ kind: 'upload', data }, { id: 's', name: 'Sam Lee' })
  }
  await synced()
  const own = { id: 'own', createdAt: '2026-01-01T00:00:00.000Z' }
  const sameFile = withTeamUploads(
    async () => ({ uploads: [own] }) as never,
    (id) => (id === 'draft' ? fileHash : null),
    here.team.sameFile,
  )
  const { uploads } = await sameFile({ draftId: 'draft' }, signal)
  expect(uploads.map(({ id }) => id)).toEqual(['u', 'own'])
  expect(uploads[0]).toMatchObject({ sentBy: 'Sam Lee', customers: 8, region: 'nz', finished: true })
  expect((await sameFile({ draftId: 'other' }, signal)).uploads).toEqual([own])
  expect((await there.team.sameFile({ fileHash }, signal)).uploads).toEqual([])
})
