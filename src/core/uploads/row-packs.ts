import type { Database } from '../database/database.ts'
import {
  hasCustomerIn,
  numbersIn,
  packResults,
  packJournalRows,
  unpackRowResults,
  type JournalRow,
  type RowPack,
  type RowResultPart,
} from '../drafts/storage/row-pack.ts'
import { insertPack, type PackColumns } from './pack-columns.ts'
import { postedOf, rowsOfPack } from './pack-texts.ts'

/** Numbers and states of the rows of a pack, without their texts. */
export interface PackStates {
  /** Of the pack. */
  readonly number: number
  /** Null: excluded rows. */
  readonly batch: number | null
  readonly numbers: Uint32Array
  readonly states: Uint8Array
  /** Row numbers of the corrected upload, 0 for none; null: no row has one. */
  readonly corrects: Uint32Array | null
}

/** Rows of a pack with its number and batch. */
export interface ReadPack {
  readonly number: number
  readonly batch: number | null
  readonly rows: readonly JournalRow[]
}

/** What is known of the rows of a pack, apart from their texts. */
export interface PackResults {
  readonly number: number
  readonly rows: ReturnType<typeof unpackRowResults>
}

/**
 * The rows of uploads, in packs. A batch has one pack; batches of uploads made elsewhere have several. Rows of a version that stored
 * each row by itself are moved into packs before they are read.
 */
export interface RowPacks {
  add(uploadId: string, batch: number | null, pack: RowPack): void
  /** Packs rows of a batch, or excluded rows. */
  addRows(uploadId: string, batch: number | null, rows: readonly JournalRow[]): void
  /** Without texts: cheap for all rows of an upload. Excluded rows are among them. */
  states(uploadId: string): PackStates[]
  statesOfBatch(uploadId: string, batch: number): PackStates[]
  ofBatch(uploadId: string, batch: number): ReadPack[]
  /** What is known of the rows of a batch. Reads no texts, so it works when their file is missing. */
  resultsOfBatch(uploadId: string, batch: number): PackResults[]
  /** Each pack of an upload, lowest row numbers first. `batches`: without excluded rows. */
  each(uploadId: string, which: 'all' | 'batches'): IterableIterator<ReadPack>
  /** Packs with a row of a batch whose customer is not known, behind a row number, lowest first. */
  unresolved(uploadId: string, after: number): IterableIterator<PackStates>
  /** The packs that have these rows. */
  withRows(uploadId: string, rows: readonly number[]): ReadPack[]
  read(number: number): ReadPack
  /** The customers of a batch as they are posted: see `postedIn`. */
  postedCustomers(uploadId: string, batch: number): Buffer
  /** Writes what changed about the rows of a pack. */
  saveResults(number: number, batch: number | null, rows: readonly RowResultPart[]): void
  /** Replaces the rows of a pack; none: removes it. */
  replace(number: number, rows: readonly JournalRow[]): void
  remove(uploadId: string, batch: number): void
}

const all = 'number, batch, numbers, states, corrects, details, bodies, originals'
const statesOnly = 'number, batch, numbers, states, corrects'
type AllColumns = Omit<PackColumns, 'rows' | 'first_row' | 'last_row' | 'unresolved'>
type StateColumns = Pick<PackColumns, 'number' | 'batch' | 'numbers' | 'states' | 'corrects'>

const readStates = ({ numbers, corrects, ...columns }: StateColumns): PackStates => ({
  ...columns,
  numbers: numbersIn(numbers),
  corrects: corrects && numbersIn(corrects),
})

export function createRowPacks(database: Database): RowPacks {
  const readPack = (columns: AllColumns): ReadPack => ({
    number: columns.number,
    batch: columns.batch,
    rows: rowsOfPack(database, columns),
  })
  const find = (columns: string, condition: string): string =>
    `SELECT ${columns} FROM upload_pack WHERE upload_id = ? ${condition}`
  const numbersOf = (uploadId: string, which: 'all' | 'batches'): number[] =>
    database
      .all<{ number: number }>(
        find('number', `${which === 'all' ? '' : 'AND batch IS NOT NULL'} ORDER BY first_row, number`),
        [uploadId],
      )
      .map(({ number }) => number)
  const read = (number: number): ReadPack => {
    const found = database.get<AllColumns>(`SELECT ${all} FROM upload_pack WHERE number = ?`, [number])
    if (!found) throw new Error('Rows of an upload are missing from the journal')
    return readPack(found)
  }
  const addRows = (uploadId: string, batch: number | null, rows: readonly JournalRow[]): void => {
    if (rows.length > 0) insertPack(database, uploadId, batch, packJournalRows(rows))
  }

  return {
    add: (uploadId, batch, pack) => insertPack(database, uploadId, batch, pack),
    addRows,
    states: (uploadId) =>
      database.all<StateColumns>(find(statesOnly, 'ORDER BY first_row, number'), [uploadId]).map(readStates),
    statesOfBatch: (uploadId, batch) =>
      database
        .all<StateColumns>(find(statesOnly, 'AND batch = ? ORDER BY first_row, number'), [uploadId, batch])
        .map(readStates),
    ofBatch: (uploadId, batch) =>
      database.all<AllColumns>(find(all, 'AND batch = ? ORDER BY first_row, number'), [uploadId, batch]).map(readPack),
    resultsOfBatch: (uploadId, batch) =>
      database
        .all<Pick<PackColumns, 'number' | 'numbers' | 'states' | 'details'>>(
          find('number, numbers, states, details', 'AND batch = ? ORDER BY first_row, number'),
          [uploadId, batch],
        )
        .map(({ number, ...columns }) => ({ number, rows: unpackRowResults(columns) })),
    *each(uploadId, which) {
      // By number, so that the statement does not stay open while the caller writes.
      for (const number of numbersOf(uploadId, which)) yield read(number)
    },
    *unresolved(uploadId, after) {
      const found = database.all<{ number: number }>(
        find('number', 'AND unresolved > 0 AND last_row > ? ORDER BY first_row, number'),
        [uploadId, after],
      )
      for (const { number } of found) {
        const pack = database.get<StateColumns>(`SELECT ${statesOnly} FROM upload_pack WHERE number = ?`, [number])
        if (pack) yield readStates(pack)
      }
    },
    withRows(uploadId, rows) {
      const wanted = new Set(rows)
      const found = new Set<number>()
      for (const row of rows) {
        const packs = database.all<{ number: number }>(find('number', 'AND first_row <= ? AND last_row >= ?'), [
          uploadId,
          row,
          row,
        ])
        for (const { number } of packs) found.add(number)
      }
      return [...found].map(read).filter((pack) => pack.rows.some(({ row }) => wanted.has(row)))
    },
    read,
    postedCustomers(uploadId, batch) {
      const posted = database
        .all<{ bodies: Uint8Array }>(find('bodies', 'AND batch = ? ORDER BY first_row, number'), [uploadId, batch])
        .map(({ bodies }) => postedOf(database, bodies))
      return Buffer.concat(posted.flatMap((customers, at) => (at === 0 ? [customers] : [Buffer.from(','), customers])))
    },
    saveResults(number, batch, rows) {
      const { states, details } = packResults(rows)
      const unresolved = batch === null ? 0 : states.reduce((sum, state) => sum + (hasCustomerIn(state) ? 0 : 1), 0)
      database.run('UPDATE upload_pack SET states = ?, details = ?, unresolved = ? WHERE number = ?', [
        states,
        details,
        unresolved,
        number,
      ])
    },
    replace(number, rows) {
      const found = database.get<{ upload_id: string; batch: number | null }>(
        'SELECT upload_id, batch FROM upload_pack WHERE number = ?',
        [number],
      )
      if (!found) throw new Error('Rows of an upload are missing from the journal')
      database.run('DELETE FROM upload_pack WHERE number = ?', [number])
      addRows(found.upload_id, found.batch, rows)
    },
    remove(uploadId, batch) {
      database.run('DELETE FROM upload_pack WHERE upload_id = ? AND batch = ?', [uploadId, batch])
    },
  }
}
