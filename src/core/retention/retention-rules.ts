import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { RetentionKind } from '../../contract/retention-kinds.ts'
import type { Database, SqlValue } from '../database/database.ts'
import { deleteInPieces } from '../database/delete-in-pieces.ts'
import { listedPersonTables, type OldRows } from '../database/person-tables.ts'
import { countOldLines, deleteOldLines } from './old-log-lines.ts'
import { emptyOldTeamEntries } from './old-team-entries.ts'
import { countOldUploads, emptyOldUploads } from './old-uploads.ts'

export interface RetentionPlace {
  readonly database: Database
  readonly logFolder: string
}

/** Everything older than `before` is deleted (ISO 8601, UTC); `at` is now. */
export interface RetentionTime {
  readonly before: string
  readonly at: string
}

export interface DeletingOptions {
  readonly signal: AbortSignal
  /** Called in the transaction that deletes. */
  readonly onDeleted: (items: number) => void
}

type RetentionRule = ReturnType<typeof rowsRule>

type OldRowsOfTable = OldRows & { readonly table: string }

const paramsOf = ({ times = 1 }: OldRows, { before }: RetentionTime): SqlValue[] =>
  Array.from({ length: times }, () => before)

/** Other calls wait for the count of so many rows: some 5 ms. */
const rowsInSlice = 1_000

const inSlice = ' AND at > ? AND at <= ?'

/** Parts of the time before `before` with so many rows each, the oldest first. */
function* slicesOf(
  database: Database,
  table: string,
  { before }: RetentionTime,
): Generator<[after: string, until: string]> {
  for (let after = ''; after < before;) {
    const end = database.get<{ at: string }>(
      `SELECT at FROM ${table} WHERE at > ? AND at < ? ORDER BY at LIMIT 1 OFFSET ?`,
      [after, before, rowsInSlice],
    )
    const until = end?.at ?? before
    yield [after, until]
    after = until
  }
}

async function countRows(database: Database, rows: OldRowsOfTable, time: RetentionTime): Promise<number> {
  const { table, condition, hasTimeIndex = false } = rows
  const sql = `SELECT count(*) AS rows FROM ${table} WHERE ${condition}`
  const count = (more = '', params: readonly SqlValue[] = []): number =>
    database.get<{ rows: number }>(sql + more, [...paramsOf(rows, time), ...params])?.rows ?? 0
  await yieldToEventLoop()
  if (!hasTimeIndex) return count()
  let total = 0
  for (const slice of slicesOf(database, table, time)) {
    total += count(inSlice, slice)
    await yieldToEventLoop()
  }
  return total
}

/** The rule for the tables of a kind (database/person-tables.ts). */
const rowsRule = (kind: RetentionKind) => {
  const tables: OldRowsOfTable[] = listedPersonTables.flatMap(({ table, retention, old }) =>
    retention === kind && old ? [{ ...old, table }] : [],
  )
  return {
    async count({ database }: RetentionPlace, time: RetentionTime): Promise<number> {
      let total = 0
      for (const rows of tables) if (rows.isCounted) total += await countRows(database, rows, time)
      return total
    },
    /** In small steps. Can be ended at any moment and run again. */
    async delete(
      { database }: RetentionPlace,
      time: RetentionTime,
      { signal, onDeleted }: DeletingOptions,
    ): Promise<void> {
      for (const rows of tables) {
        const options = rows.isCounted ? { signal, onDeleted } : { signal }
        const { table, condition, hasTimeIndex = false } = rows
        const sql = `DELETE FROM ${table} WHERE ${condition}`
        // Old rows that stay would be looked at again by each statement, if it began at the oldest.
        const pieces = hasTimeIndex ? slicesOf(database, table, time) : [null]
        for (const slice of pieces) {
          const params = [...paramsOf(rows, time), ...(slice ?? [])]
          if (!(await deleteInPieces(database, `${sql}${slice ? inSlice : ''} LIMIT ?`, params, options))) return
        }
      }
    },
  }
}

export const retentionRules: Readonly<Record<RetentionKind, RetentionRule>> = {
  lookups: rowsRule('lookups'),
  uploads: {
    count: async ({ database }, { before }) => countOldUploads(database, before),
    delete: ({ database }, time, options) => emptyOldUploads(database, time, options),
  },
  notes: {
    ...rowsRule('notes'),
    async delete(place, time, options) {
      const { before } = time
      const { signal } = options
      // First the entries: what they are compared with is deleted after them.
      if (!(await emptyOldTeamEntries(place.database, before, signal))) return
      await rowsRule('notes').delete(place, time, options)
    },
  },
  exports: rowsRule('exports'),
  logs: {
    count: ({ logFolder }, { before }) => countOldLines(logFolder, before),
    delete: ({ logFolder }, { before }, options) => deleteOldLines(logFolder, before, options),
  },
}
