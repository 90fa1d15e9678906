import type { RowOutcome, UploadRow } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { JournalRow, StoredOutcome } from '../drafts/storage/row-pack.ts'
import { originalColumns } from '../drafts/mapping/reimport.ts'
import { toHeader } from './journal-columns.ts'
import {
  lastEnd,
  outcomeWith,
  readJoinedRows,
  reasonOf,
  shownOutcomes,
  type JoinedRow,
  type JoinedRows,
} from './joined-rows.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { RowPacks } from './row-packs.ts'

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
const lost: ReadonlySet<RowOutcome> = new Set<RowOutcome>([
  'failed',
  'not-processed',
  'not-sent',
  'with-errors',
  'excluded',
])

/** Reads the rows of uploads. `joinedRows`: see `readJoinedRows`. */
export function createJournalRows(
  database: Database,
  packs: RowPacks,
  joinedRows = (uploadId: string): JoinedRows => readJoinedRows(database, packs, uploadId),
) {
  /** The packs that have rows with an outcome, and which rows these are. */
  const selected = (uploadId: string, isWanted: (outcome: RowOutcome) => boolean) => {
    const shown = shownOutcomes(database, uploadId)
    const joined = joinedRows(uploadId)
    return packs.outcomes(uploadId).flatMap((pack) => {
      const ends = new Map<number, RowOutcome>()
      for (const [at, row] of pack.rows.entries()) {
        const outcome = outcomeWith(shown(pack, pack.outcomes[at] ?? null), joined.get(row))
        if (isWanted(outcome)) ends.set(row, outcome)
      }
      return ends.size > 0 ? [{ number: pack.number, ends }] : []
    })
  }

  /** Rows of an upload as later uploads sent them, by their numbers in the upload that they joined. */
  const readJoined = (uploadId: string, rows: readonly number[]): ReadonlyMap<number, JournalRow> => {
    const joined = joinedRows(uploadId)
    const byUpload = new Map<string, Map<number, number>>()
    for (const row of rows) {
      const end = joined.get(row)
      if (!end) continue
      const places = byUpload.get(end.uploadId) ?? new Map<number, number>()
      byUpload.set(end.uploadId, places.set(end.row, row))
    }
    const found = new Map<number, JournalRow>()
    for (const [id, places] of byUpload) {
      for (const { number } of packs.withRows(id, [...places.keys()])) {
        for (const row of packs.read(number).rows) {
          const place = places.get(row.row)
          if (place !== undefined) found.set(place, row)
        }
      }
    }
    return found
  }

  /** The cells of a row with those that a later upload sent, in the columns of its own file. */
  const joinedCells = (uploadId: string) => {
    const headerOf = (id: string): string[] =>
      toHeader(database.value<string>('SELECT header FROM upload WHERE id = ?', [id]) ?? '[]')
    const header = headerOf(uploadId)
    const columnsIn = new Map<string, readonly number[]>()
    return (laterId: string, own: readonly string[], later: readonly string[]): string[] => {
      const columns = columnsIn.get(laterId) ?? originalColumns(header, headerOf(laterId))
      columnsIn.set(laterId, columns)
      return own.map((cell, column) => later[columns[column] ?? -1] ?? cell)
    }
  }

  function* remainderPieces(uploadId: string, outcome: RowOutcome | null): Generator<RemainderRow[]> {
    const found = selected(uploadId, (one) => (outcome === null ? lost.has(one) : one === outcome))
    const joined = joinedRows(uploadId)
    const cellsOf = joined.size === 0 ? null : joinedCells(uploadId)
    for (const { number, ends } of found) {
      const rows = packs.read(number).rows.filter(({ row }) => ends.has(row))
      const later = cellsOf && readJoined(uploadId, [...ends.keys()])
      yield rows.map((row) => {
        const end = joined.get(row.row)
        const sentLast = later?.get(row.row)
        return {
          row: row.row,
          original: end && sentLast && cellsOf ? cellsOf(end.uploadId, row.original, sentLast.original) : row.original,
          reason: (end ? end.reason : reasonOf(row)) ?? '',
          // In the columns of another file.
          reasonColumns: end ? [] : row.reasonColumns,
        }
      })
    }
  }

  return {
    /** The customers of a batch as they are posted: a list in JSON (UTF-8). */
    postedCustomers: packs.postedCustomers,

    openRows: (uploadId: string, batch: number): (OpenRow & RowEnd)[] =>
      packs
        .rowsOfBatch(uploadId, batch)
        .map(({ row, input, outcome, customerId }) => ({ row, input, outcome, customerId })),

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
      const found = packs
        .withRows(uploadId, rows)
        .flatMap(({ batch, number }) => (batch === null ? [] : packs.read(number).rows))
      return new Map(found.flatMap(({ row, input }) => (wanted.has(row) ? [[row, input]] : [])))
    },

    endOf: (uploadId: string, row: number): RowEnd | null => packs.row(uploadId, row),

    /** The rows of an upload that are, or can still become, customers. */
    *inputs(uploadId: string): IterableIterator<CustomerInput> {
      for (const { rows } of packs.each(uploadId, 'batches')) {
        for (const { input, outcome } of rows) {
          if (outcome === null || outcome === 'accepted') yield input
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
      const found = selected(uploadId, (one) => outcome === null || one === outcome)
      const numbers = found.flatMap(({ ends }) => [...ends.keys()]).sort((a, b) => a - b)
      const page = new Set(numbers.slice(offset, offset + limit))
      const joined = joinedRows(uploadId)
      const later = readJoined(uploadId, [...page])
      const rows = found
        .filter(({ ends }) => [...ends.keys()].some((row) => page.has(row)))
        .flatMap(({ number, ends }) =>
          packs
            .read(number)
            .rows.filter(({ row }) => page.has(row))
            .map((row) => toUploadRow(row, ends.get(row.row) ?? 'in-process', joined.get(row.row), later.get(row.row))),
        )
      return { total: numbers.length, rows: rows.toSorted((a, b) => a.row - b.row) }
    },

    /** The first rows of refused batches, by row number. */
    rejectedRows: (uploadId: string, limit: number): UploadRow[] =>
      database
        .values<number>(`SELECT number FROM upload_batch WHERE upload_id = ? AND state = 'refused'`, [uploadId])
        .flatMap((number) => packs.rowsOfBatch(uploadId, number))
        .map((row) => toUploadRow(row, 'pending'))
        .toSorted((a, b) => a.row - b.row)
        .slice(0, limit),

    /** The rows that did not become customers and will not. */
    remainder: (uploadId: string): RemainderRow[] =>
      [...remainderPieces(uploadId, null)].flat().toSorted((a, b) => a.row - b.row),
    /** The rows of an outcome (null: as `remainder`), in pieces of at most a batch, in no order. */
    remainderPieces,
  }
}

/** `joined`: how it ended in a later upload, and `sentLast` as it was sent there. */
function toUploadRow(own: JournalRow, outcome: RowOutcome, joined?: JoinedRow, sentLast?: JournalRow): UploadRow {
  const end = lastEnd(own.outcome, joined)
  const { reason, customerId } = end ?? { ...own, reason: reasonOf(own) }
  const { rego = null, vin = null, client_name: clientName = null } = (end && sentLast ? sentLast : own).input
  return { row: own.row, outcome, reason, customerId, rego, vin, clientName }
}
