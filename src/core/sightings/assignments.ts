import type { Recorder } from '../../contract/call-note.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Assignee, CallShare } from '../../contract/sightings.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import { assignmentKey, noteTeamWork } from '../database/team-outbox.ts'
import { nameKey } from '../people/name-key.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { People } from '../people/people.ts'

const select = 'SELECT customer_id, person_id AS id, coalesce(person.name, person_name) AS name'
const from = `FROM assignment LEFT JOIN person ON person.id = person_id WHERE ${inScope}`

/** Who makes the call about a car, by customer ID; cars of nobody in particular are absent. */
export const assignmentsOf = (database: Database, scope: ConnectionRegion): ReadonlyMap<string, Recorder> =>
  new Map(
    database
      .all<Recorder & { customer_id: string }>(`${select} ${from}`, scopeParams(scope))
      .map(({ customer_id: customerId, id, name }) => [customerId, { id, name }]),
  )

export function assignmentOf(database: Database, scope: ConnectionRegion, customerId: string): Recorder | null {
  const row = database.get<Recorder>(`${select} ${from} AND customer_id = ?`, [...scopeParams(scope), customerId])
  return row ? { id: row.id, name: row.name } : null
}

/** Null: nobody. Each PC of a team has its own list of people. */
const isSamePerson = (one: Recorder | null, other: Assignee): boolean =>
  one && other ? one.id === other.id || nameKey(one.name) === nameKey(other.name) : one === other

/** Whether the car of a customer is in a part of the list. `me`: who is working. */
export function shareTest(
  database: Database,
  scope: ConnectionRegion,
  share: CallShare,
  me: Recorder | null,
): (customerId: string) => boolean {
  if (share === 'everyone') return () => true
  const assigned = assignmentsOf(database, scope)
  if (share === 'unassigned') return (customerId) => !assigned.has(customerId)
  const isMine = (to: Recorder): boolean => me !== null && isSamePerson(to, me)
  const mine = new Set([...assigned].filter(([, to]) => isMine(to)).map(([customerId]) => customerId))
  return (customerId) => mine.has(customerId)
}

/** Replaces who a car is assigned to. For the team as well, which does not note it as own work. */
export function setAssignment(
  database: Database,
  scope: ConnectionRegion,
  customerId: string,
  to: Recorder | null,
): void {
  const place = [...scopeParams(scope), customerId]
  if (to === null) {
    database.run(`DELETE FROM assignment WHERE ${inScope} AND customer_id = ?`, place)
    return
  }
  database.run(
    `INSERT INTO assignment (connection_id, region, customer_id, person_id, person_name) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET person_id = excluded.person_id, person_name = excluded.person_name`,
    [...place, to.id, to.name],
  )
}

export interface AssignmentHandlerParts {
  readonly database: Database
  readonly people: Pick<People, 'byId' | 'personNamed'>
  readonly connections: Pick<OpenStorage['connections'], 'find'>
  /** The connection and region of a row, else those in use. */
  scopeOf(source: ConnectionRegion | undefined): Promise<ConnectionRegion>
  announce(customerId: string | null): void
}

/** The methods that say and change who makes which call. */
export function createAssignmentHandlers({ database, people, connections, scopeOf, announce }: AssignmentHandlerParts) {
  return {
    async assign({ cars }) {
      const scopes: ConnectionRegion[] = []
      for (const { source } of cars) scopes.push(await scopeOf(source))
      const before = database.transaction(() =>
        cars.flatMap(({ to, from: expected, ...car }, at) => {
          const scope = scopes[at] as ConnectionRegion
          const last = assignmentOf(database, scope, car.customerId)
          if (expected !== undefined && !isSamePerson(last, expected)) return []
          const { id, name } = to ?? {}
          const person = name === undefined ? null : id ? { id, name } : people.personNamed(name)
          setAssignment(database, scope, car.customerId, person)
          noteTeamWork(database, 'assignment', [assignmentKey(scope, car.customerId)])
          return [{ ...car, to: last, from: person }]
        }),
      )
      announce(null)
      return { before }
    },

    async assignedTo({ personId }) {
      const person = people.byId().get(personId)
      if (!person) return { cars: [] }
      const rows = database
        .all<Recorder & ConnectionRegion & { customerId: string }>(
          `SELECT connection_id AS connectionId, region, customer_id AS customerId, person_id AS id,
             coalesce(person.name, person_name) AS name
           FROM assignment LEFT JOIN person ON person.id = person_id`,
        )
        .filter((row) => isSamePerson(row, person) && connections.find(row.connectionId) !== null)
      const cars = rows.map(({ customerId, connectionId, region }) => ({
        customerId,
        source: { connectionId, region },
      }))
      return { cars }
    },

    async assignees() {
      const rows = database.all<Recorder>(
        `SELECT id, name FROM person WHERE retired = 0
         UNION SELECT person_id, person_name FROM sighting_entry WHERE team_pc IS NOT NULL AND person_name IS NOT NULL
         UNION SELECT person_id, person_name FROM assignment WHERE person_id NOT IN (SELECT id FROM person)`,
      )
      const byName = new Map(rows.toReversed().map((person) => [nameKey(person.name), person]))
      return { people: [...byName.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en')) }
    },
  } satisfies Partial<DomainHandlers<'sightings', AbortSignal>>
}
