import { maxBodyBytes } from '../team-server.ts'
import type { RunQuery } from './server-connection.ts'
import { ServerFailureError, serverFail } from './server-failure.ts'
import { serverMessages } from './server-messages.ts'

/** One change of the tables. Each statement can run twice, and on two PCs at once. */
interface Migration {
  readonly version: number
  /** The oldest version of the tables that a program must know to go on reading and writing after this change. */
  readonly oldest: number
  readonly statements: readonly string[]
}

/**
 * Only SQL that PostgreSQL, Aurora, Neon, CockroachDB and YugabyteDB have in common: no sequence, trigger, extension, advisory lock
 * or server clock. The foreign key refuses a gap: an entry needs the one with the number before it. The partial index lists the
 * devices without reading their entries.
 */
const migrations: readonly Migration[] = [
  {
    version: 1,
    oldest: 1,
    statements: [
      `CREATE TABLE IF NOT EXISTS forecourt.entry (
         team uuid NOT NULL,
         device uuid NOT NULL,
         n bigint NOT NULL,
         previous bigint,
         body bytea NOT NULL,
         PRIMARY KEY (team, device, n),
         CONSTRAINT entry_previous CHECK ((n = 1 AND previous IS NULL) OR (n > 1 AND previous IS NOT NULL AND previous = n - 1)),
         CONSTRAINT entry_size CHECK (octet_length(body) <= ${maxBodyBytes}),
         CONSTRAINT entry_without_gap FOREIGN KEY (team, device, previous) REFERENCES forecourt.entry (team, device, n)
       )`,
      'CREATE INDEX IF NOT EXISTS entry_first ON forecourt.entry (team, device) WHERE n = 1',
    ],
  },
]

const newestVersion = Math.max(...migrations.map(({ version }) => version))

/**
 * What two PCs cause that run the same statements at once: the name exists already (also as a unique violation of a catalog), a
 * catalog row changed meanwhile (XX000), or the transaction has to be repeated.
 */
const causedByOthers = new Set(['23505', '42P07', '42P06', '42710', '40001', '40P01', 'XX000'])
const mostAttempts = 20

/** Runs a statement that can run twice, again when another PC ran it at the same time. */
async function runRepeatable(query: RunQuery, statement: string, values: readonly unknown[] = []): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(statement, values)
      return
    } catch (error) {
      const state = error instanceof ServerFailureError ? error.state : null
      if (state === null || !causedByOthers.has(state) || attempt === mostAttempts) throw error
    }
  }
}

/**
 * Creates the tables, or brings them up to date. Safe when several PCs do so at once, without a lock: each statement can be
 * repeated, and the version is written last. Members of `memberRole` may insert and select.
 */
export async function migrateTables(query: RunQuery, memberRole: string, known = migrations): Promise<void> {
  await runRepeatable(query, 'CREATE SCHEMA IF NOT EXISTS forecourt')
  await runRepeatable(
    query,
    'CREATE TABLE IF NOT EXISTS forecourt.version (version bigint PRIMARY KEY, oldest bigint NOT NULL)',
  )
  const done = await readVersion(query)
  for (const { version, oldest, statements } of known) {
    if (version <= done.version) continue
    for (const statement of statements) await runRepeatable(query, statement)
    await runRepeatable(
      query,
      'INSERT INTO forecourt.version (version, oldest) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [version, oldest],
    )
  }
  for (const statement of [
    `GRANT USAGE ON SCHEMA forecourt TO ${memberRole}`,
    `GRANT SELECT ON forecourt.version TO ${memberRole}`,
    `GRANT SELECT, INSERT ON forecourt.entry TO ${memberRole}`,
  ]) {
    await runRepeatable(query, statement)
  }
}

/** The version of the tables, and the oldest that a program must know to use them; 0: no migration has ended. */
async function readVersion(query: RunQuery): Promise<{ readonly version: number; readonly oldest: number }> {
  const [row] = await query<{ version: string | null; oldest: string | null }>(
    'SELECT max(version) AS version, max(oldest) AS oldest FROM forecourt.version',
  )
  return { version: Number(row?.version ?? 0), oldest: Number(row?.oldest ?? 0) }
}

/** Refuses to work with tables that only a newer version of Forecourt understands, or that are not complete yet. */
export async function checkVersion(query: RunQuery): Promise<void> {
  const { version, oldest } = await readVersion(query)
  if (version === 0) serverFail('tables', serverMessages.noTeam)
  if (oldest > newestVersion) serverFail('tables', serverMessages.newer, `${oldest}, ${newestVersion}`)
}
