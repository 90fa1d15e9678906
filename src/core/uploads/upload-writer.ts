import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Region } from '../../contract/region.ts'
import type { ImportOptions } from '../../contract/import-options.ts'
import { fail } from '../failures/failure-error.ts'
import type { StoredOverride } from '../drafts/model/overrides.ts'
import {
  packSent,
  packUnsent,
  type PackedRows,
  type PackForm,
  type SentRow,
  type UnsentRow,
} from '../drafts/storage/pack-upload.ts'
import type { RegoVins } from '../known-vins/rego-vins.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { Journal } from './journal.ts'
import { uploadMessages } from './upload-messages.ts'
import { sentVin } from './upload-vins.ts'
import type { KnownCustomers } from '../../contract/column-choices.ts'

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

/** What an upload is made of, apart from its rows. */
export interface UploadFacts {
  readonly fileName: string
  readonly region: Region
  readonly connectionId: string
  readonly header: readonly string[]
  readonly rowsInFile: number
  /** Rows of the file that are no customer rows. */
  readonly rowsSkipped?: number
  readonly paidLookups: number
  /** What happens to rows whose car is already a customer; absent: they are not compared with the customers. */
  readonly knownCustomers?: KnownCustomers
  /** The rows that are excluded, sent again or update customers because of it. */
  readonly knownRows?: number
  /** SHA-256 of the file, in hexadecimal. */
  readonly fileHash?: string | null
  readonly options?: ImportOptions
  /** What the user decided about values; see `fixesOf`. */
  readonly fixes?: readonly StoredOverride[]
  /** The upload that the rows join; absent or null: none. */
  readonly corrects?: string | null
}

/** The rows of an upload as lists: every record of the file is in `rows` or in `unsent`. */
export interface RowsToSend extends UploadFacts {
  readonly unsent: readonly UnsentRow[]
  readonly rows: readonly SentRow[]
}

/** The rows of an upload in packs. Those with a customer to post are its batches, in their order. */
export interface PackedUpload extends UploadFacts {
  readonly form: PackForm
  readonly sent: number
  readonly withErrors: number
  /** All rows of the file. Read once; when it fails, there is no upload. */
  readonly packs: AsyncIterable<PackedRows> | Iterable<PackedRows>
}

/** How the rows of an upload are packed. */
export type PackFormOf = (connectionId: string, corrects: string | null) => PackForm

export interface UploadOptions {
  readonly name: string
  readonly lookUpMissingVins: boolean
  /** When the customer list was refreshed (ISO 8601); null: it could not be refreshed, or is not used. */
  readonly listCheckedAt: string | null
  readonly listAgeConfirmed: boolean
  readonly userName: string | null
  /** Who started it; null: not known. */
  readonly personId: string | null
  /** The watched folder that sends it without a person; absent: none. */
  readonly folderName?: string
}

export type UploadWriter = ReturnType<typeof createUploadWriter>

export function createUploadWriter(storage: OpenStorage, journal: Journal, regoVins: RegoVins) {
  const connectionOf = (id: string) =>
    storage.connections.find(id) ?? fail('not-found', uploadMessages.errors.connectionNotFound)

  /** Returns how many rows each batch has. Read from the packs, they took 40 ms for 1,000,000 rows. */
  const addRows = async (uploadId: string, draft: PackedUpload): Promise<readonly number[]> => {
    const batches: number[] = []
    const rows = { sent: 0, unsent: 0 }
    let waiting: PackedRows[] = []
    const save = (): void => {
      // `publish` waits for the disk, and for all of this with it; before, a power cut may undo what no query returns.
      storage.database.transaction(() => {
        for (const { isBatch, pack } of waiting) {
          if (isBatch) batches.push(pack.rows)
          rows[isBatch ? 'sent' : 'unsent'] += pack.rows
          journal.addPack(uploadId, isBatch ? batches.length : null, pack)
        }
        // With the date of their source: filled in again and again, a VIN must not stay known for ever.
        const vins = waiting.flatMap(({ filled }) => filled.flatMap((row) => sentVin(row, draft.region)))
        if (vins.length > 0) regoVins.saveSent(draft, vins)
      }, 'later')
      waiting = []
    }
    for await (const packed of draft.packs) {
      waiting.push(packed)
      if (waiting.length === packsPerEntry) {
        save()
        // SQLite alone would move 16 MiB of its log at once; see `write-piece.ts`.
        await yieldToEventLoop()
        storage.database.moveLog()
      }
      // A long list is written in pieces so that other calls are not blocked.
      await yieldToEventLoop()
    }
    save()
    if (rows.sent !== draft.sent || rows.sent + rows.unsent !== draft.rowsInFile) {
      throw new Error('The rows of a draft do not add up to the rows of its file')
    }
    return batches
  }

  return {
    /** How the rows of a new upload are packed. Without `references`, its rows have none. */
    formFor:
      (uploadId: string, references: boolean): PackFormOf =>
      (connectionId, corrects) => {
        const { advanced } = connectionOf(connectionId)
        const learnedSize = journal.sizeLearned(connectionId) ?? Number.POSITIVE_INFINITY
        const referenceKey = references ? advanced.referenceKey : null
        return { uploadId, batchSize: Math.min(advanced.firstBatchSize, learnedSize), referenceKey, corrects }
      },

    /** Writes a whole upload to the journal. No query returns it before that. */
    async write(draft: PackedUpload, options: UploadOptions, inTransaction: () => void): Promise<void> {
      const { uploadId, batchSize, referenceKey, corrects } = draft.form
      try {
        journal.begin({
          id: uploadId,
          connectionId: connectionOf(draft.connectionId).id,
          region: draft.region,
          name: options.name,
          fileName: draft.fileName,
          lookUpMissingVins: options.lookUpMissingVins,
          referenceKey,
          header: draft.header,
          rowsInFile: draft.rowsInFile,
          rowsExcluded: draft.rowsInFile - draft.sent,
          rowsWithErrors: draft.withErrors,
          rowsUpdated: draft.form.updates?.updated?.length ?? 0,
          rowsSkipped: draft.rowsSkipped ?? 0,
          paidLookups: options.lookUpMissingVins ? draft.paidLookups : 0,
          batchSize,
          knownCustomers: draft.knownCustomers ?? null,
          listCheckedAt: options.listCheckedAt,
          listAgeConfirmed: options.listAgeConfirmed,
          fileHash: draft.fileHash ?? null,
          userName: options.userName,
          personId: options.personId,
          folderName: options.folderName ?? null,
          options: draft.options ?? null,
          fixes: draft.fixes ?? [],
          corrects,
        })
        const batches = await addRows(uploadId, draft)
        // To publish 2,000 batches takes a whole turn.
        await yieldToEventLoop()
        journal.publish(uploadId, batches, inTransaction)
      } catch (error) {
        journal.discardUnpublished(uploadId)
        throw error
      }
    },
  }
}

/** Packs the rows of lists. */
export function packLists(
  { rows, unsent, ...facts }: RowsToSend,
  formOf: PackFormOf,
): PackedUpload & { readonly packs: Iterable<PackedRows> } {
  const form = formOf(facts.connectionId, facts.corrects ?? null)
  const withErrors = unsent.filter(({ outcome }) => outcome === 'with-errors').length
  return { ...facts, form, sent: rows.length, withErrors, packs: packsOf(facts.header, { rows, unsent }, form) }
}

function* packsOf(
  header: readonly string[],
  { rows, unsent }: Pick<RowsToSend, 'rows' | 'unsent'>,
  form: PackForm,
): Generator<PackedRows> {
  for (let first = 0; first < rows.length; first += form.batchSize) {
    yield packSent(header, rows.slice(first, first + form.batchSize), form)
  }
  for (let first = 0; first < unsent.length; first += rowsPerPack) {
    yield packUnsent(header, unsent.slice(first, first + rowsPerPack), form)
  }
}

const rowsPerPack = 500
/** Packs written in one transaction: a few milliseconds. */
const packsPerEntry = 8
