import { z } from 'zod'
import { SavedView } from '../../../contract/customer-views.ts'
import { createMessageTemplates } from '../../sightings/message-templates.ts'
import type { SubjectKey } from '../log/subject.ts'
import { mergeShared } from '../merge/merge-shared.ts'
import type { WorkContext } from './work-context.ts'

const entriesOf = ({ session }: WorkContext, subject: SubjectKey) =>
  session.log.entriesOf(subject).map(({ entry }) => entry)

/** Saves a template of the team as it was saved last, or deletes it. Returns whether it changed. */
export function applyTemplate(work: WorkContext, subject: SubjectKey): boolean {
  const shared = mergeShared('template', entriesOf(work, subject))
  return shared !== null && createMessageTemplates(work.database).saveShared(shared.id, shared.content)
}

const Definition = z.object({ account: z.string(), view: z.record(z.string(), z.unknown()) })

/** Saves a view of the team as it was saved last, or deletes it. Returns whether it changed. */
export function applyView(work: WorkContext, subject: SubjectKey): boolean {
  const shared = mergeShared('view', entriesOf(work, subject))
  if (!shared) return false
  const { id, content } = shared
  if (content === null) return work.database.run('DELETE FROM customer_view WHERE id = ?', [id]).changes > 0
  const definition = Definition.safeParse(parsedOrNull(content.definition))
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

function parsedOrNull(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
