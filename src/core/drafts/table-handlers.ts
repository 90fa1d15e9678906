import type { DomainHandlers } from '../../contract/methods.ts'
import { fail } from '../failures/failure-error.ts'
import type { DraftWork } from './draft-work.ts'
import { refusals } from './engine/draft-text.ts'
import { findReading } from './model/file-readings.ts'
import type { FileRereader } from './read-again.ts'
import { detectedForm } from './reading/file-read.ts'

/** How the file of a draft is read. */
export function createTableHandlers(
  { act, announce, draftOf, loaded, perform, repository }: DraftWork,
  rereader: FileRereader,
) {
  const { threadOf, withDraft } = loaded
  return {
    values: ({ id, index }) =>
      withDraft(
        id,
        async () => (await threadOf(id).call('columnValues', { index })) ?? fail('invalid-input', refusals.noValue),
      ),
    previewTable: ({ id, choices }) =>
      withDraft(id, (kept) => {
        const isRead = findReading(repository.facts(id), choices.form ?? detectedForm) !== null
        const head = isRead ? null : rereader.headOf(kept)
        return threadOf(id).call('preview', { choices, head })
      }),
    setTable: ({ id, choices }, signal) =>
      withDraft(id, async (kept) => {
        await rereader.ensureReading(kept, choices.form ?? detectedForm, signal)
        return (await perform(kept, { kind: 'table', choices })).draft
      }),
    attachFile: ({ id, fileId }, signal) =>
      withDraft(id, async (kept) => {
        await rereader.attachFile(kept, fileId, signal)
        announce(id)
        return draftOf(id)
      }),
    setCars: ({ id, choice }) => act(id, { kind: 'cars', choice }),
    setNameCase: ({ id, choice }) => act(id, { kind: 'name-case', choice }),
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}
