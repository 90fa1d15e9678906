import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'

/** Entries of the service's list that have no readable id, as the last complete sync received them. */
export interface UnreadableCustomers {
  saveUnreadable(scope: ConnectionRegion, records: readonly unknown[]): void
  countUnreadable(scope: ConnectionRegion): number
  /** The first ones, in the order of the list. */
  unreadable(scope: ConnectionRegion, limit: number): unknown[]
}

/** More are not saved: a list of which nothing can be read has one cause. */
const mostSaved = 1_000

export function createUnreadableCustomers(database: Database): UnreadableCustomers {
  return {
    saveUnreadable(scope, records) {
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
    countUnreadable: (scope) =>
      database.get<{ count: number }>(
        `SELECT count(*) AS count FROM customer_unreadable WHERE ${inScope}`,
        scopeParams(scope),
      )?.count ?? 0,
    unreadable: (scope, limit) =>
      database
        .all<{ record: string }>(`SELECT record FROM customer_unreadable WHERE ${inScope} ORDER BY number LIMIT ?`, [
          ...scopeParams(scope),
          limit,
        ])
        .map(({ record }): unknown => JSON.parse(record)),
  }
}
