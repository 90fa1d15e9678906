import type { RowOutcome, UploadRows } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { RowResults, StoredOutcome } from '../drafts/storage/row-pack.ts'
import { uploadMessages } from './upload-messages.ts'
import type { PackPlace, RowPacks } from './row-packs.ts'

/** How a row ended in a later upload that sent it again. */
export interface JoinedRow extends Pick<RowResults, 'customerId' | 'reason' | 'generalReason'> {
  readonly outcome: RowOutcome
  /** The upload that sent it last, and its number there. */
  readonly uploadId: string
  readonly row: number
}

/** By row number of the upload that they joined. */
export type JoinedRows = ReadonlyMap<number, JoinedRow>

/** Nothing that happens to the row later changes it. */
const isSettled = (outcome: RowOutcome): boolean => outcome === 'accepted' || outcome === 'updated'

/** How a row ended last, if that was in a later upload; else null. */
export const lastEnd = (own: RowOutcome | null, joined: JoinedRow | undefined): JoinedRow | null =>
  joined === undefined || (own !== null && isSettled(own)) ? null : joined

/** The outcome of a row of an upload; `joined`: how it ended in a later upload. */
export const outcomeWith = (own: RowOutcome, joined: JoinedRow | undefined): RowOutcome =>
  lastEnd(own, joined)?.outcome ?? own

/** The reason of rows that a cancel left is not stored with each of them. */
export const reasonOf = ({ outcome, reason }: Pick<RowResults, 'outcome' | 'reason'>): string | null =>
  reason ?? (outcome === 'not-sent' ? uploadMessages.reasons.notSent : null)

/** Shows the stored outcomes of an upload's rows; until a row has one, its batch says it. */
export function shownOutcomes(
  database: Database,
  uploadId: string,
): (pack: Pick<PackPlace, 'batch'>, stored: StoredOutcome | null) => RowOutcome {
  const waiting = new Set(
    database.values<number>(`SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'refused')`, [
      uploadId,
    ]),
  )
  return ({ batch }, stored) => stored ?? (batch !== null && waiting.has(batch) ? 'pending' : 'in-process')
}

/**
 * The rows of an upload that later uploads sent again, each as it ended last. A row that became a customer, or updated one, stays so. Of an
 * upload that was undone, only what was sent again after it counts. `onRead`: gets the id of each upload that was read.
 */
export function readJoinedRows(
  database: Database,
  packs: Pick<RowPacks, 'results'>,
  uploadId: string,
  onRead?: (uploadId: string) => void,
): JoinedRows {
  onRead?.(uploadId)
  const joined = new Map<number, JoinedRow>()
  const later = database.all<{ id: string; undone_at: string | null }>(
    `SELECT id, undone_at FROM upload WHERE corrects = ? AND state <> 'preparing' ORDER BY created_at, id`,
    [uploadId],
  )
  for (const { id, undone_at: undoneAt } of later) {
    const again = readJoinedRows(database, packs, id, onRead)
    const shown = shownOutcomes(database, id)
    for (const pack of packs.results(id)) {
      for (const result of pack.rows) {
        const { row, correctsRow, customerId, generalReason } = result
        if (correctsRow === null) continue
        const own = shown(pack, result.outcome)
        const next = again.get(row)
        const isUndone = undoneAt !== null
        const ownEnd = { outcome: own, uploadId: id, row, customerId, reason: reasonOf(result), generalReason }
        const end = next && (isUndone || !isSettled(own)) ? next : isUndone ? null : ownEnd
        const before = joined.get(correctsRow)
        if (end && (!before || !isSettled(before.outcome))) joined.set(correctsRow, end)
      }
    }
  }
  return joined
}

const countOf: Readonly<Record<RowOutcome, Exclude<keyof UploadRows, 'inFile' | 'skipped' | 'sent'>>> = {
  pending: 'pending',
  'in-process': 'inProcess',
  accepted: 'accepted',
  failed: 'failed',
  'not-processed': 'notProcessed',
  'not-sent': 'notSent',
  'with-errors': 'withErrors',
  updated: 'updated',
  excluded: 'excluded',
}

/** Counts rows that were sent again as they ended last. `joined`: how many of them are customers now. */
export function countJoined(
  rows: UploadRows,
  ends: Iterable<{ readonly own: RowOutcome; readonly last: RowOutcome }>,
): { readonly rows: UploadRows; readonly joined: number } {
  const counts = { ...rows }
  let joined = 0
  for (const { own, last } of ends) {
    counts[countOf[own]] -= 1
    counts[countOf[last]] += 1
    if (last === 'accepted' && own !== last) joined += 1
  }
  const { accepted, failed, notProcessed, inProcess } = counts
  return { rows: { ...counts, sent: accepted + failed + notProcessed + inProcess }, joined }
}

const isSent = (outcome: RowOutcome): boolean => isSettled(outcome) || outcome === 'in-process' || outcome === 'pending'

/**
 * The rows of a new upload, not published yet, that another upload sent already: both are drafts of the same rows of an earlier
 * upload. Rows that failed there can be sent again. `joinedRows`: see `readJoinedRows`.
 */
export function rowsSentBefore(
  database: Database,
  packs: Pick<RowPacks, 'results'>,
  joinedRows: (uploadId: string) => JoinedRows,
  uploadId: string,
): number[] {
  const correctedBy = (id: string): string | null =>
    database.value<string>('SELECT corrects FROM upload WHERE id = ?', [id])
  const before = new Set<number>()
  /** Rows of the new upload by their numbers in the upload that it corrects, then in the one which that corrects. */
  let rows = new Map<number, number>()
  for (const { batch, rows: results } of packs.results(uploadId)) {
    for (const { row, correctsRow } of results) if (batch !== null && correctsRow !== null) rows.set(correctsRow, row)
  }
  for (let id = correctedBy(uploadId); id !== null && rows.size > 0; id = correctedBy(id)) {
    const joined = joinedRows(id)
    const above = new Map<number, number>()
    for (const { rows: results } of packs.results(id)) {
      for (const { row: number, correctsRow } of results) {
        const row = rows.get(number)
        const end = joined.get(number)
        if (row !== undefined && end && isSent(end.outcome)) before.add(row)
        if (row !== undefined && correctsRow !== null) above.set(correctsRow, row)
      }
    }
    rows = above
  }
  return [...before].toSorted((one, other) => one - other)
}
