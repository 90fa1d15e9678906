import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { SubjectKey } from '../log/subject.ts'
import { mergeContacts } from '../merge/merge-contacts.ts'
import type { WorkContext } from './work-context.ts'

/**
 * Makes the list of people who must not be contacted equal to the marks of the team. Own marks that are not in the log so far stay.
 * Returns the connections whose lists changed.
 */
export function applyContacts(work: WorkContext, subject: SubjectKey): readonly ConnectionRegion[] {
  const scopes = work.accounts.scopesOf(subject.slice('contact '.length))
  if (scopes.length === 0) return []
  const { marks } = mergeContacts(work.session.log.entriesOf(subject).map(({ entry }) => entry))
  const marked = new Map<string, string>()
  for (const { customerId, mobiles, atMs } of marks) {
    const at = new Date(atMs).toISOString()
    for (const person of [...(customerId === null ? [] : [`id:${customerId}`]), ...mobiles]) {
      if (!marked.has(person)) marked.set(person, at)
    }
  }
  return scopes.filter((scope) => applyToList(work, scope, marked))
}

function applyToList({ database }: WorkContext, scope: ConnectionRegion, marked: ReadonlyMap<string, string>): boolean {
  const listed = new Map(
    database
      .all<{ person: string; in_team: number }>(
        `SELECT person, in_team FROM do_not_contact WHERE ${inScope}`,
        scopeParams(scope),
      )
      .map((row) => [row.person, row.in_team]),
  )
  let changed = false
  for (const [person, at] of marked) {
    if (listed.get(person) === 1) continue
    database.run(
      `INSERT INTO do_not_contact (connection_id, region, person, at, in_team) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET in_team = 1`,
      [...scopeParams(scope), person, at],
    )
    changed ||= !listed.has(person)
  }
  for (const [person, inTeam] of listed) {
    if (inTeam === 0 || marked.has(person)) continue
    database.run(`DELETE FROM do_not_contact WHERE ${inScope} AND person = ?`, [...scopeParams(scope), person])
    changed = true
  }
  return changed
}
