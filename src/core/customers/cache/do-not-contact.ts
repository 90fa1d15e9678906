import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CellEdit } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'

/** Who it is about: the mobile is the person, whichever records carry it. */
export interface Contactable {
  readonly id: string
  readonly mobileNumber: string | null
  /** Where they are known: a number that is on its way to the service is shown, and can be called, already. */
  readonly edits?: readonly Pick<CellEdit, 'field' | 'state' | 'value'>[]
}

/** The people of a connection and region who are not to be contacted. Kept when their records go, and not when a connection begins anew. */
export interface DoNotContact {
  has(scope: ConnectionRegion, customer: Contactable): boolean
  add(scope: ConnectionRegion, customer: Contactable, at: string): void
  remove(scope: ConnectionRegion, customer: Contactable): void
  count(scope: ConnectionRegion): number
  /** Whether there is anybody at all. */
  any(scope: ConnectionRegion): boolean
  forgetConnection(connectionId: string): void
}

export function createDoNotContact(database: Database): DoNotContact {
  const personsOf = (scope: ConnectionRegion, { id, mobileNumber, edits = [] }: Contactable): string[] => {
    const next = edits.find(({ field, state }) => field === 'mobileNumber' && state === 'pending')?.value ?? null
    const numbers = [mobileNumber, next].flatMap((number) =>
      number === null ? [] : (personDigits(number, scope.region) ?? []),
    )
    return [...new Set([`id:${id}`, ...numbers])]
  }
  const here = (scope: ConnectionRegion): [string, string] => [scope.connectionId, scope.region]
  return {
    has: (scope, customer) =>
      personsOf(scope, customer).some(
        (person) =>
          database.get('SELECT 1 FROM do_not_contact WHERE connection_id = ? AND region = ? AND person = ?', [
            ...here(scope),
            person,
          ]) !== undefined,
      ),
    add(scope, customer, at) {
      database.transaction(() => {
        for (const person of personsOf(scope, customer)) {
          database.run('INSERT INTO do_not_contact VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
            ...here(scope),
            person,
            at,
          ])
        }
      })
    },
    remove(scope, customer) {
      database.transaction(() => {
        for (const person of personsOf(scope, customer)) {
          database.run('DELETE FROM do_not_contact WHERE connection_id = ? AND region = ? AND person = ?', [
            ...here(scope),
            person,
          ])
        }
      })
    },
    any: (scope) =>
      database.get('SELECT 1 FROM do_not_contact WHERE connection_id = ? AND region = ? LIMIT 1', here(scope)) !==
      undefined,
    count: (scope) =>
      database.get<{ people: number }>(
        "SELECT count(*) AS people FROM do_not_contact WHERE connection_id = ? AND region = ? AND person NOT LIKE 'id:%'",
        here(scope),
      )?.people ?? 0,
    forgetConnection(connectionId) {
      database.run('DELETE FROM do_not_contact WHERE connection_id = ?', [connectionId])
    },
  }
}

/**
 * A person's number as digits with the country's code, however a record writes it: dialled from abroad ("0011 61 ..."), with the zero behind the
 * code, or without the zero that Excel drops. Null when it holds no digits.
 */
export function personDigits(mobile: string, region: Region): string | null {
  const digits = mobile.replaceAll(/\D/g, '').replace(/^(?:0011|00)(?=[1-9])/, '')
  if (digits === '') return null
  const { code, lenient } = mobileRules[region]
  if (digits.startsWith(`${code}0`)) return `${code}${digits.slice(code.length + 1)}`
  if (digits.startsWith('0')) return `${code}${digits.slice(1)}`
  return lenient.test(digits) ? `${code}${digits}` : digits
}
