import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTeamOwner } from '../../src/core/team/server/team-owner.ts'
import type { SealedEntry, TeamServer } from '../../src/core/team/team-server.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { sealedEntries } from './sealed-entries.ts'
import { connectPc, failureOf, parsedAddress } from './team-parts.ts'

const team = randomUUID()
let postgres: PostgresHere
let server: TeamServer

beforeAll(async () => {
  postgres = await startPostgres({ largestFileBytes: 3_000_000 })
  const owner = createTeamOwner({ address: parsedAddress(await postgres.createDatabase()), certificates: null })
  await owner.createTables()
  server = connectPc(team, (await owner.addMember()).address)
  await owner.close()
})

afterAll(async () => {
  await server?.close()
  await postgres?.stop()
})

/** PostgreSQL compresses, so only random bytes fill a disk. */
const large = (device: string, n: number): SealedEntry => ({ device, n, body: randomBytes(60_000) })

it('a push to a full disk fails as a whole and succeeds once there is room, also after all processes of the server were killed', async () => {
  const device = randomUUID()
  const batch = (from: number): SealedEntry[] => Array.from({ length: 10 }, (_, index) => large(device, from + index))
  let next = 1
  let failure: unknown = null
  while (failure === null && next < 200) {
    failure = await failureOf(server.push(batch(next)))
    if (failure === null) next += 10
  }
  expect(failure).toMatchObject({ kind: 'service-down' })
  // What was stored can still be read.
  expect(await server.heads()).toEqual(new Map(next === 1 ? [] : [[device, next - 1]]))

  await postgres.kill()
  expect(await failureOf(server.push(batch(next)))).toMatchObject({ kind: 'offline' })
  await postgres.restart()
  await server.push(batch(next))
  expect((await server.heads()).get(device)).toBe(next + 9)
})

it('a server that is killed during pushes has each entry once after they are repeated', async () => {
  const entries = sealedEntries(400)
  const device = entries[0]?.device ?? ''
  let pushed = 0
  const pushAll = async (): Promise<void> => {
    while (pushed < entries.length) {
      const part = entries.slice(pushed, pushed + 4)
      if ((await failureOf(server.push(part))) === null) pushed += part.length
    }
  }
  const pushing = pushAll()
  for (let kills = 0; kills < 2; kills += 1) {
    const reached = pushed + 20
    await expect.poll(() => pushed, { interval: 1 }).toBeGreaterThan(Math.min(reached, 300))
    await postgres.kill()
    await postgres.restart()
  }
  await pushing
  expect(await server.pull(device, 0, 1000)).toEqual(entries)
})
