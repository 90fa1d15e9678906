import type { Database } from '../../database/database.ts'
import { createSignal, type Signal } from '../../events/signal.ts'
import { createCustomerRows, type CustomerRows, type RecordChange } from './customer-rows.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'

/** The local, encrypted cache of the service's customers. */
export interface CustomerCache extends CustomerRows, SyncLog, UnreadableCustomers {
  /** Tells what was saved and removed after each commit, and nothing of what is rolled back. */
  readonly changes: Pick<Signal<RecordChange>, 'listen'>
}

export function createCustomerCache(database: Database): CustomerCache {
  const changes = createSignal<RecordChange>()
  return {
    ...createCustomerRows(database, (change) => database.afterCommit(() => changes.emit(change))),
    changes,
    ...createSyncLog(database),
    ...createUnreadableCustomers(database),
  }
}

/** The last sync that read the service's list to its end. */
interface LastSync {
  readonly syncedAt: string
  /** Records that the service listed. */
  readonly listed: number | null
  readonly vanished: { readonly count: number; readonly at: string } | null
}

/** The result of the last complete sync of each connection and region. */
type SyncLog = ReturnType<typeof createSyncLog>

function createSyncLog(database: Database) {
  return {
    lastSync(scope: ConnectionRegion): LastSync | null {
      const found = database.get<{
        synced_at: string
        listed: number | null
        vanished: number | null
        vanished_at: string | null
      }>(`SELECT * FROM customer_sync WHERE ${inScope}`, scopeParams(scope))
      if (!found) return null
      const { synced_at: syncedAt, listed, vanished: count, vanished_at: at } = found
      return { syncedAt, listed, vanished: count && at !== null ? { count, at } : null }
    },

    recordSync(
      scope: ConnectionRegion,
      at: string,
      { listed, vanished }: { readonly listed: number; readonly vanished: number },
    ): void {
      // The number of vanished records stays until others vanish: a sync two minutes later must not clear it before it is read.
      database.run(
        `INSERT INTO customer_sync (connection_id, region, synced_at, listed, vanished, vanished_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET synced_at = excluded.synced_at, listed = excluded.listed,
           vanished = coalesce(excluded.vanished, vanished), vanished_at = coalesce(excluded.vanished_at, vanished_at)`,
        [...scopeParams(scope), at, listed, vanished || null, vanished ? at : null],
      )
    },
  }
}

/** Entries of the service's list that have no readable id, as the last complete sync received them. */
type UnreadableCustomers = ReturnType<typeof createUnreadableCustomers>

/** More are not saved: a list of which nothing can be read has one cause. */
const mostSaved = 1_000

function createUnreadableCustomers(database: Database) {
  return {
    saveUnreadable(scope: ConnectionRegion, records: readonly unknown[]): void {
      database.transaction(() => {
        database.run(`DELETE FROM customer_unreadable WHERE ${inScope}`, scopeParams(scope))
        for (const record of records.slice(0, mostSaved)) {
          database.run('INSERT INTO customer_unreadable (connection_id, region, record) VALUES (?, ?, ?)', [
            ...scopeParams(scope),
            JSON.stringify(record ?? null),
          ])
        }
      })
    },
    countUnreadable: (scope: ConnectionRegion): number =>
      database.value<number>(`SELECT count(*) FROM customer_unreadable WHERE ${inScope}`, scopeParams(scope)) ?? 0,
    /** The first ones, in the order of the list. */
    unreadable: (scope: ConnectionRegion, limit: number): unknown[] =>
      database
        .values<string>(`SELECT record FROM customer_unreadable WHERE ${inScope} ORDER BY number LIMIT ?`, [
          ...scopeParams(scope),
          limit,
        ])
        .map((record): unknown => JSON.parse(record)),
  }
}
