import { recoveryOf } from '../../contract/recovery.ts'
import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { listNotRefreshed } from './list-check.ts'
import type { KnownRow } from '../drafts/engine/known-rows.ts'
import type { KnownCustomerList, RowsUpdate } from './runner-context.ts'
import { uploadMessages } from './upload-messages.ts'
import type { PackedUpload, PackFormOf } from './upload-writer.ts'

/** The drafts, as uploads use them. */
export interface SendableDrafts {
  /** What would be sent now. */
  toSend(draftId: string): Promise<DraftToSend>
  /** The rows that update customers. */
  knownRows(draftId: string): Promise<{ readonly rows: readonly KnownRow[] }>
  /** The rows packed as `formOf` says. */
  rowsToSend(draftId: string, formOf: PackFormOf): Promise<PackedUpload>
  /** Opens a text as a draft; see `Drafts.openText`. */
  openText(name: string, text: string, signal: AbortSignal): Promise<string>
  /** SHA-256 of the draft's file; null: it is not known. */
  fileHash(draftId: string): Promise<string | null>
  /** Called in the transaction that creates the upload. */
  closeDraft(database: Database, draftId: string, uploadId: string): void
}

/** The numbers that the user sees before a draft is sent; see `Draft.knownRows`. */
export interface DraftNumbers {
  readonly rows: number
  readonly knownRows: number
}

interface DraftToSend extends DraftNumbers {
  readonly connectionId: string
  readonly region: Region
  /** Rows that update customers. */
  readonly updates: number
}

export interface CheckedRows {
  readonly draft: PackedUpload
  /** What the rows change in existing customers; null: nothing. Commit or drop it. */
  readonly updates: RowsUpdate | null
  /** When the customer list was refreshed (ISO 8601); null: it was not. */
  readonly listCheckedAt: string | null
}

export interface CheckOptions {
  readonly confirmed: (DraftNumbers & { readonly updates?: string | undefined }) | undefined
  readonly listAgeConfirmed: boolean
  /** See `uploads.create`. */
  readonly queueOffline: boolean
  /** How the rows are packed. */
  readonly formOf: PackFormOf
}

/** Takes the rows of a draft that is to be sent. */
export type RowTaker = ReturnType<typeof createRowTaker>

const { errors } = uploadMessages

export function createRowTaker(
  { announcer, clock, ended }: OpenStorage,
  drafts: SendableDrafts,
  list: KnownCustomerList,
) {
  const running = new Map<string, AbortController>()

  const refresh = async (
    draftId: string,
    scope: { readonly connectionId: string; readonly region: Region },
    queueOffline: boolean,
  ): Promise<boolean> => {
    const cancelled = new AbortController()
    running.set(draftId, cancelled)
    const report = (read: number): void =>
      announcer.announce('drafts.progressed', draftId, { part: 0, words: uploadMessages.refreshing(read) })
    report(0)
    try {
      const answer = await list.refresh(scope, {
        signal: AbortSignal.any([cancelled.signal, ended]),
        onProgress: report,
      })
      if (answer.ok) return true
      const { failure } = answer.error
      if (failure.kind === 'offline' && queueOffline) return false
      if (failure.kind === 'cancelled') fail('cancelled', errors.creationCancelled, { kept: errors.nothingSent })
      if (recoveryOf(failure.kind) === 'machine') throw new FailureError(failure)
      throw new FailureError(listNotRefreshed(failure, list.syncedAt(scope.connectionId, scope.region)))
    } finally {
      running.delete(draftId)
    }
  }

  return {
    /**
     * Refreshes the customer list first. Throws `needs-confirmation` when that fails and the age is not confirmed, `conflict`
     * when the numbers are not those that the user saw, `invalid-input` when there is nothing to send, and `cancelled`.
     */
    async take(
      draftId: string,
      { confirmed, listAgeConfirmed, queueOffline, formOf }: CheckOptions,
    ): Promise<CheckedRows> {
      const before = await drafts.toSend(draftId)
      if (before.rows + before.updates === 0) failNothingToSend()
      const isRefreshed = !listAgeConfirmed && (await refresh(draftId, before, queueOffline))
      const listCheckedAt = isRefreshed ? clock.now().toISOString() : null
      const { rows: known } = await drafts.knownRows(draftId)
      const updates = known.length > 0 ? await list.prepareUpdates(before, known) : null
      try {
        const formWith: PackFormOf = (...of) => ({ ...formOf(...of), ...(updates && { updates: updates.rows }) })
        const draft = await drafts.rowsToSend(draftId, formWith)
        failIfChanged(confirmed ?? before, draft)
        if (updates && confirmed?.updates !== undefined && confirmed.updates !== updates.digest) {
          const { otherUpdates, nextUpdates: next } = errors.rowsChanged
          fail('conflict', otherUpdates, { kept: errors.nothingSent, next })
        }
        if (draft.sent + known.length === 0) failNothingToSend()
        return { draft, updates, listCheckedAt }
      } catch (error) {
        updates?.drop()
        throw error
      }
    },
    /** Ends a `take` that is refreshing the list. */
    cancel: (draftId: string): void => running.get(draftId)?.abort(),
  }
}

function failNothingToSend(): never {
  return fail('invalid-input', errors.nothingToSend, { kept: errors.draftKept, next: errors.fixOrInclude })
}

function failIfChanged(seen: DraftNumbers, { sent, knownRows = 0, knownCustomers }: PackedUpload): void {
  if (seen.rows === sent && seen.knownRows === knownRows) return
  const { excluded, addedAgain, updated, other, next } = errors.rowsChanged
  const text =
    seen.knownRows === knownRows
      ? other(sent)
      : knownCustomers === 'skip'
        ? excluded(knownRows, sent)
        : knownCustomers === 'update'
          ? updated(knownRows, sent)
          : addedAgain(knownRows)
  fail('conflict', text, { kept: errors.nothingSent, next })
}
