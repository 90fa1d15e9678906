import type { CellEdit } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import type { CopyOf } from './customer-cache.ts'

/** Who it is about: the mobile is the person, whichever records carry it. */
export interface Contactable {
  readonly id: string
  readonly mobileNumber: string | null
  /** Where they are known: a number that is on its way to the service is shown, and can be called, already. */
  readonly edits?: readonly Pick<CellEdit, 'field' | 'state' | 'value'>[]
}

/** The people of a connection and region who are not to be contacted. Kept when their records go, and not when a connection begins anew. */
export interface DoNotContact {
  has(of: CopyOf, customer: Contactable): boolean
  add(of: CopyOf, customer: Contactable, at: string): void
  remove(of: CopyOf, customer: Contactable): void
  count(of: CopyOf): number
  /** Whether there is anybody at all. */
  any(of: CopyOf): boolean
  forgetConnection(connectionId: string): void
}

export function createDoNotContact(database: Database): DoNotContact {
  const personsOf = (of: CopyOf, { id, mobileNumber, edits = [] }: Contactable): string[] => {
    const next = edits.find(({ field, state }) => field === 'mobileNumber' && state === 'pending')?.value ?? null
    const numbers = [mobileNumber, next].flatMap((number) =>
      number === null ? [] : (personDigits(number, of.region) ?? []),
    )
    return [...new Set([`id:${id}`, ...numbers])]
  }
  const here = (of: CopyOf): [string, string] => [of.connectionId, of.region]
  return {
    has: (of, customer) =>
      personsOf(of, customer).some(
        (person) =>
          database.get('SELECT 1 FROM do_not_contact WHERE connection_id = ? AND region = ? AND person = ?', [
            ...here(of),
            person,
          ]) !== undefined,
      ),
    add(of, customer, at) {
      database.transaction(() => {
        for (const person of personsOf(of, customer)) {
          database.run('INSERT INTO do_not_contact VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
            ...here(of),
            person,
            at,
          ])
        }
      })
    },
    remove(of, customer) {
      database.transaction(() => {
        for (const person of personsOf(of, customer)) {
          database.run('DELETE FROM do_not_contact WHERE connection_id = ? AND region = ? AND person = ?', [
            ...here(of),
            person,
          ])
        }
      })
    },
    any: (of) =>
      database.get('SELECT 1 FROM do_not_contact WHERE connection_id = ? AND region = ? LIMIT 1', here(of)) !==
      undefined,
    count: (of) =>
      database.get<{ people: number }>(
        "SELECT count(*) AS people FROM do_not_contact WHERE connection_id = ? AND region = ? AND person NOT LIKE 'id:%'",
        here(of),
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
