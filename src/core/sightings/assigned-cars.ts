import type { Recorder } from '../../contract/call-note.ts'
import type { TeamShare } from '../../contract/sightings.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'

/** Finds the cars of a part of the team's list: those of who is working, or those of nobody. Null: all cars. */
export type FindAssigned = (scope: ConnectionRegion, share: TeamShare) => ((customerId: string) => boolean) | null

/** Each PC of a team has its own list of people: the same name is the same person. */
export const createFindAssigned =
  (database: Database, currentPerson: () => Recorder | null): FindAssigned =>
  (scope, share) => {
    if (share === 'everyone') return null
    const rows = database.all<{ customer_id: string; person_id: string; person_name: string }>(
      `SELECT customer_id, person_id, person_name FROM team_assignment WHERE ${inScope}`,
      scopeParams(scope),
    )
    if (share === 'unassigned') {
      const assigned = new Set(rows.map((row) => row.customer_id))
      return (customerId) => !assigned.has(customerId)
    }
    const person = currentPerson()
    const nameKey = (name: string): string => name.normalize('NFC').toLocaleLowerCase('en')
    const mine = rows.filter(
      (row) => person && (row.person_id === person.id || nameKey(row.person_name) === nameKey(person.name)),
    )
    const ids = new Set(mine.map((row) => row.customer_id))
    return (customerId) => ids.has(customerId)
  }
