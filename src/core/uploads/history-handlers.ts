import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { RowOutcome } from '../../contract/uploads.ts'
import { tableFile } from '../export/table-file.ts'
import { longestCell } from '../export/workbook-writer.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Journal } from './journal.ts'
import type { RemainderRow } from './journal-rows.ts'
import type { UploadHistory, UploadedCustomers } from './upload-history.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import type { SendableDrafts } from './upload-sending.ts'
import type { UploadSummaries } from './upload-summaries.ts'

export interface HistoryHandlerParts {
  readonly storage: Pick<OpenStorage, 'database'>
  readonly journal: Journal
  readonly history: UploadHistory
  readonly summaries: UploadSummaries
  readonly customers: UploadedCustomers
  /** SHA-256 of a draft's file; null: it is not known. */
  fileHash(draftId: string): Promise<string | null>
  readonly openText: SendableDrafts['openText']
  /** Throws `not-found`. */
  requireUpload(uploadId: string): UploadRecord
  changed(uploadId: string): void
}

const { errors } = uploadMessages

/** What the user does with uploads of the past. */
export function createHistoryHandlers(parts: HistoryHandlerParts) {
  const { journal, history, summaries, customers, requireUpload, changed } = parts

  /** Whether the rows of an upload were deleted because of their age. */
  const isEmptied = (uploadId: string): boolean =>
    parts.storage.database.get('SELECT 1 FROM upload WHERE id = ? AND rows_emptied_at IS NOT NULL', [uploadId]) !==
    undefined

  /** The rows of one outcome, or of all that did not become customers, read in pieces: other calls run between them. */
  const remainderOf = async (id: string, outcome: RowOutcome | null): Promise<RemainderRow[]> => {
    if (isEmptied(id)) fail('not-found', errors.rowsEmptied.message, { next: errors.rowsEmptied.next })
    const rows: RemainderRow[] = []
    for (const piece of journal.remainderPieces(id, outcome)) {
      rows.push(...piece)
      await yieldToEventLoop()
    }
    return rows.sort((a, b) => a.row - b.row)
  }

  const tableOf = async (upload: UploadRecord, outcome: RowOutcome | null, rows: RemainderRow[]) => {
    // Only files of rows need the writer of tables.
    const { remainderTable } = await import('./remainder.ts')
    const { id, fileName } = upload
    const columns = history.details(upload).origin.options?.columns
    return remainderTable({ id, fileName, outcome, columns, header: journal.header(id) }, rows)
  }

  return {
    sameFile: async ({ draftId }) => ({ uploads: history.sameFile(await parts.fileHash(draftId)) }),

    async undo({ id, customers: confirmed }) {
      const upload = requireUpload(id)
      const family = journal.withJoined(id)
      if (!family.every(({ status }) => 'finishedAt' in status)) fail('conflict', errors.undoOpenUpload)
      const { left, deleting: before } = customers.countOfUpload(upload, id)
      if (left - before !== confirmed) fail('conflict', errors.undoChanged.message, { next: errors.undoChanged.next })
      for (const { id: undone } of family) journal.markUndone(undone)
      const deleting = await customers.deleteOfUpload(upload, id)
      changed(id)
      return { deleting, upload: summaries.show(requireUpload(id)) }
    },

    async exportRemainder({ id, outcome, format }) {
      const upload = requireUpload(id)
      const rows = await remainderOf(id, outcome)
      if (format === 'xlsx' && rows.some(({ original }) => original.some(({ length }) => length > longestCell))) {
        fail('invalid-input', errors.tooLongForWorkbook.message, { next: errors.tooLongForWorkbook.next })
      }
      return tableFile(await tableOf(upload, outcome, rows), format)
    },

    async retryRows({ id, outcome, rows: only }, signal) {
      const upload = requireUpload(id)
      const wanted = only && new Set(only)
      const rows = (await remainderOf(id, outcome)).filter(({ row }) => wanted?.has(row) ?? true)
      if (rows.length === 0) fail('not-found', errors.noRows)
      const { fileName, content } = await tableFile(await tableOf(upload, outcome, rows), 'csv')
      return { draftId: await parts.openText(fileName, content, signal) }
    },
  } satisfies Partial<DomainHandlers<'uploads', AbortSignal>>
}
