import type { DomainHandlers } from '../../contract/methods.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import type { DraftWork } from './draft-work.ts'
import { removeAllBlocks, type FileOpener } from './open-file.ts'
import { compareSource } from './source-file.ts'

/** The end of a draft, and its file that is still on the disk of the user, who may change it. */
export function createSourceHandlers(
  { announce, loaded, now, repository, save, storage }: DraftWork,
  opener: FileOpener,
) {
  const { threadOf, withDraft } = loaded

  const removeDraft = async (id: string): Promise<void> => {
    repository.hide(id)
    await removeAllBlocks(repository, id)
    repository.remove(id)
    // Deleted rows must leave the disk as well, not only the list.
    storage.database.checkpoint()
    loaded.unload(id)
  }
  /** Takes over what the user decided in one draft into another reading of the same file. */
  const carryOver = async (fromId: string, toId: string): Promise<{ kept: number; lost: number }> => {
    const { header } = await withDraft(toId, () => threadOf(toId).call('header', {}))
    const decided = await withDraft(fromId, () => threadOf(fromId).call('decisions', { header }))
    return withDraft(toId, async (to) => {
      const { label, entries, kept, lost, ...done } = await threadOf(toId).call('carryOver', decided)
      if (entries.length > 0) {
        const view = await loaded.withKnownVins(to, done.view)
        save(toId, view, () => repository.addChange(toId, label, entries, view.counts, now()))
      }
      return { kept, lost }
    })
  }

  return {
    recentFiles: async () => ({ files: opener.recent.list() }),
    openRecentFile: ({ id }) => opener.recent.open(id),
    async removeRecentFile({ id }) {
      opener.recent.remove(id)
      return {}
    },
    async clearRecentFiles() {
      opener.recent.clear()
      return {}
    },
    remove: ({ id }) =>
      loaded.inTurn(id, async () => {
        loaded.savedDraft(id)
        await removeDraft(id)
        announce(id)
        return {}
      }),
    async sourceFile({ id }) {
      loaded.savedDraft(id)
      const facts = repository.facts(id)
      const { origin, sha256 } = facts
      if (!origin || sha256 === undefined) return { state: 'unknown', changedAt: null }
      const compared = await compareSource(origin, sha256)
      if (compared.state === 'touched') repository.setFacts(id, { ...facts, origin: compared.origin })
      if (compared.state !== 'changed')
        return { state: compared.state === 'touched' ? 'same' : compared.state, changedAt: null }
      return { state: 'changed', changedAt: new Date(compared.origin.modifiedMs).toISOString() }
    },
    async keepSource({ id }) {
      loaded.savedDraft(id)
      const facts = repository.facts(id)
      const { origin, sha256 } = facts
      const compared = origin && sha256 !== undefined ? await compareSource(origin, sha256) : null
      if (compared?.state === 'changed') repository.setFacts(id, { ...facts, origin: compared.origin })
      return {}
    },
    async readSourceAgain({ id }, signal) {
      const draft = loaded.savedDraft(id)
      const { origin } = repository.facts(id)
      if (!origin) return fail('not-found', draftMessages.sourceGone(draft.fileName))
      const newId = await opener.openAgain(draft, origin.path, signal)
      try {
        const carried = await carryOver(id, newId)
        repository.rename(newId, draft.name, now())
        repository.setStep(newId, draft.step, now())
        // What does not fit the new rows stays where it is.
        const earlier = carried.lost > 0 ? draftMessages.earlierVersion(draft.name) : null
        await loaded.inTurn(id, async () =>
          earlier === null ? removeDraft(id) : repository.rename(id, earlier, now()),
        )
        announce(null)
        return { id: newId, ...carried, earlier }
      } catch (error) {
        await removeDraft(newId)
        throw error
      }
    },
  } satisfies Partial<DomainHandlers<'drafts', AbortSignal>>
}
