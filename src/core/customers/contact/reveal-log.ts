import type { Customer } from '../../../contract/customer-record.ts'
import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { customerMessages } from '../customer-messages.ts'
import { hiddenNumbersOf } from './hidden-numbers.ts'

/** How a hidden number left the program. */
type RevealKind = 'shown' | 'copied' | 'exported'

/**
 * When the hidden numbers of which customer were revealed, without the numbers. Entries are only added, and stay when the customer is
 * deleted.
 */
export type RevealLog = ReturnType<typeof createRevealLog>

export function createRevealLog(database: Database) {
  const add = (scope: ConnectionRegion, kind: RevealKind, customerIds: readonly string[], at: string): void =>
    database.transaction(() => {
      for (const id of customerIds) {
        database.run(
          'INSERT INTO number_reveal (connection_id, region, customer_id, at, kind) VALUES (?, ?, ?, ?, ?)',
          [...scopeParams(scope), id, at, kind],
        )
      }
    })
  return {
    add,
    /** Adds the hidden numbers of those of the customers who are not to be contacted. False: there are none. */
    addHidden(scope: ConnectionRegion, kind: RevealKind, customers: readonly Customer[], at: string): boolean {
      const found = customers.filter((customer) => {
        const { mobileNumber, others } = hiddenNumbersOf(customer)
        return mobileNumber !== null || Object.keys(others).length > 0
      })
      const ids = found.map(({ id }) => id)
      if (ids.length > 0) add(scope, kind, ids, at)
      return ids.length > 0
    },
    /** Newest first. */
    ofCustomer: (scope: ConnectionRegion, customerId: string, limit: number): CustomerChange[] =>
      database
        .all<{ number: number; at: string; kind: RevealKind }>(
          `SELECT number, at, kind FROM number_reveal WHERE ${inScope} AND customer_id = ? ORDER BY number DESC LIMIT ?`,
          [...scopeParams(scope), customerId, limit],
        )
        .map(({ number, at, kind }) => ({
          id: `reveal-${number}`,
          group: `reveal-${number}`,
          at,
          customerId,
          kind: 'revealed',
          field: null,
          before: null,
          after: null,
          words: customerMessages.revealed[kind],
          undone: false,
        })),
  }
}
