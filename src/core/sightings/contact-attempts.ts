import { ContactAttempt } from '../../contract/contact-attempt.ts'
import type { Recorder } from '../../contract/call-note.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'

/** Attempts to reach customers: messages that were opened, and calls outside calling hours. */
export type ContactAttempts = ReturnType<typeof createContactAttempts>

/** `currentPerson`: who is working; null: not known. */
export function createContactAttempts(database: Database, currentPerson: () => Recorder | null) {
  return {
    /** Adds an attempt of who is working, once for each id. */
    add(
      scope: ConnectionRegion,
      customerId: string,
      { id, at, channel, template, reason }: Omit<ContactAttempt, 'person'>,
    ): void {
      database.run(
        `INSERT INTO contact_attempt (connection_id, region, customer_id, id, at, channel, template, reason, person_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        [...scopeParams(scope), customerId, id, at, channel, template, reason, currentPerson()?.id ?? null],
      )
    },
    remove(scope: ConnectionRegion, attemptId: string): void {
      database.run(`DELETE FROM contact_attempt WHERE ${inScope} AND id = ?`, [...scopeParams(scope), attemptId])
    },
    /** Newest first. */
    ofCustomer: (scope: ConnectionRegion, customerId: string): ContactAttempt[] =>
      database
        .all<Record<string, unknown>>(
          `SELECT contact_attempt.id, at, channel, template, reason, person_id AS personId, name AS personName
           FROM contact_attempt LEFT JOIN person ON person.id = person_id WHERE ${inScope} AND customer_id = ? ORDER BY number DESC`,
          [...scopeParams(scope), customerId],
        )
        .map((row) =>
          ContactAttempt.parse({
            ...row,
            person: row['personId'] === null ? null : { id: row['personId'], name: row['personName'] },
          }),
        ),
  }
}
