import type { Draft } from '../../src/contract/drafts.ts'
import { success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'

/** Answers with one saved draft, which is in the list and is what each file becomes. */
export function answerSavedDraft(host: HostTwin, draft: Draft): void {
  const { id, fileName, name, region, createdAt, changedAt, counts, step } = draft
  host.answer('drafts.list', () =>
    success({ drafts: [{ id, fileName, name, region, createdAt, changedAt, counts, step }] }),
  )
  host.answer('drafts.open', () => success(draft))
  host.answer('drafts.get', () => success(draft))
  host.answer('uploads.sameFile', () => success({ uploads: [] }))
  host.answer('drafts.sourceFile', () => success({ state: 'same', changedAt: null }))
}
