import type { SealedEntry, TeamServer } from '../team-server.ts'
import { createServerConnection, type ServerConnectionOptions } from './server-connection.ts'
import { ServerFailureError, serverFail } from './server-failure.ts'
import { serverMessages } from './server-messages.ts'
import { checkVersion } from './team-schema.ts'

export interface PostgresServerOptions extends ServerConnectionOptions {
  /** UUID of the team. */
  readonly team: string
}

/** The client reads text only. Base64 needs two thirds of the hexadecimal form of bytea. */
interface EntryRow {
  readonly n: string
  readonly body: string
}

/** One answer has at most so many bytes of bodies, but at least one entry. */
const mostPulledBytes = 2_000_000

/** What the four systems answer when a statement is not theirs: LISTEN and NOTIFY are only hints. */
const isRefusedByServer = (error: unknown): boolean => error instanceof ServerFailureError && error.state !== null

/**
 * A team's log in PostgreSQL, over one connection. Statements have no names and need no state of the session, so that poolers
 * can be between.
 */
export function createPostgresServer(options: PostgresServerOptions): TeamServer {
  const { team } = options
  const channel = `forecourt_${team.replaceAll('-', '_')}`
  const listeners = new Set<() => void>()
  let canNotify = true

  const connection = createServerConnection(options, async (query, listen) => {
    await checkVersion(query)
    listen(() => {
      for (const listener of listeners) listener()
    })
    try {
      await query(`LISTEN ${channel}`)
      canNotify = true
    } catch (error) {
      // CockroachDB has no LISTEN. PCs that poll find the entries as well.
      if (!isRefusedByServer(error)) throw error
      canNotify = false
    }
  })

  const notify = async (): Promise<void> => {
    if (!canNotify) return
    await connection.query('SELECT pg_notify($1, $2)', [channel, '']).catch(() => {
      // The entries are stored. Without the hint, the others find them at their next poll.
      canNotify = false
    })
  }

  /** Some were there already: after an answer that was lost, or because another program uses the numbers of this PC. */
  const checkSame = async (entries: readonly SealedEntry[]): Promise<void> => {
    const [first, last] = [entries[0], entries.at(-1)]
    if (!first || !last) return
    const rows = await connection.query<EntryRow>(
      `SELECT n, encode(body, 'base64') AS body FROM forecourt.entry
       WHERE team = $1 AND device = $2 AND n >= $3 AND n <= $4`,
      [team, first.device, first.n, last.n],
    )
    const stored = new Map(rows.map(({ n, body }) => [Number(n), Buffer.from(body, 'base64')]))
    // An empty body was erased by the owner of the tables.
    const isSame = ({ n, body }: SealedEntry): boolean => {
      const there = stored.get(n)
      return there !== undefined && (there.length === 0 || there.equals(body))
    }
    if (!entries.every(isSame)) serverFail('tables', serverMessages.otherEntries)
  }

  return {
    async push(entries) {
      const [first] = entries
      if (!first) return
      const rows = entries.map(
        (_, index) => `($${index * 3 + 3}::bigint, $${index * 3 + 4}::bigint, $${index * 3 + 5}::bytea)`,
      )
      const values = entries.flatMap(({ n, body }) => [n, n === 1 ? null : n - 1, Buffer.from(body)])
      // Nothing is added after the entries of another program that uses the numbers of this PC: its own would no longer fit.
      const added = await connection.query<{ n: string }>(
        `WITH pushed (n, previous, body) AS (VALUES ${rows.join(', ')})
         INSERT INTO forecourt.entry (team, device, n, previous, body)
         SELECT $1::uuid, $2::uuid, n, previous, body FROM pushed
         WHERE NOT EXISTS (
           SELECT 1 FROM forecourt.entry AS there JOIN pushed AS other ON other.n = there.n
           WHERE there.team = $1::uuid AND there.device = $2::uuid
             AND there.body <> other.body AND octet_length(there.body) > 0
         )
         ON CONFLICT (team, device, n) DO NOTHING RETURNING n`,
        [team, first.device, ...values],
      )
      if (added.length < entries.length) await checkSame(entries)
      if (added.length > 0) await notify()
    },

    async heads() {
      // One step in an index for each device, however many entries there are.
      const rows = await connection.query<{ device: string; n: string }>(
        `SELECT f.device, (SELECT e.n FROM forecourt.entry e WHERE e.team = f.team AND e.device = f.device
           ORDER BY e.n DESC LIMIT 1) AS n
         FROM forecourt.entry f WHERE f.team = $1 AND f.n = 1`,
        [team],
      )
      return new Map(rows.map(({ device, n }) => [device, Number(n)]))
    },

    async pull(device, after, limit) {
      const rows = await connection.query<EntryRow>(
        `SELECT n, encode(body, 'base64') AS body FROM (
           SELECT n, body, sum(octet_length(body)) OVER (ORDER BY n) AS bytes FROM forecourt.entry
           WHERE team = $1 AND device = $2 AND n > $3 AND n <= $4
         ) AS part WHERE bytes <= $5 OR n = $6 ORDER BY n`,
        [team, device, after, after + limit, mostPulledBytes, after + 1],
      )
      return rows.map(({ n, body }) => ({ device, n: Number(n), body: Buffer.from(body, 'base64') }))
    },

    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    close: () => connection.close(),
  }
}
