import type { Source } from '../../contract/connection-region.ts'
import { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import type { ConnectionRow, ConnectionRows } from './connection-rows.ts'

/** The connections and regions whose customers can be shown together. */
export type ConnectionSources = ReturnType<typeof createConnectionSources>

const allSetting = 'connections.all'

export function createConnectionSources(
  database: Database,
  rows: Pick<ConnectionRows, 'all'>,
  current: () => ConnectionRow | null,
) {
  const isChosen = (): boolean => readSetting(database, allSetting) !== null

  const knownWith = (kind: ConnectionRow['kind']): readonly Source[] => {
    const synced = database.all<{ connection_id: string; region: string }>(
      'SELECT connection_id, region FROM customer_sync ORDER BY connection_id, region',
    )
    return rows
      .all()
      .filter((row) => row.kind === kind)
      .flatMap(({ id, region, name }) => {
        const others = synced.filter((each) => each.connection_id === id).map((each) => Region.parse(each.region))
        return [...new Set([region, ...others])].map((of): Source => ({ connectionId: id, region: of, name }))
      })
  }
  const known = (): readonly Source[] => {
    const row = current()
    return row ? knownWith(row.kind) : []
  }
  const inUse = (): readonly Source[] => {
    const row = current()
    if (!row) return []
    return isChosen() ? knownWith(row.kind) : [{ connectionId: row.id, region: row.region, name: row.name }]
  }

  return {
    /**
     * Every connection in its region, and in each other region of which this PC has customers, in the order of the connections. Practice
     * is never together with real connections: only those of the kind that is in use.
     */
    known,
    /** All of them, if the user chose that; else the connection in use. */
    inUse,
    /** Whether the user chose all connections, and there are several. */
    showsAll: (): boolean => isChosen() && known().length > 1,
    setShowsAll: (showsAll: boolean): void => writeSetting(database, allSetting, showsAll ? 'yes' : null),
  }
}
