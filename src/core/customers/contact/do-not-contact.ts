import type { CellEdit } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { noteTeamWork, type ContactKey } from '../../database/team-outbox.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'

/** A customer as a person to contact: the mobile number identifies the person, whichever records carry it. */
export interface Contactable {
  readonly id: string
  readonly mobileNumber: string | null
  /** A pending mobile number counts as well: it is shown and can be called before it is saved. */
  readonly edits?: readonly Pick<CellEdit, 'field' | 'state' | 'value'>[]
}

/** The people of a connection and region who are marked Do Not Contact. An entry stays when its customer records are deleted. */
export type DoNotContact = ReturnType<typeof createDoNotContact>

const contactKey = ({ connectionId, region }: ConnectionRegion, people: readonly string[]): string =>
  JSON.stringify({ connectionId, region, people } satisfies ContactKey)

/** The items of a JSON array: one statement for many, because a thousand would hold up all other calls. */
const listed = '(SELECT value FROM json_each(?))'

/** Before the ID of a record in the column `person`; mobile numbers are digits alone. */
const idPrefix = 'id:'

export function createDoNotContact(database: Database) {
  const personKeys = (scope: ConnectionRegion, { id, mobileNumber, edits = [] }: Contactable): string[] => {
    const pending = edits.find(({ field, state }) => field === 'mobileNumber' && state === 'pending')?.value ?? null
    const numbers = [mobileNumber, pending].flatMap((number) =>
      number === null ? [] : (personDigits(number, scope.region) ?? []),
    )
    return [...new Set([`${idPrefix}${id}`, ...numbers])]
  }
  const allPeople = (scope: ConnectionRegion): string[] =>
    database.values<string>(`SELECT person FROM do_not_contact WHERE ${inScope}`, scopeParams(scope))
  const isMarked = (scope: ConnectionRegion, person: string): boolean =>
    database.get(`SELECT 1 FROM do_not_contact WHERE ${inScope} AND person = ?`, [...scopeParams(scope), person]) !==
    undefined
  return {
    has: (scope: ConnectionRegion, customer: Contactable): boolean =>
      personKeys(scope, customer).some((person) => isMarked(scope, person)),
    /** Whether a number (`personDigits`) is marked, whatever the region that wrote it. */
    hasNumber: isMarked,
    /** The same for thousands of customers: the list as it is now, read at once. */
    reader(scope: ConnectionRegion): (customer: Contactable) => boolean {
      const people = new Set(allPeople(scope))
      return (customer) => personKeys(scope, customer).some((person) => people.has(person))
    },
    add(scope: ConnectionRegion, customer: Contactable, at: string): void {
      database.transaction(() => {
        const people = personKeys(scope, customer)
        for (const person of people) {
          database.run(
            'INSERT INTO do_not_contact (connection_id, region, person, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
            [...scopeParams(scope), person, at],
          )
        }
        noteTeamWork(database, 'contact', [contactKey(scope, people)])
      })
    },
    /**
     * The same for many customers, one after the other, without those whose person is marked already. Returns the others, of each person
     * the first one.
     */
    addAll<C extends Contactable>(scope: ConnectionRegion, customers: readonly C[], at: string): ReadonlySet<C> {
      const keys = customers.map((customer) => personKeys(scope, customer))
      const marked = new Set(
        database.values<string>(`SELECT person FROM do_not_contact WHERE ${inScope} AND person IN ${listed}`, [
          ...scopeParams(scope),
          JSON.stringify(keys.flat()),
        ]),
      )
      const added = keys.flatMap((people, index) => {
        if (people.some((person) => marked.has(person))) return []
        for (const person of people) marked.add(person)
        return { customer: customers[index]!, people }
      })
      database.transaction(() => {
        database.run(
          `INSERT INTO do_not_contact (connection_id, region, person, at) SELECT ?, ?, value, ? FROM json_each(?)
           WHERE true ON CONFLICT DO NOTHING`,
          [...scopeParams(scope), at, JSON.stringify(added.flatMap(({ people }) => people))],
        )
        noteTeamWork(
          database,
          'contact',
          added.map(({ people }) => contactKey(scope, people)),
        )
      })
      return new Set(added.map(({ customer }) => customer))
    },
    /** `own`: in a team, marks of other PCs stay, and the person is in the list again if there are any. */
    remove(scope: ConnectionRegion, customers: readonly Contactable[], marks: 'own' | 'all' = 'all'): void {
      database.transaction(() => {
        const keys = customers.map((customer) => personKeys(scope, customer))
        database.run(`DELETE FROM do_not_contact WHERE ${inScope} AND person IN ${listed}`, [
          ...scopeParams(scope),
          JSON.stringify(keys.flat()),
        ])
        noteTeamWork(
          database,
          marks === 'own' ? 'own-contact' : 'contact',
          keys.map((people) => contactKey(scope, people)),
        )
      })
    },
    isEmpty: (scope: ConnectionRegion): boolean =>
      database.get(`SELECT 1 FROM do_not_contact WHERE ${inScope} LIMIT 1`, scopeParams(scope)) === undefined,
    /** All of them, to compare many records with: by record ID, and by their mobile number (`personDigits`). */
    people(scope: ConnectionRegion): { readonly ids: ReadonlySet<string>; readonly numbers: ReadonlySet<string> } {
      const [ids, numbers] = [new Set<string>(), new Set<string>()]
      for (const person of allPeople(scope)) {
        if (person.startsWith(idPrefix)) ids.add(person.slice(idPrefix.length))
        else numbers.add(person)
      }
      return { ids, numbers }
    },
    count: (scope: ConnectionRegion): number =>
      database.value<number>(
        `SELECT count(*) FROM do_not_contact WHERE ${inScope} AND person NOT LIKE 'id:%'`,
        scopeParams(scope),
      ) ?? 0,
  }
}

/**
 * A mobile number as digits with the country code, however a record writes it: dialled from abroad ("0011 61 ..."), with a zero after
 * the code, or without the zero that Excel removes. Null when it has no digits.
 */
export function personDigits(mobile: string, region: Region): string | null {
  const digits = mobile.replaceAll(/\D/g, '').replace(/^(?:0011|00)(?=[1-9])/, '')
  if (digits === '') return null
  const { code, lenient } = mobileRules[region]
  if (digits.startsWith(`${code}0`)) return `${code}${digits.slice(code.length + 1)}`
  if (digits.startsWith('0')) return `${code}${digits.slice(1)}`
  return lenient.test(digits) ? `${code}${digits}` : digits
}
