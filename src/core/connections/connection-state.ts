import type { Connection, ConnectionState } from '../../contract/connections.ts'
import type { ConnectionRow, ConnectionRows } from './connection-rows.ts'
import type { CredentialVault } from './credential-vault.ts'

/** The connections as the window gets them, with where their credentials are. */
export function createConnectionState(
  rows: ConnectionRows,
  credentialVault: CredentialVault,
  more: () => Omit<ConnectionState, 'connections' | 'current'>,
) {
  /** Whether a connection has credentials, if known. A keychain is slow, and may ask the user at each access. */
  const hasCredentials = new Map<string, boolean>()

  const credentialsOf = async (row: ConnectionRow): Promise<Connection['credentials']> => {
    if (row.kind === 'practice') return 'kept'
    const place = row.credentialsIn === 'keychain' ? 'kept' : 'this-session'
    const known = hasCredentials.get(row.id)
    if (known !== undefined) return known ? place : 'missing'
    const { state: found } = await credentialVault.get(row.id, row.scheme, row.credentialsIn)
    // A locked keychain may still have them: it is read again when it is open.
    if (found === 'unavailable') return place
    hasCredentials.set(row.id, found === 'found')
    return found === 'found' ? place : 'missing'
  }

  const show = async (row: ConnectionRow): Promise<Connection> => {
    const { credentialsIn: _place, ...rest } = row
    return { ...rest, credentials: await credentialsOf(row) }
  }

  return {
    async state(): Promise<ConnectionState> {
      const connections = await Promise.all(rows.all().map(show))
      const id = rows.currentId()
      return { connections, current: connections.find((each) => each.id === id) ?? null, ...more() }
    },
    /** Call when the credentials of a connection were changed or removed. */
    forgetCredentials: (connectionId: string): void => void hasCredentials.delete(connectionId),
  }
}
