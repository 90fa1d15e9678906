import type { Database } from '../database/database.ts'
import {
  packJournalRows,
  packResults,
  postedIn,
  readNumbers,
  readOutcomes,
  unpackJournalRows,
  unpackResults,
  type JournalRow,
  type RowPack,
  type RowResults,
  type StoredOutcome,
} from '../drafts/storage/row-pack.ts'

/** Where rows are: the pack, and its batch; null: rows that are not sent. */
export interface PackPlace {
  readonly number: number
  readonly batch: number | null
}

/** Numbers and outcomes of the rows of a pack: cheap for all rows of an upload. */
export interface PackOutcomes extends PackPlace {
  readonly rows: readonly number[]
  readonly outcomes: readonly (StoredOutcome | null)[]
}

/** What is known of the rows of a pack, apart from their texts. */
export interface PackResults extends PackPlace {
  readonly rows: readonly RowResults[]
}

/** Rows of a pack with their texts. */
export interface ReadPack extends PackPlace {
  readonly rows: readonly JournalRow[]
}

/** The rows of uploads, in packs. A batch has one pack. */
export type RowPacks = ReturnType<typeof createRowPacks>

type ResultColumns = PackPlace & Pick<RowPack, 'numbers' | 'outcomes' | 'details'>
type AllColumns = ResultColumns & Pick<RowPack, 'customers' | 'originals'>

const ofResults = 'number, batch, numbers, outcomes, details'
const ofTexts = `${ofResults}, customers, originals`

const resultsIn = ({ number, batch, ...columns }: ResultColumns): PackResults => ({
  number,
  batch,
  rows: unpackResults(columns),
})

export function createRowPacks(database: Database) {
  const find = (columns: string, condition: string): string =>
    `SELECT ${columns} FROM upload_pack WHERE upload_id = ? ${condition} ORDER BY first_row, number`
  /** Of an upload, or of one of its batches. */
  const select = <Columns>(columns: string, uploadId: string, batch: number | null | undefined): Columns[] =>
    batch === undefined
      ? database.all<Columns>(find(columns, ''), [uploadId])
      : database.all<Columns>(find(columns, 'AND batch IS ?'), [uploadId, batch])
  const places = (uploadId: string): PackPlace[] => select('number, batch', uploadId, undefined)
  const one = <Columns>(columns: string, number: number): Columns => {
    const found = database.get<Columns>(`SELECT ${columns} FROM upload_pack WHERE number = ?`, [number])
    if (!found) throw new Error('Rows of an upload are missing from the journal')
    return found
  }
  const read = (pack: number): ReadPack => {
    const { number, batch, ...columns } = one<AllColumns>(ofTexts, pack)
    return { number, batch, rows: unpackJournalRows(columns) }
  }
  const add = (uploadId: string, batch: number | null, pack: RowPack): void => {
    database.run(
      `INSERT INTO upload_pack (upload_id, batch, rows, first_row, last_row, unresolved, numbers, outcomes, details, customers, originals)
       VALUES ($uploadId, $batch, $rows, $firstRow, $lastRow, $unresolved, $numbers, $outcomes, $details, $customers, $originals)`,
      { ...pack, uploadId, batch, unresolved: batch === null ? 0 : pack.unresolved },
    )
  }
  const addRows = (uploadId: string, batch: number | null, rows: readonly JournalRow[]): void => {
    if (rows.length > 0) add(uploadId, batch, packJournalRows(rows))
  }

  const withRows = (uploadId: string, rows: readonly number[]): PackResults[] => {
    const wanted = new Set(rows)
    const numbers = new Set(
      rows.flatMap((row) =>
        database.values<number>(find('number', 'AND first_row <= ? AND last_row >= ?'), [uploadId, row, row]),
      ),
    )
    return [...numbers]
      .map((number) => resultsIn(one(ofResults, number)))
      .filter((pack) => pack.rows.some(({ row }) => wanted.has(row)))
  }

  return {
    add,
    /** Packs rows of a batch, or rows that are not sent. */
    addRows,
    /** Of all packs of an upload, or of a batch, lowest row numbers first. Rows that are not sent are among them. */
    outcomes: (uploadId: string, batch?: number): PackOutcomes[] =>
      select<Omit<ResultColumns, 'details'>>('number, batch, numbers, outcomes', uploadId, batch).map((pack) => ({
        number: pack.number,
        batch: pack.batch,
        rows: readNumbers(pack.numbers),
        outcomes: readOutcomes(pack.outcomes),
      })),
    /** The same with all that is known of each row apart from its texts. Batch null: the rows that are not sent. */
    *results(uploadId: string, batch?: number | null): IterableIterator<PackResults> {
      // By number, so that the statement does not stay open while the caller writes.
      const packs = select<{ number: number }>('number', uploadId, batch)
      for (const { number } of packs) yield resultsIn(one(ofResults, number))
    },
    /** The rows of a batch with their texts. */
    rowsOfBatch: (uploadId: string, batch: number): JournalRow[] =>
      select<AllColumns>(ofTexts, uploadId, batch).flatMap(unpackJournalRows),
    places,
    /** Each pack of an upload, lowest row numbers first. `batches`: without rows that are not sent. */
    *each(uploadId: string, which: 'all' | 'batches'): IterableIterator<ReadPack> {
      for (const { number, batch } of places(uploadId)) if (which === 'all' || batch !== null) yield read(number)
    },
    /** Packs with a row of a batch whose customer is not known, behind a row number, lowest first. */
    *unresolved(uploadId: string, after: number): IterableIterator<PackResults> {
      const found = database.values<number>(find('number', 'AND unresolved > 0 AND last_row > ?'), [uploadId, after])
      for (const number of found) yield resultsIn(one(ofResults, number))
    },
    /** What is known of a row; null: the upload has none of this number. */
    row: (uploadId: string, row: number): RowResults | null =>
      withRows(uploadId, [row])
        .flatMap((pack) => pack.rows)
        .find((found) => found.row === row) ?? null,
    /** The packs that have these rows. */
    withRows,
    read,
    /** The customers of a batch as they are posted: see `postedIn`. */
    postedCustomers(uploadId: string, batch: number): Buffer {
      const [pack, ...others] = select<{ customers: Uint8Array }>('customers', uploadId, batch)
      if (!pack || others.length > 0) throw new Error('A batch that is sent must have one pack of customers')
      return postedIn(pack.customers)
    },
    /** Changes what is known of each row of a pack. */
    change({ number, batch, rows }: PackResults, change: (row: RowResults) => RowResults): void {
      const { outcomes, details, unresolved } = packResults(rows.map(change))
      database.run('UPDATE upload_pack SET outcomes = ?, details = ?, unresolved = ? WHERE number = ?', [
        outcomes,
        details,
        batch === null ? 0 : unresolved,
        number,
      ])
    },
    /** Replaces the rows of a pack; none: removes it. */
    replace(uploadId: string, { number, batch }: PackPlace, rows: readonly JournalRow[]): void {
      database.run('DELETE FROM upload_pack WHERE number = ?', [number])
      addRows(uploadId, batch, rows)
    },
    remove: (uploadId: string, batch: number): void =>
      void database.run('DELETE FROM upload_pack WHERE upload_id = ? AND batch = ?', [uploadId, batch]),
  }
}
