import { randomBytes } from 'node:crypto'
import { createServerConnection, type ServerConnectionOptions } from './server-connection.ts'
import { ServerFailureError } from './server-failure.ts'
import { writeServerAddress } from './server-address.ts'
import { migrateTables } from './team-schema.ts'

/** What only the owner of the team's tables can do. Members may insert and select. */
export type TeamOwner = ReturnType<typeof createTeamOwner>

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Roles belong to the server, not to a database: its name is part of the role's. At most 63 characters (NAMEDATALEN). */
const memberRoleOf = (database: string): string => `forecourt_${database.slice(0, 40)}_member`

const stateOf = (error: unknown): string | null => (error instanceof ServerFailureError ? error.state : null)

export function createTeamOwner(options: ServerConnectionOptions) {
  const connection = createServerConnection(options)
  const { query } = connection
  const members = quoted(memberRoleOf(options.address.database))

  /** Runs a statement; errors with these SQLSTATEs mean that there is nothing to do. */
  const unless = async (
    states: readonly string[],
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<void> => {
    await query(statement, values).catch((error: unknown) => {
      if (!states.includes(stateOf(error) ?? '')) throw error
    })
  }

  return {
    /** Creates the tables and the members' role, or brings them up to date. Safe on several PCs at once. */
    async createTables(): Promise<void> {
      const [there] = await query('SELECT 1 FROM pg_roles WHERE rolname = $1', [memberRoleOf(options.address.database)])
      // Another PC can create it between the two statements (42710, 23505).
      if (!there) await unless(['42710', '23505'], `CREATE ROLE ${members} NOLOGIN`)
      await migrateTables(query, members)
    },

    /** A new login that may insert and select. Gives the address with its password. */
    async addMember(): Promise<{ readonly login: string; readonly address: string }> {
      const login = `forecourt_${randomBytes(6).toString('hex')}`
      // 192 random bits in characters that need no quoting.
      const password = randomBytes(24).toString('hex')
      await query(`CREATE ROLE ${quoted(login)} LOGIN PASSWORD '${password}'`)
      await query(`GRANT ${members} TO ${quoted(login)}`)
      return { login, address: writeServerAddress({ ...options.address, user: login, password }) }
    },

    /** Ends the access of a login at once, also of connections that are open. No error when it is gone already. */
    async removeMember(login: string): Promise<void> {
      const role = quoted(login)
      await unless(['42704'], `ALTER ROLE ${role} NOLOGIN`)
      await unless(['42704'], `REVOKE ${members} FROM ${role}`)
      // Only a member of a role may end its sessions. Without that right (42501, 42883) they lose access by the REVOKE.
      await unless(['42704', '42501', '0LP01'], `GRANT ${role} TO ${quoted(options.address.user)}`)
      await unless(
        ['42501', '42883', '42P01', '0A000'],
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
        [login],
      )
      await unless(['42704'], `DROP ROLE IF EXISTS ${role}`)
    },

    /** Replaces the content of entries by nothing: their numbers stay. After a person was deleted everywhere. */
    async erase(team: string, device: string, numbers: readonly number[]): Promise<void> {
      await query("UPDATE forecourt.entry SET body = '' WHERE team = $1 AND device = $2 AND n = ANY($3::bigint[])", [
        team,
        device,
        numbers,
      ])
    },

    close: (): Promise<void> => connection.close(),
  }
}
