import type { Database } from './database.ts'
import type { ScopeColumns } from './scope-sql.ts'

/** The key of the hashes by which all PCs of a team recognise persons who were deleted; absent: there is no team. */
export const teamMarkKeySetting = 'team.mark-key'

/**
 * What of the local work has to be compared with the log of the team. The key: `outcome` and `outcome-undone`: the id of the call
 * note; `assignment`: see `assignmentKey`; `contact` and `own-contact`: JSON of `ContactKey`; `template`, `view`, `upload`: the id. Stored: the words must not change.
 */
export type TeamWorkKind =
  | 'outcome'
  | 'outcome-undone'
  | 'assignment'
  | 'contact'
  | 'own-contact'
  | 'template'
  | 'view'
  | 'upload'

/** The car of an assignment, as `core/team/work` reads it. */
export const assignmentKey = ({ connectionId, region }: ScopeColumns, customerId: string): string =>
  JSON.stringify({ connectionId, region, customerId })

/** People, as the table `do_not_contact` names them, who were marked or allowed together. */
export interface ContactKey {
  readonly connectionId: string
  readonly region: string
  readonly people: readonly string[]
}

/**
 * Notes in the caller's transaction that own work was changed: it becomes entries of the team's log (core/team/work) as soon as the
 * team is open. Without a team nothing is noted.
 */
export function noteTeamWork(database: Database, kind: TeamWorkKind, keys: readonly string[]): void {
  if (keys.length === 0) return
  database.run(
    `INSERT INTO team_outbox (kind, key) SELECT ?, value FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM setting WHERE name = '${teamMarkKeySetting}')
     ON CONFLICT DO NOTHING`,
    [kind, JSON.stringify(keys)],
  )
}
