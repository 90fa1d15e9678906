import type { Person } from '../../contract/people.ts'
import type { Database } from '../database/database.ts'

/** The people of this PC, and those of the team's other PCs who have recorded something, by id. */
export const withTeamPeople = (
  database: Database,
  ofThisPc: ReadonlyMap<string, Person>,
): ReadonlyMap<string, Pick<Person, 'name'>> => {
  const others = database.all<{ id: string; name: string }>(
    `SELECT DISTINCT person_id AS id, person_name AS name FROM sighting_entry
     WHERE team_ref IS NOT NULL AND team_pc IS NOT NULL AND person_id IS NOT NULL AND person_name IS NOT NULL`,
  )
  return new Map<string, Pick<Person, 'name'>>([...others.map((each) => [each.id, each] as const), ...ofThisPc])
}
