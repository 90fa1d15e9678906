import type { Region } from '../../contract/region.ts'
import type { SameFileUpload } from '../../contract/upload-history.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { accountKey } from '../connections/account-key.ts'

interface ColleagueUpload {
  readonly id: string
  readonly name: string
  readonly fileName: string
  readonly createdAt: string
  readonly region: Region
  readonly finished: number
  readonly customers: number
  readonly sentBy: string
}

/** The account of a connection as entries of the team name it; null: the connection was removed. */
function accountOf(database: Database, { connectionId, region }: ConnectionRegion): string | null {
  const connection = database.get<{ kind: 'account' | 'practice'; baseUrl: string }>(
    'SELECT kind, base_url AS baseUrl FROM connection WHERE id = ?',
    [connectionId],
  )
  return connection ? accountKey(connection, region) : null
}

/**
 * The uploads of a file by other PCs of the team, as far as they are known here. They are read from a table of their own, so that they
 * are known while the server is gone, and to the command line and watched folders. `scope`: only those to the account of a connection.
 */
export const colleagueUploads = (
  database: Database,
  fileHash: string,
  scope: ConnectionRegion | null = null,
): SameFileUpload[] =>
  database
    .all<ColleagueUpload>(
      // One that ended without a customer can be sent again.
      `SELECT id, name, file_name AS fileName, at AS createdAt, region, finished, created AS customers,
         coalesce(person_name, pc_name) AS sentBy
       FROM team_upload WHERE file_hash = $fileHash AND is_own = 0 AND (finished = 0 OR created > 0)
         AND ($isScoped = 0 OR account = $account)`,
      { fileHash, isScoped: scope === null ? 0 : 1, account: scope && accountOf(database, scope) },
    )
    .map((upload) => ({ ...upload, finished: upload.finished === 1, connectionName: '', undone: null }))
