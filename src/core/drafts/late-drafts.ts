import { forwardHandlers, withHandlers } from '../../contract/methods.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import type { Drafts, DraftsNeeds } from './drafts.ts'

/** Drafts, loaded when they are first used, or at the start when one was not read to its end. */
export function createLateDrafts(storage: OpenStorage, needs: DraftsNeeds): Drafts {
  const { database, log } = storage
  const part = createLatePart(
    async () => (await import('./drafts.ts')).createDrafts(storage, needs),
    (drafts) => drafts,
    { log, failure: 'drafts.notLoaded' },
  )
  const prepare = (): void => part.use((drafts) => drafts.prepare())
  const stopListening = needs.intake.onAdded(prepare)
  const handlers = forwardHandlers<{ drafts: Drafts }, 'drafts', AbortSignal>('drafts', async () => ({
    drafts: await part.load(),
  }))
  return withHandlers(handlers, {
    toSend: async (draftId) => (await part.load()).toSend(draftId),
    knownRows: async (draftId) => (await part.load()).knownRows(draftId),
    rowsToSend: async (draftId, formOf) => (await part.load()).rowsToSend(draftId, formOf),
    sentRows: async (draftId, offset, limit) => (await part.load()).sentRows(draftId, offset, limit),
    openText: async (name, text, signal) => (await part.load()).openText(name, text, signal),
    openAs: async (draft, path, signal) => (await part.load()).openAs(draft, path, signal),
    fileHash: async (draftId) => (await part.load()).fileHash(draftId),
    closeDraft(within, draftId, uploadId) {
      const drafts = part.loaded()
      // Its rows were taken before.
      if (!drafts) throw new Error('The drafts are not loaded')
      drafts.closeDraft(within, draftId, uploadId)
    },
    prepare,
    // A program that was killed may have left some that nothing needs any more.
    start: () => part.start(database.get('SELECT 1 FROM draft WHERE whole = 0') !== undefined),
    close() {
      stopListening()
      return part.close()
    },
  })
}
