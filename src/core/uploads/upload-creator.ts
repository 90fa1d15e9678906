import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { MethodInput } from '../../contract/methods.ts'
import type { Upload } from '../../contract/uploads.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields } from '../ports/log.ts'
import type { UploadHistory } from './upload-history.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import type { RowTaker, SendableDrafts } from './upload-sending.ts'
import type { UploadSummaries } from './upload-summaries.ts'
import {
  packLists,
  type PackedUpload,
  type RecordsToSend,
  type UploadOptions,
  type UploadWriter,
} from './upload-writer.ts'

export interface UploadCreatorParts {
  readonly storage: OpenStorage
  readonly drafts: SendableDrafts
  readonly writer: UploadWriter
  readonly rowTaker: RowTaker
  readonly history: UploadHistory
  readonly summaries: UploadSummaries
  /** The name of the user in the operating system; null: it has none. */
  readonly userName: string | null
  /** Who is working; null: not known. */
  currentPerson(): { readonly id: string } | null
  /** Throws `not-found`. */
  requireUpload(uploadId: string): UploadRecord
  changed(uploadId: string): void
  /** SHA-256 of a draft's file; null: it is not known. */
  fileHash(draftId: string): Promise<string | null>
  /** Called in the transaction that makes a draft an upload. */
  onDraftSent(draftId: string, uploadId: string): void
  runSoon(connectionId: string): void
}

export interface SendingFolder {
  readonly folderName: string
  inTransaction(uploadId: string): void
}

/** Makes uploads of drafts and of records. */
export function createUploadCreator(parts: UploadCreatorParts) {
  const { storage, drafts, writer, rowTaker, history, summaries, userName, requireUpload, changed } = parts
  const draftsBeingSent = new Set<string>()
  const newId = (): string => randomBytes(8).toString('hex')

  const createUpload = async (
    draft: PackedUpload,
    options: UploadOptions,
    inTransaction: (uploadId: string) => void,
  ): Promise<string> => {
    const { uploadId } = draft.form
    await writer.write(draft, options, () => inTransaction(uploadId))
    // To make 2,000 batches visible takes a whole turn.
    await yieldToEventLoop()
    changed(uploadId)
    parts.runSoon(draft.connectionId)
    return uploadId
  }

  const createFromDraft = async (
    {
      draftId,
      confirmed,
      listAgeConfirmed = false,
      queueOffline = false,
      sameFileConfirmed = [],
      references = true,
      ...options
    }: MethodInput<'uploads.create'>,
    by: SendingFolder | null,
  ): Promise<Upload> => {
    if (draftsBeingSent.has(draftId)) fail('conflict', uploadMessages.errors.alreadySending)
    draftsBeingSent.add(draftId)
    try {
      const id = newId()
      const formOf = writer.formFor(id, references)
      // First of all: an edit that comes after this call is then noticed.
      const { draft, updates, listCheckedAt } = await rowTaker.take(draftId, {
        confirmed,
        listAgeConfirmed,
        queueOffline,
        formOf,
      })
      try {
        const hash = await parts.fileHash(draftId)
        history.requireSeen(hash, sameFileConfirmed)
        const sender = by
          ? { userName: null, personId: null, folderName: by.folderName }
          : { userName, personId: parts.currentPerson()?.id ?? null }
        await createUpload(
          { ...draft, fileHash: hash },
          { ...options, listCheckedAt, listAgeConfirmed, ...sender },
          (created) => {
            // Again within the transaction: the same file may have been sent from another draft meanwhile.
            history.requireSeen(hash, [...sameFileConfirmed, created])
            history.requireNotSent(created)
            drafts.closeDraft(storage.database, draftId, created)
            if (by) by.inTransaction(created)
            else parts.onDraftSent(draftId, created)
            updates?.commit()
          },
        )
      } catch (error) {
        updates?.drop()
        throw error
      }
      updates?.run().catch((error: unknown) => storage.log.write('error', 'uploads.updatesFailed', errorFields(error)))
      storage.announcer.announce('drafts.changed', draftId)
      return summaries.show(requireUpload(id))
    } finally {
      draftsBeingSent.delete(draftId)
    }
  }

  return {
    create: (input: MethodInput<'uploads.create'>): Promise<Upload> => createFromDraft(input, null),
    /** As `create`, for the watched folder of this name. `inTransaction` is called in the transaction that creates the upload. */
    createFromFolder: (draft: MethodInput<'uploads.create'>, by: SendingFolder): Promise<Upload> =>
      createFromDraft(draft, by),

    async stopCreating({ draftId }: MethodInput<'uploads.stopCreating'>) {
      rowTaker.cancel(draftId)
      return {}
    },

    /** Creates an upload of existing records, with references and without VIN look-ups. Returns its id. */
    createFromRecords({ connectionId, region, name, header, rows, inTransaction }: RecordsToSend): Promise<string> {
      const id = newId()
      const options = { name, lookUpMissingVins: false, listCheckedAt: null, listAgeConfirmed: false, personId: null }
      const draft = packLists(
        {
          fileName: name,
          region,
          connectionId,
          header,
          rowsInFile: rows.length,
          unsent: [],
          rows: rows.map((row, index) => ({ ...row, row: index + 1 })),
          paidLookups: 0,
        },
        writer.formFor(id, true),
      )
      return createUpload(draft, { ...options, userName }, inTransaction)
    },
  }
}
