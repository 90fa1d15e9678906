import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { jsonOrNull } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { SubjectKey } from '../log/subject.ts'
import { mergeContacts } from '../merge/merge-contacts.ts'
import type { WorkContext } from './work-context.ts'
import { z } from 'zod'
import { SavedView } from '../../../contract/customer-views.ts'
import { createMessageTemplates } from '../../sightings/message-templates.ts'
import { mergeShared, mergeUploads } from '../merge/merge-shared.ts'
import { regionOfAccount } from '../../connections/account-key.ts'

/**
 * Makes the list of people who must not be contacted equal to the marks of the team. Own marks that are not in the log so far stay.
 * Returns the connections whose lists changed.
 */
export function applyContacts(work: WorkContext, subject: SubjectKey): readonly ConnectionRegion[] {
  const scopes = work.accounts.scopesOf(subject.slice('contact '.length))
  if (scopes.length === 0) return []
  const marks = mergeContacts(work.session.log.entriesOf(subject))
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

/** Saves a template of the team as it was saved last, or deletes it. Returns whether it changed. */
export function applyTemplate(work: WorkContext, subject: SubjectKey): boolean {
  const shared = mergeShared('template', work.session.log.entriesOf(subject))
  return shared !== null && createMessageTemplates(work.database).saveShared(shared.id, shared.content)
}

const Definition = z.object({ account: z.string(), view: z.record(z.string(), z.unknown()) })

/** Saves a view of the team as it was saved last, or deletes it. Returns whether it changed. */
export function applyView(work: WorkContext, subject: SubjectKey): boolean {
  const shared = mergeShared('view', work.session.log.entriesOf(subject))
  if (!shared) return false
  const { id, content } = shared
  if (content === null) return work.database.run('DELETE FROM customer_view WHERE id = ?', [id]).changes > 0
  const definition = Definition.safeParse(jsonOrNull(content.definition))
  if (!definition.success) return false
  const { account, view } = definition.data
  const [scope] = work.accounts.scopesOf(account)
  // What another version wrote, or what was written by hand, must not break the list of views.
  const isView = SavedView.safeParse({ ...view, id, name: content.name }).success
  if (!scope || !isView) return false
  const text = JSON.stringify(view)
  const { changes } = work.database.run(
    `INSERT INTO customer_view (id, connection_id, name, view) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, view = excluded.view
       WHERE name <> excluded.name OR view <> excluded.view`,
    [id, scope.connectionId, content.name, text],
  )
  return changes > 0
}

/** Makes the list of the team's uploads of one file equal to what the log says about it. */
export function applyUploads({ database, session }: WorkContext, subject: SubjectKey): void {
  const fileHash = subject.slice('upload '.length)
  const { log, device: ownDevice } = session
  const { members } = log.members()
  database.run('DELETE FROM team_upload WHERE file_hash = ?', [fileHash])
  for (const upload of mergeUploads(log.entriesOf(subject))) {
    const { atMs, by, finished, ...plain } = upload
    const { device, account } = plain
    database.run(
      `INSERT INTO team_upload (device, id, is_own, pc_name, at, person_id, person_name, account, region, name, file_name, file_hash,
         rows, created, finished)
       VALUES ($device, $id, $isOwn, $pcName, $at, $personId, $personName, $account, $region, $name, $fileName, $fileHash,
         $rows, $created, $finished) ON CONFLICT DO NOTHING`,
      {
        ...plain,
        fileHash,
        isOwn: device === ownDevice ? 1 : 0,
        pcName: members.get(device)?.name ?? '',
        at: new Date(atMs).toISOString(),
        personId: by?.id ?? null,
        personName: by?.name ?? null,
        region: regionOfAccount(account),
        finished: finished ? 1 : 0,
      },
    )
  }
}
