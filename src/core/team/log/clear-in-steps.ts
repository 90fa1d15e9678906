import type { Database } from '../../database/database.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { clearTeamLog } from './log-repository.ts'

/** The large tables, and how many rows are removed in a transaction. Those that lead to the entries first. */
const tables = [
  ['team_changed', 500],
  ['team_unsorted_place', 10],
  ['team_outcome_time', 2_000],
  ['team_place', 2_000],
  ['team_block', 50],
  ['team_entry', 500],
] as const
const noteRows = 500

/**
 * Removes the log of a team and the work of the others, as `clearTeamLog` does, in short transactions. The team must be closed. It can be
 * ended at any moment and run again.
 */
export function* clearTeamLogInSteps(database: Database): Steps<void> {
  for (let after = 0; ;) {
    const last = database.get<{ number: number | null }>(
      `SELECT max(number) AS number FROM (SELECT number FROM sighting_entry WHERE number > ? ORDER BY number LIMIT ${noteRows})`,
      [after],
    )?.number
    if (last === null || last === undefined) break
    database.transaction(
      () =>
        database.run('DELETE FROM sighting_entry WHERE number > ? AND number <= ? AND team_pc IS NOT NULL', [
          after,
          last,
        ]),
      'later',
    )
    after = last
    yield
  }
  for (const [table, rows] of tables) {
    for (let removed = 1; removed > 0;) {
      removed = database.transaction(() => database.run(`DELETE FROM ${table} LIMIT ${rows}`).changes, 'later')
      yield
    }
    database.moveLog()
    yield
  }
  clearTeamLog(database)
}
