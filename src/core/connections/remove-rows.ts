import type { Database } from '../database/database.ts'
import { deleteInPieces } from '../database/delete-in-pieces.ts'
import type { ConnectionRow, ConnectionRows } from './connection-rows.ts'
import type { CredentialVault } from './credential-vault.ts'

/** The rows of a table that are removed when a row of another one is. */
interface RowsOfTable {
  readonly table: string
  /** A condition on the rows, with the id of the connection as its parameter. */
  readonly condition: string
}

/**
 * Removes what is stored for a connection, except the connection itself, in short transactions: other calls run in between. It can be
 * stopped at any moment, and continues when it is called again. False: `signal` has aborted before the end.
 */
export async function removeRows(database: Database, connectionId: string, signal: AbortSignal): Promise<boolean> {
  for (const { table, condition } of tablesBelow(database, 'connection', 'id = ?')) {
    const sql = `DELETE FROM ${table} WHERE ${condition} LIMIT ?`
    if (!(await deleteInPieces(database, sql, [connectionId], { signal }))) return false
  }
  return true
}

/** What of the user's own work stays when practice begins again. */
const staysInPractice = new Set(['draft', 'upload', 'watched_file', 'customer_view'])

/** Removes what the service and the work with it have left here, in one transaction. The uploads: see `Uploads.forgetAfter`. */
export function clearPractice(database: Database, connectionId: string): void {
  database.transaction(() => {
    for (const { child } of childrenOf(database, 'connection')) {
      if (!staysInPractice.has(child)) database.run(`DELETE FROM ${child} WHERE connection_id = ?`, [connectionId])
    }
  })
}

const childrenOf = (database: Database, parent: string): { child: string; key: string; target: string }[] =>
  database.all(
    `SELECT child.name AS child, reference."from" AS key, reference."to" AS target
     FROM sqlite_master AS child JOIN pragma_foreign_key_list(child.name) AS reference
     WHERE child.type = 'table' AND reference."table" = ? AND reference.on_delete = 'CASCADE' ORDER BY child.name`,
    [parent],
  )

/** The tables whose rows are removed with a row of `parent`, the ones that depend on others first. */
function tablesBelow(database: Database, parent: string, condition: string): RowsOfTable[] {
  return childrenOf(database, parent).flatMap(({ child, key, target }) => {
    const below =
      parent === 'connection' ? `${key} = ?` : `${key} IN (SELECT ${target} FROM ${parent} WHERE ${condition})`
    return [...tablesBelow(database, child, below), { table: child, condition: below }]
  })
}

/** Removals of connections that are marked as removed. They end early when the program closes, and go on at the next start. */
export function createRemovals(database: Database, rows: ConnectionRows, credentialVault: CredentialVault) {
  const closing = new AbortController()
  const removals = new Set<Promise<void>>()
  const remove = async (row: ConnectionRow): Promise<void> => {
    if (row.kind === 'account') await credentialVault.remove(row.id)
    if (await removeRows(database, row.id, closing.signal)) rows.remove(row.id)
  }
  return {
    finish(row: ConnectionRow): Promise<void> {
      const removal = remove(row).finally(() => removals.delete(removal))
      removals.add(removal)
      return removal
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.allSettled(removals)
    },
  }
}
