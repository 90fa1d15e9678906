import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createPostgresServer } from '../../src/core/team/server/postgres-server.ts'
import { createTeamSync } from '../../src/core/team/sync/team-sync.ts'
import type { TeamServer } from '../../src/core/team/team-server.ts'
import type { GivenTeam, Measurement } from '../measurement.ts'
import { bodyBytes, devices, emptyOutbox, parsed, withClient } from '../team-client.ts'

const [measuredEntries, measuredDelays] = [100, 10]

/** Blocks of the server that one entry needs: pushed by its PC, and found and read by another one. */
export const serverWork: Measurement<GivenTeam> = async ({ address, team, device }) => {
  const blocks = (): Promise<number> =>
    withClient(address, async (client) => {
      const { rows } = await client.query<{ blocks: string }>(
        `SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) AS blocks
         FROM pg_statio_user_tables WHERE relname = 'entry'`,
      )
      return Number(rows[0]?.blocks)
    })
  /** A connection that ends reports what it did. */
  const blocksOf = async (work: (server: TeamServer) => Promise<void>): Promise<number> => {
    const before = await blocks()
    const server = createPostgresServer({ team, address: parsed(address), certificates: null })
    await work(server)
    await server.close()
    // The server counts when the connection has ended there, soon after.
    for (;;) {
      const after = await blocks()
      if (after > before && after === (await blocks())) return (after - before) / measuredEntries
    }
  }
  const pushBlocks = await blocksOf(async (server) => {
    for (let n = 1; n <= measuredEntries; n += 1) await server.push([{ device, n, body: randomBytes(bodyBytes) }])
  })
  const pollBlocks = await blocksOf(async (server) => {
    for (let n = 1; n <= measuredEntries; n += 1) await server.heads()
  })
  const pullBlocks = await blocksOf(async (server) => {
    for (let n = 1; n <= measuredEntries; n += 1) await server.pull(device, n - 1, 5_000)
  })
  return { pushBlocks, pollBlocks, pullBlocks }
}

/** How long an entry takes from its push until another PC has it, while all PCs of the team are connected: with hints, and without. */
export const entryDelay: Measurement<GivenTeam> = async ({ address, team }) => {
  const device = randomUUID()
  const reader = createPostgresServer({ team, address: parsed(address), certificates: null })
  const known = new Map(await reader.heads())
  let arrived: (n: number) => void = () => undefined
  const open = (server: TeamServer, heads: Map<string, number>, onEntry: (n: number) => void) => {
    const sync = createTeamSync({
      server,
      outbox: emptyOutbox(randomUUID()),
      inbox: {
        heads: () => heads,
        isMember: () => true,
        store(entries) {
          const last = entries.at(-1)
          if (!last) return
          heads.set(last.device, last.n)
          onEntry(last.n)
        },
      },
      clock: systemClock,
      random: Math.random,
      onChanged: () => {},
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    })
    sync.start()
    return { server, sync }
  }
  const others = Array.from({ length: devices - 1 }, () =>
    open(createPostgresServer({ team, address: parsed(address), certificates: null }), new Map(known), () => undefined),
  )
  const own = open(reader, known, (n) => arrived(n))
  const delays = async (from: number, push: (n: number) => Promise<unknown>): Promise<number[]> => {
    const all: number[] = []
    for (let n = from; n < from + measuredDelays; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_900 * Math.random()))
      const startedMs = performance.now()
      const arrival = new Promise<void>((resolve) => (arrived = (at) => at >= n && resolve()))
      await push(n)
      await arrival
      all.push(performance.now() - startedMs)
    }
    return all
  }
  const writer = createPostgresServer({ team, address: parsed(address), certificates: null })
  const hinted = await delays(1, (n) => writer.push([{ device, n, body: randomBytes(bodyBytes) }]))
  const polled = await withClient(address, (client) =>
    delays(measuredDelays + 1, (n) =>
      client.query('INSERT INTO forecourt.entry (team, device, n, previous, body) VALUES ($1, $2, $3, $4, $5)', [
        team,
        device,
        n,
        n - 1,
        randomBytes(bodyBytes),
      ]),
    ),
  )
  for (const { server, sync } of [...others, own]) {
    await server.close()
    await sync.close()
  }
  await writer.close()
  return { hintedMs: Math.max(...hinted), polledMs: Math.max(...polled) }
}
