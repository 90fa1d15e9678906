import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import { importOptions, requireAnswers } from './draft-summary.ts'
import type { DraftWork } from './draft-work.ts'
import { fixesOf } from './engine/correction.ts'
import type { KnownRow, KnownRows } from './engine/known-rows.ts'
import type { Template } from './model/draft-source.ts'
import { closeDraft, type SavedDraft } from './storage/draft-repository.ts'
import type { PackedRows, PackForm } from './storage/pack-upload.ts'
import type { DraftThread } from './worker/draft-thread.ts'
import type { WorkerCalls } from './worker/draft-service.ts'

/** Drafts as an upload sees them. */
export type SentDrafts = ReturnType<typeof createSendHandlers>['handlers']

/** A draft that is being sent, whether it was changed since that began, and what the next file with its header starts with. */
interface Sending {
  changed: boolean
  readonly region: Region
  readonly template: Template | null
}

/** What an upload asks of drafts. */
export function createSendHandlers({ loaded, repository, draftOf, now }: DraftWork) {
  const { threadOf, withDraft } = loaded
  const sending = new Map<string, Sending>()
  /** What the next file with this header starts with; null: this draft has no file. */
  const templateOf = async ({ id, fileName }: SavedDraft): Promise<Template | null> => {
    const template = await threadOf(id).call('template', {})
    const name = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 80)
    return template && { ...template, choices: { ...template.choices, name } }
  }
  return {
    /** Has to be called when a draft changes: an upload of what it was before is then refused. */
    noteChange(id: string): void {
      const draft = sending.get(id)
      if (draft) draft.changed = true
    },
    handlers: {
      /**
       * Begins the sending of a draft: a later change makes `closeDraft` throw. Throws `not-found`, and `invalid-input` while
       * a contact question has no answer. What an upload would send now, and where.
       */
      toSend: (draftId: string) =>
        withDraft(draftId, async ({ connectionId, region }) => {
          requireAnswers(draftOf(draftId))
          sending.set(draftId, { changed: false, region, template: null })
          const { counts, knownRows } = draftOf(draftId)
          return { connectionId, region, rows: counts.ready + counts.warning, updates: counts.update, knownRows }
        }),
      /** A draft's rows for an upload: every record of the file is sent, or not for a reason. Throws `not-found`. */
      rowsToSend: (draftId: string, formOf: (connectionId: string, corrects: string | null) => PackForm) =>
        withDraft(draftId, async (kept) => {
          const { fileName, name, connectionId, region } = kept
          requireAnswers(draftOf(draftId))
          const changed = sending.get(draftId)?.changed ?? false
          sending.set(draftId, { changed, region, template: await templateOf(kept) })
          const corrects = draftOf(draftId).corrects?.uploadId ?? null
          const form = formOf(connectionId, corrects)
          const partAt = (place: PartPlace) => threadOf(draftId).call('packRows', { form, ...place })
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
            /** First the batches, then the rows that are not sent. Can be read once. */
            packs: takePackedRows(first, (place) => withDraft(draftId, () => partAt(place))),
            paidLookups,
            region,
            connectionId,
            /** What happens to rows whose car is already a customer. */
            knownCustomers,
            /** See `Draft.knownRows`. */
            knownRows,
            options: importOptions(draft, loaded.mobileForm(connectionId)),
            fixes: fixesOf(repository.overrides(draftId)),
            /** The upload that these rows join; null: none. */
            corrects,
          }
        }),
      /** The rows that update customers. Throws `not-found`. */
      knownRows: (draftId: string) =>
        withDraft(draftId, async ({ connectionId, region }): Promise<KnownRows> => {
          const rows = await takeKnownRows(threadOf(draftId))
          return { connectionId, region, rows }
        }),
      /** SHA-256 of the draft's file, in hexadecimal; null: there is no file. Throws `not-found`. */
      fileHash: async (draftId: string) => repository.fileHash(loaded.savedDraft(draftId).id),
      /**
       * Closes a draft whose rows became an upload: it is kept out of sight while the upload can be withdrawn. Joins the open
       * transaction, so that the rows are never in both or in neither. Throws `conflict` when the draft was changed after its
       * rows were taken, `not-found` when it was removed. From then on the next file with the same header starts with its columns.
       */
      closeDraft(within: Database, draftId: string, uploadId: string): void {
        const draft = sending.get(draftId)
        sending.delete(draftId)
        if (draft?.changed) fail('conflict', draftMessages.changedDuringSend)
        if (!closeDraft(within, draftId, uploadId)) fail('not-found', draftMessages.removedDuringSend)
        if (draft?.template) repository.remember(draft.region, draft.template, now())
        loaded.unload(draftId)
      },
    },
  }
}

/** Rows that the thread finds in one piece: a few milliseconds. */
const rowsPerPart = 250

/** The rows of a draft whose cars are customers', in parts, so that other calls to its thread are not blocked for long. */
async function takeKnownRows(thread: DraftThread): Promise<KnownRow[]> {
  const rows: KnownRow[] = []
  for (let from: number | null = 0; from !== null;) {
    const part: { readonly rows: readonly KnownRow[]; readonly next: number | null } = await thread.call('knownRows', {
      from,
      limit: rowsPerPart,
    })
    rows.push(...part.rows)
    from = part.next
  }
  return rows
}

type Part = WorkerCalls['packRows']['output']

/** Where a part of the rows begins. */
export type PartPlace = Pick<WorkerCalls['packRows']['input'], 'sent' | 'from'>

/**
 * The rows of a draft for an upload, packed: first the batches, then the rows that are not sent. The draft's thread packs the next part while one
 * is written, and the second one at once. `partAt` rejects when a part cannot be packed, and then so does this. Can be read once.
 */
export function takePackedRows(
  first: Part,
  partAt: (place: PartPlace) => Promise<Part>,
): AsyncGenerator<PackedRows, void, undefined> {
  const askForNext = ({ next }: Part, sent: boolean) => {
    // The rows that are not sent come from the beginning again.
    const place: PartPlace | null = next !== null ? { sent, from: next } : sent ? { sent: false, from: 0 } : null
    if (!place) return null
    const part = partAt(place)
    // The reader may end before it: then nobody hears of a failure.
    part.catch(() => undefined)
    return { part, sent: place.sent }
  }
  const second = askForNext(first, true)
  const inOrder = async function* (): AsyncGenerator<PackedRows, void, undefined> {
    yield* first.packed
    for (let coming = second; coming;) {
      const part: Part = await coming.part
      coming = askForNext(part, coming.sent)
      yield* part.packed
    }
  }
  return inOrder()
}
