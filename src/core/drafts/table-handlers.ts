import type { Draft } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Announcer } from '../events/announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { DraftAction } from './engine/draft-actions.ts'
import { refusals } from './engine/draft-text.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import { findReading } from './model/file-readings.ts'
import type { FileRereader } from './read-again.ts'
import { detectedForm } from './reading/file-read.ts'
import type { DraftRepository, SavedDraft } from './storage/draft-repository.ts'

export interface TableHandlerParts extends Pick<LoadedDrafts, 'threadOf' | 'withDraft'> {
  readonly repository: Pick<DraftRepository, 'facts'>
  readonly rereader: FileRereader
  readonly announcer: Pick<Announcer, 'announce'>
  draftOf(id: string): Draft
  /** Performs an action and saves it as one step that can be undone. */
  act(id: string, action: DraftAction): Promise<Draft>
  /** The same within `withDraft`. */
  actOn(saved: SavedDraft, action: DraftAction): Promise<Draft>
}

/** How the file of a draft is read. */
export function createTableHandlers(parts: TableHandlerParts) {
  const { repository, rereader, announcer, draftOf, act, actOn, threadOf, withDraft } = parts
  return {
    values: ({ id, index }) =>
      withDraft(
        id,
        async () =>
          (await threadOf(id).call('columnValues', { draftId: id, index })) ?? fail('invalid-input', refusals.noValue),
      ),
    previewTable: ({ id, choices }) =>
      withDraft(id, (kept) => {
        const isRead = findReading(repository.facts(id), choices.form ?? detectedForm) !== null
        const head = isRead ? null : rereader.headOf(kept)
        return threadOf(id).call('preview', { draftId: id, choices, head })
      }),
    setTable: ({ id, choices }, signal) =>
      withDraft(id, async (kept) => {
        await rereader.ensureReading(kept, choices.form ?? detectedForm, signal)
        return actOn(kept, { kind: 'table', choices })
      }),
    attachFile: ({ id, fileId }, signal) =>
      withDraft(id, async (kept) => {
        await rereader.attachFile(kept, fileId, signal)
        announcer.announce('drafts.changed', id)
        return draftOf(id)
      }),
    setCars: ({ id, choice }) => act(id, { kind: 'cars', choice }),
    setNameCase: ({ id, choice }) => act(id, { kind: 'name-case', choice }),
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}
