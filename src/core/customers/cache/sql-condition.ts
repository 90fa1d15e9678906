import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { SqlValue } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'

/** An SQL condition, or a query for record numbers, with its parameters. */
export interface SqlCondition {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** The records with these ids. */
export function withIds(scope: ConnectionRegion, ids: readonly string[]): SqlCondition {
  return {
    sql: `${inScope} AND id IN (SELECT value FROM json_each(?))`,
    params: [...scopeParams(scope), JSON.stringify(ids)],
  }
}
