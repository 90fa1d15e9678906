import type { Recorder } from '../../contract/call-note.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { CallShare } from '../../contract/sightings.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import { assignmentKey, noteTeamWork } from '../database/team-outbox.ts'
import { nameKey } from '../people/name-key.ts'
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
  const isMe = ({ id, name }: Recorder): boolean => me !== null && (id === me.id || nameKey(name) === nameKey(me.name))
  const mine = new Set([...assigned].filter(([, to]) => isMe(to)).map(([customerId]) => customerId))
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
  readonly people: Pick<People, 'personNamed'>
  /** The connection and region of a row, else those in use. */
  scopeOf(source: ConnectionRegion | undefined): Promise<ConnectionRegion>
  announce(customerId: string | null): void
}

/** The methods that say and change who makes which call. */
export function createAssignmentHandlers({
  database,
  people,
  scopeOf,
  announce,
}: AssignmentHandlerParts): Pick<DomainHandlers<'sightings', AbortSignal>, 'assign' | 'assignees'> {
  return {
    async assign({ cars }) {
      const scopes: ConnectionRegion[] = []
      for (const { source } of cars) scopes.push(await scopeOf(source))
      const before = database.transaction(() =>
        cars.map(({ to, ...car }, at) => {
          const scope = scopes[at] as ConnectionRegion
          const last = assignmentOf(database, scope, car.customerId)
          const { id, name } = to ?? {}
          const person = name === undefined ? null : id ? { id, name } : people.personNamed(name)
          setAssignment(database, scope, car.customerId, person)
          noteTeamWork(database, 'assignment', [assignmentKey(scope, car.customerId)])
          return { ...car, to: last }
        }),
      )
      announce(null)
      return { before }
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
  }
}
