import type { ActiveConnection, ConnectionAccess } from '../../src/core/open-storage.ts'

/** What lists show where there is one connection at most. */
export function oneSource(active: () => ActiveConnection | null): Pick<ConnectionAccess, 'inUse' | 'known'> {
  const sources = () => {
    const connection = active()
    return connection ? [{ connectionId: connection.id, region: connection.region, name: 'Connection' }] : []
  }
  return { inUse: sources, known: sources }
}
