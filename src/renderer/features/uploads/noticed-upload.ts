import type { ProgramClient } from '../../bridge/program-client.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { headline, uploadsText } from './uploads-text.ts'

/** Shows in a notice that an upload has ended or needs the user: for hosts without notifications of the system. */
export async function showNotice(
  { read }: Pick<ProgramClient, 'read'>,
  toasts: Pick<Toasts, 'success' | 'failure'>,
  id: string,
  open: (id: string) => void,
): Promise<void> {
  const answer = await read('uploads.get', { id })
  if (!answer.ok) return
  const upload = answer.value
  const action = { label: uploadsText.noticed.open, lasting: true, run: () => open(id) }
  const text = uploadsText.noticed.text(upload.name, headline(upload).title, upload.rows.withErrors)
  if (upload.state === 'complete' && upload.duplicates === 0) toasts.success(text, action)
  else toasts.failure(upload.failure ?? text, action)
}
