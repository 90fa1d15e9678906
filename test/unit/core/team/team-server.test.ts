import { expect, it } from 'vitest'
import { createTeamServerTwin } from '../../../twins/team-server-twin.ts'

const device = '6f1c1a52-5e0b-4f0e-9a51-0a2f2d9c1d01'
const entry = (n: number, text = `entry ${n}`) => ({ device, n, body: Buffer.from(text) })

it('stores an entry of the team once when it is pushed twice', async () => {
  const twin = createTeamServerTwin()
  const server = twin.connect()
  await server.push([entry(1), entry(2)])
  await server.push([entry(2), entry(3)])
  expect(await server.pull(device, 1, 10)).toEqual([entry(2), entry(3)])
  expect(await server.heads()).toEqual(new Map([[device, 3]]))
})

it('refuses a gap and another body under a number, and stores nothing of that push', async () => {
  const server = createTeamServerTwin().connect()
  await server.push([entry(1)])
  await expect(server.push([entry(3)])).rejects.toMatchObject({ failure: { kind: 'conflict' } })
  await expect(server.push([entry(2), entry(1, 'other')])).rejects.toMatchObject({ failure: { kind: 'conflict' } })
  expect(await server.heads()).toEqual(new Map([[device, 1]]))
})
