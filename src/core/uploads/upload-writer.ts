import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { KnownVin } from '../../contract/drafts.ts'
import type { Region } from '../../contract/region.ts'
import type { ImportOptions } from '../../contract/upload-history.ts'
import { fail } from '../failures/failure-error.ts'
import { correctedRow } from '../drafts/mapping/reimport.ts'
import type { RegoVins } from '../known-vins/rego-vins.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { Journal } from './journal.ts'
import type { UploadTiming } from './timing.ts'
import type { NewRow } from './upload-creation.ts'
import { uploadMessages } from './upload-messages.ts'
import { sentVin } from './upload-vins.ts'
import { referenceFor, withReference, type KnownCustomers } from './upload-record.ts'

/** Records to upload that do not come from a spreadsheet. */
export interface RecordsToSend {
  readonly connectionId: string
  readonly region: Region
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly { readonly input: CustomerInput; readonly original: readonly string[] }[]
  /** Called in the transaction that creates the upload; the first row is 1. */
  inTransaction(uploadId: string): void
}

/** A draft's rows for an upload: every record of the file is in `rows` or in `leftOut`. */
export interface RowsToSend {
  readonly fileName: string
  readonly region: Region
  readonly connectionId: string
  readonly header: readonly string[]
  readonly rowsInFile: number
  /** Rows of the file that are no customer rows. */
  readonly rowsSkipped?: number
  readonly leftOut: readonly { readonly row: number; readonly reason: string; readonly original: readonly string[] }[]
  readonly rows: readonly {
    readonly row: number
    readonly input: CustomerInput
    readonly original: readonly string[]
    /** Its car is already a customer, and it is sent nevertheless. */
    readonly known?: boolean
    /** The VIN in `input` is not from the file. */
    readonly knownVin?: KnownVin | null
  }[]
  readonly paidLookups: number
  /** What happens to rows whose car is already a customer; absent: they are not compared with the customers. */
  readonly knownCustomers?: KnownCustomers
  /** The rows that are excluded or sent again because of it. */
  readonly knownRows?: number
  /** SHA-256 of the file, in hexadecimal. */
  readonly fileHash?: string | null
  readonly options?: ImportOptions
  /** The upload that the rows join; absent or null: none. */
  readonly corrects?: string | null
}

export interface UploadOptions {
  readonly name: string
  readonly lookUpMissingVins: boolean
  /** False: the rows are sent without references. */
  readonly references: boolean
  /** When the customer list was refreshed (ISO 8601); null: it could not be refreshed, or is not used. */
  readonly listCheckedAt: string | null
  readonly listAgeConfirmed: boolean
  readonly userName: string | null
}

/** Writes a whole upload to the journal. No query returns it before that. */
export type UploadWriter = (
  uploadId: string,
  draft: RowsToSend,
  options: UploadOptions,
  inTransaction: () => void,
) => Promise<void>

export function createUploadWriter(
  storage: OpenStorage,
  journal: Journal,
  { rowsPerEntry }: Pick<UploadTiming, 'rowsPerEntry'>,
  regoVins: RegoVins | null,
): UploadWriter {
  const addRows = async (
    uploadId: string,
    draft: RowsToSend,
    batchSize: number,
    referenceKey: string | null,
  ): Promise<void> => {
    const { corrects = null } = draft
    const correctsRow = (original: readonly string[]): number | null =>
      corrects === null ? null : correctedRow(draft.header, original, corrects)
    const sent = draft.rows.map(({ row, original, input, known }, index): NewRow => ({
      row,
      original,
      correctsRow: correctsRow(original),
      known: known ?? false,
      batch: Math.floor(index / batchSize) + 1,
      input: referenceKey === null ? input : withReference(input, referenceKey, referenceFor(uploadId, row)),
    }))
    const all: NewRow[] = [
      ...sent,
      ...draft.leftOut.map((row): NewRow => ({ ...row, correctsRow: correctsRow(row.original), batch: null })),
    ]
    for (let first = 0; first < all.length; first += rowsPerEntry) {
      journal.addRows(uploadId, all.slice(first, first + rowsPerEntry))
      // With the date of their source: filled in again and again, a VIN must not stay known for ever.
      const filled = draft.rows.slice(first, first + rowsPerEntry).flatMap((row) => sentVin(row, draft.region))
      if (filled.length > 0) regoVins?.saveSent(draft, filled)
      // A long list is written in pieces so that other calls are not blocked.
      await yieldToEventLoop()
    }
  }

  return async (uploadId, draft, options, inTransaction) => {
    const connection =
      storage.connections.find(draft.connectionId) ?? fail('not-found', uploadMessages.errors.connectionNotFound)
    const learnedSize = journal.sizeLearned(connection.id)
    const batchSize = Math.min(connection.advanced.firstBatchSize, learnedSize ?? Number.POSITIVE_INFINITY)
    const referenceKey = options.references ? connection.advanced.referenceKey : null
    try {
      journal.begin({
        id: uploadId,
        connectionId: connection.id,
        region: draft.region,
        name: options.name,
        fileName: draft.fileName,
        lookUpMissingVins: options.lookUpMissingVins,
        referenceKey,
        header: draft.header,
        rowsInFile: draft.rowsInFile,
        rowsLeftOut: draft.leftOut.length,
        rowsSkipped: draft.rowsSkipped ?? 0,
        paidLookups: options.lookUpMissingVins ? draft.paidLookups : 0,
        batchSize,
        tooLargeSeen: false,
        knownCustomers: draft.knownCustomers ?? null,
        listCheckedAt: options.listCheckedAt,
        listAgeConfirmed: options.listAgeConfirmed,
        fileHash: draft.fileHash ?? null,
        userName: options.userName,
        options: draft.options ?? null,
        corrects: draft.corrects ?? null,
      })
      await addRows(uploadId, draft, batchSize, referenceKey)
      journal.publish(uploadId, inTransaction)
    } catch (error) {
      journal.discardUnpublished(uploadId)
      throw error
    }
  }
}
