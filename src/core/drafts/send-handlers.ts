import type { Draft } from '../../contract/drafts.ts'
import type { ImportOptions } from '../../contract/import-options.ts'
import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import { importOptions, requireAnswers } from './draft-summary.ts'
import { fixesOf } from './engine/correction.ts'
import type { KnownRows, KnownRow } from './engine/known-rows.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import type { Template } from './model/draft-source.ts'
import type { StoredOverride } from './model/overrides.ts'
import { closeDraft, type DraftRepository, type SavedDraft } from './storage/draft-repository.ts'
import type { PackedRows, PackForm } from './storage/pack-upload.ts'
import { takePackedRows, type PartPlace } from './take-packed-rows.ts'
import type { DraftThread } from './worker/draft-thread.ts'

/** A draft's rows for an upload: every record of the file is sent or not. */
interface RowsToSend {
  readonly fileName: string
  readonly header: readonly string[]
  readonly rowsInFile: number
  readonly rowsSkipped: number
  readonly form: PackForm
  readonly sent: number
  readonly withErrors: number
  /** First the batches, then the rows that are not sent. Can be read once. */
  readonly packs: AsyncIterable<PackedRows>
  readonly paidLookups: number
  readonly region: Region
  readonly connectionId: string
  /** What happens to rows whose car is already a customer. */
  readonly knownCustomers: Draft['knownCustomers']
  /** See `Draft.knownRows`. */
  readonly knownRows: number
  readonly options: ImportOptions
  readonly fixes: readonly StoredOverride[]
  /** The upload that these rows join; null: none. */
  readonly corrects: string | null
}

/** What an upload of a draft would send now, and where. */
interface DraftToSend extends Pick<RowsToSend, 'connectionId' | 'region' | 'knownRows'> {
  readonly rows: number
  /** Rows that update customers. */
  readonly updates: number
}

/** Drafts as an upload sees them. */
export interface SentDrafts {
  /**
   * Begins the sending of a draft: a later change makes `closeDraft` throw. Throws `not-found`, and `invalid-input` while
   * a contact question has no answer.
   */
  toSend(draftId: string): Promise<DraftToSend>
  /** The rows that update customers. Throws `not-found`. */
  knownRows(draftId: string): Promise<KnownRows>
  /** Throws `not-found`. Rows that are not sent have their reasons. */
  rowsToSend(draftId: string, formOf: (connectionId: string, corrects: string | null) => PackForm): Promise<RowsToSend>
  /** SHA-256 of the draft's file, in hexadecimal; null: there is no file. Throws `not-found`. */
  fileHash(draftId: string): Promise<string | null>
  /**
   * Closes a draft whose rows became an upload: it is kept out of sight while the upload can be withdrawn. Joins the open
   * transaction, so that the rows are never in both or in neither. Throws `conflict` when the draft was changed after its
   * rows were taken, `not-found` when it was removed. From then on the next file with the same header starts with its columns.
   */
  closeDraft(database: Database, draftId: string, uploadId: string): void
}

interface SendNeeds {
  readonly loaded: LoadedDrafts
  readonly repository: DraftRepository
  draftOf(id: string): Draft
  /** ISO 8601. */
  now(): string
}

/** A draft that is being sent, whether it was changed since that began, and what the next file with its header starts with. */
interface Sending {
  changed: boolean
  readonly region: Region
  readonly template: Template | null
}

/** What an upload asks of drafts. */
export function createSendHandlers({ loaded, repository, draftOf, now }: SendNeeds): {
  readonly handlers: SentDrafts
  /** Has to be called when a draft changes: an upload of what it was before is then refused. */
  noteChange(id: string): void
} {
  const { threadOf, withDraft } = loaded
  const sending = new Map<string, Sending>()
  /** What the next file with this header starts with; null: this draft has no file. */
  const templateOf = async ({ id, fileName }: SavedDraft): Promise<Template | null> => {
    const template = await threadOf(id).call('template', { draftId: id })
    const name = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 80)
    return template && { ...template, choices: { ...template.choices, name } }
  }
  return {
    noteChange(id) {
      const draft = sending.get(id)
      if (draft) draft.changed = true
    },
    handlers: {
      toSend: (draftId) =>
        withDraft(draftId, async ({ connectionId, region }) => {
          requireAnswers(draftOf(draftId))
          sending.set(draftId, { changed: false, region, template: null })
          const { counts, knownRows } = draftOf(draftId)
          return { connectionId, region, rows: counts.ready + counts.warning, updates: counts.update, knownRows }
        }),
      rowsToSend: (draftId, formOf) =>
        withDraft(draftId, async (kept) => {
          const { fileName, name, connectionId, region } = kept
          requireAnswers(draftOf(draftId))
          const changed = sending.get(draftId)?.changed ?? false
          sending.set(draftId, { changed, region, template: await templateOf(kept) })
          const corrects = draftOf(draftId).corrects?.uploadId ?? null
          const form = formOf(connectionId, corrects)
          const partAt = (place: PartPlace) => threadOf(draftId).call('packRows', { draftId, form, ...place })
          const first = await partAt({ sent: true, from: 0 })
          const { rows: rowsInFile, skipped: rowsSkipped, paidLookups } = first.counts
          const sent = first.counts.ready + first.counts.warning
          const draft = draftOf(draftId)
          const { knownCustomers, knownRows } = draft
          return {
            fileName: fileName || name,
            header: first.header,
            rowsInFile,
            rowsSkipped,
            form,
            sent,
            withErrors: first.counts.error,
            packs: takePackedRows(first, (place) => withDraft(draftId, () => partAt(place))),
            paidLookups,
            region,
            connectionId,
            knownCustomers,
            knownRows,
            options: importOptions(draft, loaded.mobileForm(connectionId)),
            fixes: fixesOf(repository.overrides(draftId)),
            corrects,
          }
        }),
      knownRows: (draftId) =>
        withDraft(draftId, async ({ connectionId, region }) => {
          const rows = await takeKnownRows(threadOf(draftId), draftId)
          return { connectionId, region, rows }
        }),
      fileHash: async (draftId) => repository.fileHash(loaded.savedDraft(draftId).id),
      closeDraft(within, draftId, uploadId) {
        const draft = sending.get(draftId)
        sending.delete(draftId)
        if (draft?.changed) {
          const { message, kept, next } = draftMessages.changedDuringSend
          fail('conflict', message, { kept, next })
        }
        if (!closeDraft(within, draftId, uploadId)) {
          fail('not-found', draftMessages.removedDuringSend)
        }
        if (draft?.template) repository.remember(draft.region, draft.template, now())
        loaded.unload(draftId)
      },
    },
  }
}

/** Rows that the thread finds in one piece: a few milliseconds. */
const rowsPerPart = 250

/** The rows of a draft whose cars are customers', in parts, so that other calls to its thread are not blocked for long. */
async function takeKnownRows(thread: DraftThread, draftId: string): Promise<KnownRow[]> {
  const rows: KnownRow[] = []
  for (let from: number | null = 0; from !== null;) {
    const part: { readonly rows: readonly KnownRow[]; readonly next: number | null } = await thread.call('knownRows', {
      draftId,
      from,
      limit: rowsPerPart,
    })
    rows.push(...part.rows)
    from = part.next
  }
  return rows
}
