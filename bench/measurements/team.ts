import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createPostgresServer } from '../../src/core/team/server/postgres-server.ts'
import { readServerAddress, type ServerAddress } from '../../src/core/team/server/server-address.ts'
import { createTeamSync } from '../../src/core/team/sync/team-sync.ts'
import type { GivenTeam, Measurement } from '../measurement.ts'
import { cpuMs } from '../tree-usage.ts'

/** As large as a call note with its signature. */
const bodyBytes = 300
const pushBatch = 500
const pullBatch = 5_000

const parsed = (text: string): ServerAddress => {
  const answer = readServerAddress(text)
  if (!answer.ok) throw new Error(answer.reason.message)
  return answer.address
}

async function withClient<Value>(address: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const measured = async (work: () => Promise<void>): Promise<{ totalMs: number; cpuMs: number }> => {
  const startedMs = performance.now()
  const startedCpuMs = cpuMs()
  await work()
  return { totalMs: performance.now() - startedMs, cpuMs: cpuMs() - startedCpuMs }
}

/** The same bytes inserted into a table of numbers and bytes, in batches of the same size. */
export const insertBare: Measurement<GivenTeam> = ({ address, team, entries }) =>
  withClient(address, async (client) => {
    const table = `bare_${team.replaceAll('-', '')}`
    await client.query(`CREATE TABLE ${table} (n bigint PRIMARY KEY, body bytea NOT NULL)`)
    return measured(async () => {
      for (let from = 0; from < entries; from += pushBatch) {
        const rows = Array.from({ length: pushBatch }, (_, at) => `($${at * 2 + 1}, $${at * 2 + 2})`)
        const values = Array.from({ length: pushBatch }, (_, at) => [from + at + 1, randomBytes(bodyBytes)]).flat()
        await client.query(`INSERT INTO ${table} (n, body) VALUES ${rows.join(', ')}`, values)
      }
    })
  })

/** The rows of `insertBare` read in order. */
export const readBare: Measurement<GivenTeam> = ({ address, team, entries }) =>
  withClient(address, (client) =>
    measured(async () => {
      let read = 0
      while (read < entries) {
        const table = `bare_${team.replaceAll('-', '')}`
        const sql = `SELECT n, body FROM ${table} WHERE n > $1 ORDER BY n LIMIT ${pullBatch}`
        const { rows } = await client.query(sql, [read])
        if (rows.length === 0) throw new Error(`${read} of ${entries} rows were read`)
        read += rows.length
      }
    }),
  )

/** Entries pushed by one PC. */
export const pushEntries: Measurement<GivenTeam> = async ({ address, team, device, entries }) => {
  const server = createPostgresServer({ team, address: parsed(address), certificates: null })
  const figures = await measured(async () => {
    for (let from = 0; from < entries; from += pushBatch) {
      await server.push(
        Array.from({ length: pushBatch }, (_, at) => ({ device, n: from + at + 1, body: randomBytes(bodyBytes) })),
      )
    }
  })
  await server.close()
  return figures
}

/** A PC joins and gets all entries. What it does with them is not measured. */
export const joinTeam: Measurement<GivenTeam> = async ({ address, team, entries }) => {
  const server = createPostgresServer({ team, address: parsed(address), certificates: null })
  const heads = new Map<string, number>()
  const figures = await measured(
    () =>
      new Promise((resolve, reject) => {
        let stored = 0
        const sync = createTeamSync({
          server,
          outbox: {
            device: () => '00000000-0000-4000-8000-000000000000',
            head: () => 0,
            pushed: () => 0,
            setPushed: () => {},
            read: () => [],
            startNewDevice: () => {},
          },
          inbox: {
            heads: () => heads,
            store(pulled) {
              const last = pulled.at(-1)
              if (last) heads.set(last.device, last.n)
              stored += pulled.length
              if (stored === entries) void sync.close().then(resolve)
            },
          },
          clock: systemClock,
          random: Math.random,
          onChanged: () => {},
          onError: reject,
        })
        sync.start()
      }),
  )
  await server.close()
  return figures
}
