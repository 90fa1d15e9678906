import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createTeamOwner } from '../../src/core/team/server/team-owner.ts'
import { createTeamSync } from '../../src/core/team/sync/team-sync.ts'
import { createTeamLocalTwin } from '../twins/team-local-twin.ts'
import { startCutProxy, type CutProxy } from './cut-proxy.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'
import { connectPc, parsedAddress } from './team-parts.ts'

let postgres: PostgresHere
let proxy: CutProxy
let address: string

beforeAll(async () => {
  postgres = await startPostgres()
  proxy = await startCutProxy(postgres.port)
  const owner = createTeamOwner({ address: parsedAddress(await postgres.createDatabase()), certificates: null })
  await owner.createTables()
  address = (await owner.addMember()).address.replace(`:${postgres.port}/`, `:${proxy.port}/`)
  await owner.close()
})

afterAll(async () => {
  await proxy?.stop()
  await postgres?.stop()
})

/** A PC of the team that syncs over the line that can be cut. */
function startPc(team: string) {
  const local = createTeamLocalTwin()
  const server = connectPc(team, address)
  const errors: unknown[] = []
  const sync = createTeamSync({
    server,
    outbox: local.outbox,
    inbox: local.inbox,
    clock: systemClock,
    random: () => 0.5,
    onChanged: () => {},
    onError: (error) => errors.push(error),
  })
  sync.start()
  return {
    local,
    sync,
    errors,
    write(text: string) {
      local.write(text)
      sync.push()
    },
    async close() {
      await server.close()
      await sync.close()
    },
  }
}

it('three PCs have the same entries after cut lines and a killed server, none lost or doubled', async () => {
  const team = randomUUID()
  const pcs = [startPc(team), startPc(team), startPc(team)]
  for (let number = 0; number < 300; number += 1) {
    pcs[number % 3]?.write(`Entry ${number}`)
    if (number % 40 === 7) proxy.cut()
    if (number % 40 === 27) proxy.cutAfter(number * 3, number % 80 === 27 ? 'to-server' : 'to-pc')
    if (number === 150) {
      await postgres.kill()
      await postgres.restart()
    }
    // Lets the syncs run between the entries.
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const pc of pcs) {
    await expect
      .poll(() => {
        pc.sync.syncNow()
        return pc.local.texts().length
      })
      .toBe(300)
  }
  expect(pcs[1]?.local.texts()).toEqual(pcs[0]?.local.texts())
  expect(pcs[2]?.local.texts()).toEqual(pcs[0]?.local.texts())
  expect(pcs.flatMap(({ errors }) => errors)).toEqual([])
  const rows = await postgres.run<{ n: string }>(`SELECT n FROM forecourt.entry WHERE team = '${team}'`, 'team_1')
  expect(rows).toHaveLength(300)
  for (const pc of pcs) await pc.close()
})

it('a PC that joins gets all entries of the team, and a removed table is a failure that heals', async () => {
  const team = randomUUID()
  const old = startPc(team)
  for (let number = 0; number < 3000; number += 1) old.local.write(`Entry ${number}`)
  old.sync.push()
  await expect.poll(() => old.sync.status().toPush).toBe(0)
  await postgres.run('ALTER TABLE forecourt.entry RENAME TO away', 'team_1')
  const joining = startPc(team)
  await expect.poll(() => joining.sync.status().failure?.kind).toBe('not-found')
  await postgres.run('ALTER TABLE forecourt.away RENAME TO entry', 'team_1')
  joining.sync.syncNow()
  await expect.poll(() => joining.local.texts().length).toBe(3000)
  expect(joining.local.texts()).toEqual(old.local.texts())
  await old.close()
  await joining.close()
})
