import type { SqlValue } from '../../database/database.ts'

/** An SQL condition, or a query for record numbers, with its parameters. */
export interface SqlCondition {
  readonly sql: string
  readonly params: readonly SqlValue[]
}
