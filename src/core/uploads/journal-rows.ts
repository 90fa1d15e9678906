import type { RowOutcome, UploadRow } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { JournalRow, RowResults, StoredOutcome } from '../drafts/storage/row-pack.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { PackPlace, RowPacks } from './row-packs.ts'
import { uploadMessages } from './upload-messages.ts'

/** A row of an unfinished batch. */
export interface OpenRow {
  readonly row: number
  readonly input: CustomerInput
}

/** A row with its cells from the file, and why it is not a customer. */
export interface RemainderRow {
  readonly row: number
  readonly original: readonly string[]
  readonly reason: string
  /** The columns of `original` that are the reason. */
  readonly reasonColumns: readonly number[]
}

/** The result of a row. */
export interface RowEnd {
  readonly outcome: StoredOutcome | null
  readonly customerId: string | null
}

/** Null: the upload has no such row. */
export type RowEndOf = (uploadId: string, row: number) => RowEnd | null

/** The rows of the remainder. */
const lost: ReadonlySet<RowOutcome> = new Set<RowOutcome>(['failed', 'not-processed', 'not-sent', 'excluded'])

/** Reads the rows of uploads. */
export function createJournalRows(database: Database, packs: RowPacks) {
  /** The outcome of a row as it is shown; until it is stored, its batch says it. */
  const shownIn = (
    uploadId: string,
  ): ((pack: Pick<PackPlace, 'batch'>, stored: StoredOutcome | null) => RowOutcome) => {
    const waiting = new Set(
      database
        .all<{ number: number }>(
          `SELECT number FROM upload_batch WHERE upload_id = ? AND state IN ('planned', 'refused')`,
          [uploadId],
        )
        .map(({ number }) => number),
    )
    return ({ batch }, stored) => stored ?? (batch !== null && waiting.has(batch) ? 'pending' : 'in-process')
  }

  /** The packs that have rows with an outcome, and which rows these are. */
  const selected = (uploadId: string, isWanted: (outcome: RowOutcome) => boolean) => {
    const shown = shownIn(uploadId)
    return packs.outcomes(uploadId).flatMap((pack) => {
      const rows = pack.rows.filter((_, at) => isWanted(shown(pack, pack.outcomes[at] ?? null)))
      return rows.length > 0 ? [{ number: pack.number, rows }] : []
    })
  }

  function* remainderPieces(uploadId: string, outcome: RowOutcome | null): Generator<RemainderRow[]> {
    const found = selected(uploadId, (one) => (outcome === null ? lost.has(one) : one === outcome))
    for (const { number, rows } of found) {
      const wanted = new Set(rows)
      yield packs
        .read(number)
        .rows.filter(({ row }) => wanted.has(row))
        .map((row) => ({
          row: row.row,
          original: row.original,
          reason: reasonOf(row) ?? '',
          reasonColumns: row.reasonColumns,
        }))
    }
  }

  /** The rows that became customers by corrected files, or by corrections of these. An undone upload corrects nothing. */
  const correctedRows = (uploadId: string): ReadonlySet<number> => {
    const corrections = database.all<{ id: string; undone_at: string | null }>(
      `SELECT id, undone_at FROM upload WHERE corrects = ? AND state <> 'preparing'`,
      [uploadId],
    )
    const corrected = new Set<number>()
    for (const { id, undone_at: undoneAt } of corrections) {
      const later = correctedRows(id)
      for (const { row, outcome, correctsRow } of [...packs.results(id)].flatMap(({ rows }) => rows)) {
        const isAccepted = undoneAt === null && outcome === 'accepted'
        if (correctsRow !== null && (isAccepted || later.has(row))) corrected.add(correctsRow)
      }
    }
    return corrected
  }

  return {
    correctedRows,
    /** The numbers of the rows whose stored outcome this is. */
    rowsWith: (uploadId: string, outcome: StoredOutcome): number[] =>
      packs.outcomes(uploadId).flatMap(({ rows, outcomes }) => rows.filter((_, at) => outcomes[at] === outcome)),
    /** The customers of a batch as they are posted: a list in JSON (UTF-8). */
    postedCustomers: packs.postedCustomers,

    openRows: (uploadId: string, batch: number): (OpenRow & RowEnd)[] =>
      packs
        .rowsOfBatch(uploadId, batch)
        .map(({ row, input, outcome, customerId }) => ({ row, input: input ?? {}, outcome, customerId })),

    /** The customers of an upload's accepted rows. */
    customerIds(uploadId: string): ReadonlySet<string> {
      const ids = new Set<string>()
      for (const { rows } of packs.results(uploadId)) {
        for (const { customerId } of rows) if (customerId !== null) ids.add(customerId)
      }
      return ids
    },

    /** What was sent for rows that are in a batch, by row. */
    inputsOf(uploadId: string, rows: readonly number[]): ReadonlyMap<number, CustomerInput> {
      const wanted = new Set(rows)
      const found = packs.withRows(uploadId, rows).flatMap(({ number }) => packs.read(number).rows)
      return new Map(found.flatMap(({ row, input }) => (wanted.has(row) && input !== null ? [[row, input]] : [])))
    },

    endOf: (uploadId: string, row: number): RowEnd | null => packs.row(uploadId, row),

    /** The rows of an upload that are, or can still become, customers. */
    *inputs(uploadId: string): IterableIterator<CustomerInput> {
      for (const { rows } of packs.each(uploadId, 'batches')) {
        for (const { input, outcome } of rows) {
          if (input !== null && (outcome === null || outcome === 'accepted')) yield input
        }
      }
    },

    /** The rows of an upload with their texts, in pieces, lowest rows first. Pieces can overlap. */
    *rowTexts(uploadId: string): IterableIterator<{ readonly firstRow: number; readonly rows: readonly JournalRow[] }> {
      for (const { rows } of packs.each(uploadId, 'all')) yield { firstRow: rows[0]?.row ?? 0, rows }
    },

    /** The rows with an outcome, by row number; null: all. */
    rows(
      uploadId: string,
      outcome: RowOutcome | null,
      offset: number,
      limit: number,
    ): { total: number; rows: UploadRow[] } {
      const shown = shownIn(uploadId)
      const found = selected(uploadId, (one) => outcome === null || one === outcome)
      const numbers = found.flatMap(({ rows }) => rows).sort((a, b) => a - b)
      const page = new Set(numbers.slice(offset, offset + limit))
      const rows = found
        .filter((pack) => pack.rows.some((row) => page.has(row)))
        .flatMap(({ number }) => {
          const pack = packs.read(number)
          return pack.rows.filter(({ row }) => page.has(row)).map((row) => toUploadRow(row, shown(pack, row.outcome)))
        })
      return { total: numbers.length, rows: rows.toSorted((a, b) => a.row - b.row) }
    },

    /** The first rows of refused batches, by row number. */
    rejectedRows: (uploadId: string, limit: number): UploadRow[] =>
      database
        .all<{ number: number }>(`SELECT number FROM upload_batch WHERE upload_id = ? AND state = 'refused'`, [
          uploadId,
        ])
        .flatMap(({ number }) => packs.rowsOfBatch(uploadId, number))
        .map((row) => toUploadRow(row, 'pending'))
        .toSorted((a, b) => a.row - b.row)
        .slice(0, limit),

    /** The rows of an outcome; null: those that did not become customers and will not. */
    remainder: (uploadId: string, outcome: RowOutcome | null): RemainderRow[] =>
      [...remainderPieces(uploadId, outcome)].flat().toSorted((a, b) => a.row - b.row),
    /** The same in pieces of at most a batch, in no order. */
    remainderPieces,
  }
}

/** The reason of rows that a cancel left is not stored with each of them. */
const reasonOf = ({ outcome, reason }: Pick<RowResults, 'outcome' | 'reason'>): string | null =>
  reason ?? (outcome === 'not-sent' ? uploadMessages.reasons.notSent : null)

function toUploadRow(row: JournalRow, outcome: RowOutcome): UploadRow {
  const { rego = null, vin = null, client_name: clientName = null } = row.input ?? {}
  return {
    row: row.row,
    outcome,
    reason: reasonOf(row),
    customerId: row.customerId,
    rego,
    vin,
    clientName,
  }
}
