import type { Customer } from '../../../contract/customer-record.ts'
import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { customerMessages } from '../customer-messages.ts'
import { hiddenNumbersOf } from './hidden-numbers.ts'

/** How a hidden number left the program. */
export type RevealKind = 'shown' | 'copied' | 'exported'

export interface Reveal {
  readonly customerId: string
  readonly clientName: string | null
  /** The numbers, as they were shown. */
  readonly numbers: readonly string[]
}

/** Who was shown which hidden number, and when. Entries are only added, and stay when the customer is deleted. */
export interface RevealLog {
  add(scope: ConnectionRegion, kind: RevealKind, reveals: readonly Reveal[], at: string): void
  /** Adds the hidden numbers of those of the customers who are not to be contacted. False: there are none. */
  addHidden(scope: ConnectionRegion, kind: RevealKind, customers: readonly Customer[], at: string): boolean
  /** Newest first, without the numbers. */
  ofCustomer(scope: ConnectionRegion, customerId: string, limit: number): CustomerChange[]
}

export function createRevealLog(database: Database): RevealLog {
  const add: RevealLog['add'] = (scope, kind, reveals, at) =>
    database.transaction(() => {
      for (const { customerId, clientName, numbers } of reveals) {
        database.run(
          `INSERT INTO number_reveal (connection_id, region, customer_id, client_name, at, kind, numbers)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [...scopeParams(scope), customerId, clientName, at, kind, JSON.stringify(numbers)],
        )
      }
    })
  return {
    add,
    addHidden(scope, kind, customers, at) {
      const found = customers.flatMap((customer) => {
        const { mobileNumber, others } = hiddenNumbersOf(customer)
        const numbers = [...(mobileNumber === null ? [] : [mobileNumber]), ...Object.values(others)]
        return numbers.length > 0 ? [{ customerId: customer.id, clientName: customer.clientName, numbers }] : []
      })
      if (found.length > 0) add(scope, kind, found, at)
      return found.length > 0
    },
    ofCustomer: (scope, customerId, limit) =>
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
