import type { DomainHandlers } from '../../contract/methods.ts'
import { fail } from '../failures/failure-error.ts'
import type { Journal } from './journal.ts'
import { remainderCsv, remainderFileName } from './remainder.ts'
import type { UploadHistory, UploadedCustomers } from './upload-history.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import type { UploadSummaries } from './upload-summaries.ts'

export interface HistoryHandlerParts {
  readonly journal: Journal
  readonly history: UploadHistory
  readonly summaries: UploadSummaries
  /** Null: uploads cannot be undone. */
  readonly customers: UploadedCustomers | null
  /** SHA-256 of a draft's file; null: it is not known. */
  fileHash(draftId: string): string | null
  /** Opens a text as a draft; see `Drafts.openText`. Absent: rows cannot be sent again. */
  readonly openText?: ((name: string, text: string, signal: AbortSignal) => Promise<string>) | undefined
  /** Throws `not-found`. */
  requireUpload(uploadId: string): UploadRecord
  changed(uploadId: string): void
}

type HistoryHandlers = Pick<
  DomainHandlers<'uploads', AbortSignal>,
  'sameFile' | 'undo' | 'exportRemainder' | 'retryRows'
>

const { errors } = uploadMessages

/** What the user does with uploads of the past. */
export function createHistoryHandlers(parts: HistoryHandlerParts): HistoryHandlers {
  const { journal, history, summaries, customers, requireUpload, changed } = parts

  return {
    sameFile: async ({ draftId }) => ({ uploads: history.sameFile(parts.fileHash(draftId)) }),

    async undo({ id, customers: confirmed }) {
      const upload = requireUpload(id)
      if (!('finishedAt' in upload.status)) fail('conflict', errors.undoOpenUpload)
      const { left, deleting: before } = customers?.count(upload, id) ?? { left: 0, deleting: 0 }
      if (left - before !== confirmed) fail('conflict', errors.undoChanged.message, { next: errors.undoChanged.next })
      journal.markUndone(id)
      const deleting = (await customers?.delete(upload, id)) ?? 0
      changed(id)
      return { deleting, upload: summaries.show(requireUpload(id)) }
    },

    async exportRemainder({ id, outcome }) {
      const upload = requireUpload(id)
      const rows = journal.remainder(id, outcome)
      return {
        fileName: remainderFileName(upload.fileName, outcome),
        text: remainderCsv(id, journal.header(id), rows),
        rows: rows.length,
      }
    },

    async retryRows({ id, outcome }, signal) {
      const { fileName } = requireUpload(id)
      const rows = journal.remainder(id, outcome)
      if (rows.length === 0 || !parts.openText) fail('not-found', errors.noRows)
      const text = remainderCsv(id, journal.header(id), rows)
      return { draftId: await parts.openText(remainderFileName(fileName, outcome), text, signal) }
    },
  }
}
