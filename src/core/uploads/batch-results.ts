import { assertNever } from '../../contract/result.ts'
import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import type { JournalRow, RowResults, StoredOutcome } from '../drafts/storage/row-pack.ts'
import type { Clock } from '../ports/clock.ts'
import { createPaidLookups } from '../usage/paid-lookups.ts'
import { addBatchNote, discardDraft, saveUnnamedCustomers, setBatchState } from './journal-statements.ts'
import type { RowPacks } from './row-packs.ts'
import { uploadMessages } from './upload-messages.ts'
import type { BatchResult } from './upload-record.ts'
import { needsVinLookup } from './upload-vins.ts'

/** The result of one row; null: its customer may be listed later. */
export interface RowResult {
  readonly row: number
  readonly outcome: 'accepted' | 'failed' | 'not-processed' | null
  readonly reason: string | null
  readonly customerId: string | null
  /** The customer's record has the reference of the row. */
  readonly isNamed?: boolean
}

/** A row and a customer at the service that refers to it. */
export interface FoundRow {
  readonly row: number
  readonly customerId: string
}

/** The results of batches when they end. Each method is one transaction. */
export function createBatchResults(database: Database, clock: Clock, packs: RowPacks) {
  const paidLookups = createPaidLookups(database, clock)

  /** Created customers whose VIN the service had to look up. A failed row counts as not charged. */
  const countPaidLookups = (uploadId: string, batch: number): void => {
    const upload = database.get<{ connectionId: string; region: Region }>(
      'SELECT connection_id AS connectionId, region FROM upload WHERE id = ? AND look_up_missing_vins = 1',
      [uploadId],
    )
    if (!upload) return
    const isCharged = ({ outcome, input }: JournalRow): boolean =>
      (outcome === null || outcome === 'accepted') && needsVinLookup(input, upload.region)
    const rows = packs.rowsOfBatch(uploadId, batch).filter(isCharged)
    if (rows.length > 0) paidLookups.add(upload.connectionId, 'upload', rows.length)
  }

  const saveEnd = (uploadId: string, batch: number, results: readonly RowResult[]): void => {
    const byRow = new Map(results.map((result) => [result.row, result]))
    for (const pack of packs.results(uploadId, batch)) {
      packs.change(pack, (row) => ({ ...row, ...byRow.get(row.row) }))
    }
    saveUnnamedCustomers(
      database,
      uploadId,
      results.filter(({ isNamed }) => !isNamed),
    )
    database.run('UPDATE upload_batch SET finished_at = ? WHERE upload_id = ? AND number = ?', [
      clock.now().toISOString(),
      uploadId,
      batch,
    ])
    updateTotals(database, packs, uploadId, batch)
    countPaidLookups(uploadId, batch)
  }

  return {
    completeBatch(uploadId: string, batch: number, state: 'complete' | 'cancelled', rows: readonly RowResult[]): void {
      database.transaction(() => {
        database.run('UPDATE upload_batch SET state = ? WHERE upload_id = ? AND number = ?', [state, uploadId, batch])
        saveEnd(uploadId, batch, rows)
      })
    },

    /** For a batch whose answer was never read: the user says that it was received, or its rows were found at the service. */
    completeUnseenBatch(uploadId: string, batch: number, rows: readonly RowResult[], note: string): void {
      database.transaction(() => {
        setBatchState(database, uploadId, batch, 'complete', note)
        discardDraft(database, uploadId)
        addBatchNote(database, uploadId, batch, clock.now(), note)
        saveEnd(uploadId, batch, rows)
      })
    },
  }
}

/** What is found out about rows of finished batches later. Each method is one transaction. */
export function createLaterResults(database: Database, clock: Clock, packs: RowPacks) {
  const finishedBatches = (uploadId: string): ReadonlySet<number> =>
    new Set(
      database.values<number>(
        `SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('complete', 'cancelled')`,
        [uploadId],
      ),
    )

  /** When all customers that the service counted have been found, the rows without a result have failed. */
  const failRest = (uploadId: string, batch: number): void => {
    const errors = database.value<number>('SELECT errors FROM upload_batch WHERE upload_id = ? AND number = ?', [
      uploadId,
      batch,
    ])
    const found = [...packs.results(uploadId, batch)]
    const open = found.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome === null)).length
    if (errors === null || open === 0 || open > errors) return
    for (const pack of found) {
      packs.change(pack, (row) =>
        row.outcome === null ? { ...row, outcome: 'failed', reason: uploadMessages.reasons.failed } : row,
      )
    }
  }

  return {
    /**
     * The next rows of finished batches after `after` that are not known to be customers, or whose customer is not known, at
     * most `limit`.
     */
    unresolvedRows(uploadId: string, after: number, limit: number): readonly number[] {
      const finished = finishedBatches(uploadId)
      const found: number[] = []
      for (const { batch, rows } of packs.unresolved(uploadId, after)) {
        // Batches do not overlap: the next one has higher row numbers.
        if (found.length >= limit) break
        if (batch === null || !finished.has(batch)) continue
        found.push(...rows.flatMap(({ row, customerId }) => (row > after && customerId === null ? [row] : [])))
      }
      return found.slice(0, limit)
    },

    /**
     * Rows of finished batches that were found at the service later, or with another customer. When a batch then has as many
     * rows without a result as the service counted errors, these have failed. Returns how many rows changed.
     */
    correctRows(uploadId: string, found: readonly FoundRow[]): number {
      const customers = new Map(found.map(({ row, customerId }) => [row, customerId]))
      const isChanged = ({ row, outcome, customerId }: RowResults): boolean =>
        customers.has(row) && !(outcome === 'accepted' && customerId === customers.get(row))
      const corrected = (row: RowResults): RowResults =>
        isChanged(row) ? { ...row, outcome: 'accepted', reason: null, customerId: customers.get(row.row) ?? null } : row
      return database.transaction(() => {
        const finished = finishedBatches(uploadId)
        let changed = 0
        for (const pack of packs.withRows(uploadId, [...customers.keys()])) {
          const { batch } = pack
          const rows = pack.rows.filter(isChanged).map(corrected)
          if (batch === null || !finished.has(batch) || rows.length === 0) continue
          packs.change(pack, corrected)
          saveUnnamedCustomers(database, uploadId, rows)
          changed += rows.length
          failRest(uploadId, batch)
          updateTotals(database, packs, uploadId, batch)
        }
        // A cancelled upload whose rows have all gone through is complete: the cancel came too late.
        database.run(
          `UPDATE upload SET state = 'complete' WHERE id = ? AND state = 'cancelled' AND ? > 0
             AND NOT EXISTS (SELECT 1 FROM upload_batch WHERE upload_id = upload.id AND accepted + failed < rows)`,
          [uploadId, changed],
        )
        return changed
      })
    },

    /** Notes that these rows have another customer, which is deleted or which the user keeps. */
    markDuplicates(uploadId: string, duplicates: readonly FoundRow[], decision: 'delete' | 'keep'): void {
      const { duplicatesDeleted, duplicatesKept } = uploadMessages.notes
      const noteOf = decision === 'delete' ? duplicatesDeleted : duplicatesKept
      const others = new Map(duplicates.map(({ row, customerId }) => [row, customerId]))
      database.transaction(() => {
        const batches = new Set<number>()
        for (const pack of packs.withRows(uploadId, [...others.keys()])) {
          packs.change(pack, (row) => ({ ...row, duplicateId: others.get(row.row) ?? row.duplicateId }))
          if (pack.batch !== null) batches.add(pack.batch)
        }
        for (const batch of batches) {
          const rows = [...packs.results(uploadId, batch)].flatMap((pack) =>
            pack.rows.filter(({ duplicateId }) => duplicateId !== null),
          )
          const note = noteOf(rows.length)
          database.run('UPDATE upload_batch SET note = ? WHERE upload_id = ? AND number = ?', [note, uploadId, batch])
          addBatchNote(database, uploadId, batch, clock.now(), note)
        }
      })
    },

    /** The other customer of a row that was noted last; null: none. */
    duplicateOf: (uploadId: string, row: number): string | null => packs.row(uploadId, row)?.duplicateId ?? null,
  }
}

/** Counts a completed batch's results from its rows. */
function updateTotals(database: Database, packs: RowPacks, uploadId: string, batch: number): void {
  const sums: Record<keyof BatchResult, number> = { accepted: 0, failed: 0, notProcessed: 0, notSent: 0 }
  for (const outcome of packs.outcomes(uploadId, batch).flatMap((pack) => pack.outcomes)) {
    const total = totalOf(outcome)
    if (total) sums[total] += 1
  }
  database.run(
    'UPDATE upload_batch SET accepted = ?, failed = ?, not_processed = ?, not_sent = ? WHERE upload_id = ? AND number = ?',
    [sums.accepted, sums.failed, sums.notProcessed, sums.notSent, uploadId, batch],
  )
}

function totalOf(outcome: StoredOutcome | null): keyof BatchResult | null {
  switch (outcome) {
    case 'accepted':
    case 'failed':
      return outcome
    case 'not-processed':
      return 'notProcessed'
    case 'not-sent':
      return 'notSent'
    case null:
      return null
    case 'with-errors':
    case 'excluded':
    case 'updated':
      throw new Error('A batch has a row that is not sent')
    default:
      return assertNever(outcome)
  }
}
