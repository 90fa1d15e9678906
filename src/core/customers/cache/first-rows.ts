import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { orderAtStart } from '../../../contract/order-at-start.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { listFormat } from '../packed/list-part.ts'

/** What the list of all customers begins with at a start of the window (`orderAtStart`). */
export interface FirstRows {
  /** Of all customers. */
  readonly total: number
  /** Numbers of the first records in the cache: `firstRowsLength`, or all when there are fewer. */
  readonly numbers: readonly number[]
}

/** Some screens of rows: a start shows them before all customers are in memory. */
export const firstRowsLength = 500

/** `FirstRows` of each connection and region on the disk (table `customer_first_rows`). Triggers remove them when a customer changes. */
export interface StoredFirstRows {
  /** Null: none are stored, or a customer has changed since. */
  find(scope: ConnectionRegion): FirstRows | null
  /** Stores those of a list that has all changes of the cache. */
  save(scope: ConnectionRegion, rows: FirstRows): void
}

/** The order, and what it was made of. */
const format = crc32(`${listFormat} ${JSON.stringify(orderAtStart)}`)
const Numbers = z.array(z.number())

export function createFirstRows(database: Database): StoredFirstRows {
  return {
    find(scope) {
      const found = database.get<{ total: number; numbers: string }>(
        `SELECT total, numbers FROM customer_first_rows WHERE ${inScope} AND format = ?`,
        [...scopeParams(scope), format],
      )
      return found ? { total: found.total, numbers: parseJson(Numbers, found.numbers) } : null
    },
    save({ connectionId, region }, { total, numbers }) {
      // Nothing is stored for a connection that was removed.
      const insert = () =>
        database.run(
          `INSERT OR REPLACE INTO customer_first_rows (connection_id, region, format, total, numbers)
           SELECT id, ?, ?, ?, ? FROM connection WHERE id = ?`,
          [region, format, total, JSON.stringify(numbers), connectionId],
        )
      database.transaction(insert, 'later')
    },
  }
}
