import type { DomainHandlers } from '../../contract/methods.ts'
import { mostListedUploads, type UploadListPart } from '../../contract/upload-list.ts'
import { shownScope } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Journal } from './journal.ts'
import { uploadMessages } from './upload-messages.ts'
import { overviewOf } from './upload-overview.ts'
import type { UploadRecord } from './upload-record.ts'
import { searchUploads } from './upload-search.ts'
import { canWithdraw, hasRowsToSend, isUnsent } from './upload-steps.ts'
import type { UploadSummaries } from './upload-summaries.ts'

/** What the handlers of the upload list use. */
export interface UploadListParts {
  readonly storage: OpenStorage
  readonly journal: Journal
  readonly summaries: UploadSummaries
  /** Throws `not-found`. */
  requireUpload(uploadId: string): UploadRecord
  changed(uploadId: string): void
  /** Uploads appeared or disappeared. */
  listChanged(): void
  /** The journal has changed: the next step may be another one. */
  runSoon(connectionId: string): void
}

export interface UploadListHandlerParts extends UploadListParts {
  /** Uploads whose duplicates wait for the user's decision. */
  asking(): readonly string[]
  /** Called in the transaction in which an upload becomes a draft again. */
  onWithdrawn(draftId: string, uploadId: string): void
}

const { errors } = uploadMessages

/** What the user does with an upload in the list, apart from sending and cancelling it. */
export function createUploadListHandlers(parts: UploadListHandlerParts) {
  const { storage, journal, summaries, requireUpload, changed, listChanged, runSoon } = parts
  const show = (uploadId: string) => summaries.show(requireUpload(uploadId))

  /** The ids of a part of the list. An upload whose duplicates wait for an answer is open, also when it has ended or was removed. */
  const idsIn = (connectionId: string, part: UploadListPart | undefined): readonly string[] => {
    const ids = journal.idsOf(connectionId)
    if (part === undefined) return ids.all
    const asking = new Set(parts.asking())
    if (part !== 'open') return asking.size === 0 ? ids[part] : ids[part].filter((id) => !asking.has(id))
    const open = openInOrder(connectionId).map(({ id }) => id)
    return asking.size === 0 ? open : [...ids.all.filter((id) => asking.has(id) && !open.includes(id)), ...open]
  }

  /** Uploads whose rows are all sent, then the queue. */
  const openInOrder = (connectionId: string): UploadRecord[] => {
    const open = journal.unfinished(connectionId)
    return [...open.filter((upload) => !hasRowsToSend(upload)), ...open.filter(hasRowsToSend)]
  }

  return {
    get: async ({ id }) => show(id),
    rows: async ({ id, outcome, offset, limit }) => journal.rows(requireUpload(id).id, outcome, offset, limit),

    async list({ show: part, ids: only, offset = 0, limit = mostListedUploads }) {
      const wanted = only && new Set(only)
      const ids = idsIn(shownScope(storage).connectionId, part).filter((id) => wanted?.has(id) ?? true)
      const uploads = ids.slice(offset, offset + limit).flatMap((id) => journal.find(id) ?? [])
      return { total: ids.length, uploads: uploads.map(summaries.summarise) }
    },

    async overview() {
      const { connectionId } = shownScope(storage)
      const [open, ended, removed] = (['open', 'ended', 'removed'] as const).map((part) => idsIn(connectionId, part))
      const briefs = open?.flatMap((id) => journal.find(id) ?? []).map(summaries.brief) ?? []
      return overviewOf(briefs, { ended: ended?.length ?? 0, removed: removed?.length ?? 0 })
    },

    async pause({ id }) {
      const upload = requireUpload(id)
      if (upload.cancelRequested || !hasRowsToSend(upload)) fail('conflict', errors.nothingToPause)
      journal.pause(id)
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
      const draftId = canWithdraw(upload) ? journal.withdraw(id, (draft) => parts.onWithdrawn(draft, id)) : null
      if (draftId === null) fail('conflict', errors.cannotWithdraw.message, { next: errors.cannotWithdraw.next })
      changed(id)
      listChanged()
      storage.announcer.announce('drafts.changed', draftId)
      runSoon(upload.connectionId)
      return { draftId }
    },

    async remove({ id }) {
      const upload = requireUpload(id)
      if (!('finishedAt' in upload.status)) {
        fail('conflict', errors.removeUnfinished.message, { next: errors.removeUnfinished.next })
      }
      journal.setRemoved(id, true)
      changed(id)
      listChanged()
      return {}
    },

    async putBack({ id }) {
      journal.setRemoved(requireUpload(id).id, false)
      changed(id)
      return show(id)
    },

    async search(query, signal) {
      const { all, removed } = journal.idsOf(shownScope(storage).connectionId)
      const isRemoved = new Set(removed)
      return searchUploads(
        {
          journal,
          stateOf: (upload) => summaries.brief(upload).state,
          isRemoved: (uploadId) => isRemoved.has(uploadId),
        },
        all,
        query,
        signal,
      )
    },
  } satisfies Partial<DomainHandlers<'uploads', AbortSignal>>
}

/** The place of each upload of a connection with rows left to send in the order of sending, from 1. */
export function placesOf(journal: Journal, connectionId: string): ReadonlyMap<string, number> {
  const queued = journal.unfinished(connectionId).filter((upload) => hasRowsToSend(upload))
  return new Map(queued.map(({ id }, at) => [id, at + 1]))
}
