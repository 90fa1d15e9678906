import type { DomainHandlers } from '../../contract/methods.ts'
import { currentScope } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { createElsewhereHandlers, type UploadListParts } from './elsewhere.ts'
import type { Journal } from './journal.ts'
import { uploadMessages } from './upload-messages.ts'
import { searchUploads } from './upload-search.ts'
import { hasRowsToSend, isUnsent } from './upload-steps.ts'

type ListHandlers = Pick<
  DomainHandlers<'uploads', AbortSignal>,
  'pause' | 'move' | 'rename' | 'withdraw' | 'remove' | 'putBack' | 'search' | 'follow'
>

const { errors } = uploadMessages

/** What the user does with an upload in the list, apart from sending and cancelling it. */
export function createUploadListHandlers(parts: UploadListParts): ListHandlers {
  const { storage, journal, summaries, requireUpload, changed, listChanged, runSoon } = parts
  const show = (uploadId: string) => summaries.show(requireUpload(uploadId))

  return {
    ...createElsewhereHandlers(parts),

    async pause({ id }) {
      const upload = requireUpload(id)
      if (upload.cancelRequested || !hasRowsToSend(upload)) fail('conflict', errors.nothingToPause)
      journal.setPaused(id, true)
      changed(id)
      return show(id)
    },

    async move({ id, before }) {
      const { connectionId } = requireUpload(id)
      const others = journal
        .unfinished(connectionId)
        .map((upload) => upload.id)
        .filter((other) => other !== id)
      const at = before === null ? -1 : others.indexOf(before)
      journal.saveOrder(others.toSpliced(at === -1 ? others.length : at, 0, id))
      listChanged()
      runSoon(connectionId)
      return {}
    },

    async rename({ id, name }) {
      journal.rename(id, name, { sentBefore: !isUnsent(requireUpload(id)) })
      changed(id)
      return show(id)
    },

    async withdraw({ id }) {
      const upload = requireUpload(id)
      const draftId = isUnsent(upload) ? journal.withdraw(id) : null
      if (draftId === null) fail('conflict', errors.cannotWithdraw.message, { next: errors.cannotWithdraw.next })
      changed(id)
      listChanged()
      storage.announcer.announce('drafts.changed', draftId)
      runSoon(upload.connectionId)
      return { draftId }
    },

    async remove({ id }) {
      const upload = requireUpload(id)
      const isFinished = 'finishedAt' in upload.status
      if (isFinished) journal.setRemoved(id, true)
      else if (upload.madeElsewhere) journal.forget(id)
      else fail('conflict', errors.removeUnfinished.message, { next: errors.removeUnfinished.next })
      changed(id)
      listChanged()
      return {}
    },

    async putBack({ id }) {
      journal.setRemoved(requireUpload(id).id, false)
      changed(id)
      return show(id)
    },

    async search({ text }, signal) {
      const scope = currentScope(storage)
      if (!scope) return { found: [] }
      return { found: await searchUploads(storage.database, journal.ofConnection(scope.connectionId), text, signal) }
    },
  }
}

/** The place of each upload of a connection with rows left to send in the order of sending, from 1. */
export function placesOf(journal: Journal, connectionId: string): ReadonlyMap<string, number> {
  const queued = journal.unfinished(connectionId).filter((upload) => hasRowsToSend(upload))
  return new Map(queued.map(({ id }, at) => [id, at + 1]))
}
