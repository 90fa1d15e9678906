import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RetentionKind } from '../../contract/retention-kinds.ts'
import type { Database, SqlValue } from '../database/database.ts'
import { deleteInPieces } from '../database/delete-in-pieces.ts'
import { listedPersonTables, type OldRows } from '../database/person-tables.ts'
import { withoutTexts } from '../drafts/storage/row-pack.ts'
import { createRowPacks, type PackPlace, type RowPacks } from '../uploads/row-packs.ts'
import { retentionText } from './retention-text.ts'

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

interface RetentionRule {
  count(place: RetentionPlace, time: RetentionTime): Promise<number>
  /** In small steps. Can be ended at any moment and run again. */
  delete(place: RetentionPlace, time: RetentionTime, options: DeletingOptions): Promise<void>
}

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
    const end = database.value<string>(`SELECT at FROM ${table} WHERE at > ? AND at < ? ORDER BY at LIMIT 1 OFFSET ?`, [
      after,
      before,
      rowsInSlice,
    ])
    const until = end ?? before
    yield [after, until]
    after = until
  }
}

async function countRows(database: Database, rows: OldRowsOfTable, time: RetentionTime): Promise<number> {
  const { table, condition, hasTimeIndex = false } = rows
  const sql = `SELECT count(*) FROM ${table} WHERE ${condition}`
  const count = (more = '', params: readonly SqlValue[] = []): number =>
    database.value<number>(sql + more, [...paramsOf(rows, time), ...params]) ?? 0
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
const rowsRule = (kind: RetentionKind): RetentionRule => {
  const tables: OldRowsOfTable[] = listedPersonTables.flatMap(({ table, retention, old }) =>
    retention === kind && old ? [{ ...old, table }] : [],
  )
  return {
    async count({ database }, time) {
      let total = 0
      for (const rows of tables) if (rows.isCounted) total += await countRows(database, rows, time)
      return total
    },
    async delete({ database }, time, { signal, onDeleted }) {
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

/** The time at the beginning of a line (`log/file-log.ts`). */
const timeOfLine = /^\{"at":"([^"]{20,30})"/

/** Splits the lines of a log file. A line without a time, which a crash has cut off, is as old as the line before it. */
function splitByAge(text: string, before: string): { readonly old: number; readonly left: readonly string[] } {
  let [at, old] = ['', 0]
  const left: string[] = []
  for (const line of text.split('\n')) {
    at = timeOfLine.exec(line)?.[1] ?? at
    if (line === '' || at >= before) left.push(line)
    else old += 1
  }
  return { old, left }
}

const logFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^forecourt(?:\.\d+)?\.log$/.test(name))
        .map((name) => join(folder, name))
    : []

async function countOldLines(folder: string, before: string): Promise<number> {
  let count = 0
  for (const path of logFiles(folder)) {
    count += splitByAge(readFileSync(path, 'utf8'), before).old
    await yieldToEventLoop()
  }
  return count
}

/** Removes lines older than a time from the log files. Each file is replaced in one step. */
async function deleteOldLines(
  folder: string,
  before: string,
  { signal, onDeleted }: { readonly signal: AbortSignal; readonly onDeleted: (lines: number) => void },
): Promise<void> {
  for (const path of logFiles(folder)) {
    if (signal.aborted) return
    const { old, left } = splitByAge(readFileSync(path, 'utf8'), before)
    if (old > 0) {
      writeFileSync(`${path}.new`, left.join('\n'), { mode: 0o600 })
      renameSync(`${path}.new`, path)
      onDeleted(old)
    }
    await yieldToEventLoop()
  }
}

/** A note stays until the day of its next action is as old. Those that the server does not have stay until it has them. */
const emptyOld = `UPDATE team_entry SET state = 'erased', reason = 'retention', kind = NULL, subject = NULL, content = NULL
  WHERE (device, n) IN (
    SELECT e.device, e.n FROM team_entry e CROSS JOIN team_device d ON d.device = e.device
    WHERE e.kind = 'outcome' AND e.at_ms < unixepoch(?) * 1000
      AND coalesce(e.content ->> '$.data.nextDate', '') < substr(?, 1, 10)
      AND (e.n <= d.pushed OR NOT EXISTS (
        SELECT 1 FROM connection c CROSS JOIN sighting_entry s ON s.connection_id = c.id AND s.region = e.content ->> '$.data.car.region'
          AND s.customer_id = e.content ->> '$.data.car.customerId' AND s.team_ref = e.device || ':' || (e.content ->> '$.id')
        WHERE s.team_pc IS NULL))
    LIMIT ?)`

/**
 * Empties the entries of old call notes in the log of the team: else the next entry about the car would bring the notes back. `before`:
 * ISO 8601. In small steps, which can be ended at any moment. False: `signal` has aborted before the end.
 */
const emptyOldTeamEntries = (database: Database, before: string, signal: AbortSignal): Promise<boolean> =>
  deleteInPieces(database, emptyOld, [before, before], { signal })

/**
 * Finished uploads older than a time that still have their rows. Each sync looks for duplicates by the references of all uploads
 * (`uploads/account-check.ts`), so an upload is emptied and not removed: its references, results and customers' ids stay.
 */
const old = `finished_at < ? AND rows_emptied_at IS NULL AND finished_at IS NOT NULL AND state IN ('complete', 'cancelled')
  AND NOT EXISTS (SELECT 1 FROM upload_batch WHERE upload_id = upload.id AND state NOT IN ('complete', 'cancelled'))`

const countOldUploads = (database: Database, before: string): number =>
  database.value<number>(`SELECT count(*) FROM upload WHERE ${old}`, [before]) ?? 0

/** Empties the rows of old uploads, a pack in each transaction. Can be ended at any moment and run again. */
async function emptyOldUploads(
  database: Database,
  { before, at }: { readonly before: string; readonly at: string },
  { signal, onDeleted }: { readonly signal: AbortSignal; readonly onDeleted: (uploads: number) => void },
): Promise<void> {
  const packs = createRowPacks(database)
  for (;;) {
    const id = database.value<string>(`SELECT id FROM upload WHERE ${old} LIMIT 1`, [before])
    if (id === null) return
    for (const pack of packs.places(id)) {
      if (signal.aborted) return
      emptyPack(database, packs, id, pack)
      await yieldToEventLoop()
      database.moveLog()
      await yieldToEventLoop()
    }
    if (signal.aborted) return
    database.transaction(() => {
      database.run(`UPDATE upload SET header = '[]', fixes = NULL, rows_emptied_at = ? WHERE id = ?`, [at, id])
      onDeleted(1)
    })
    await yieldToEventLoop()
  }
}

function emptyPack(database: Database, packs: RowPacks, uploadId: string, pack: PackPlace): void {
  const { rows } = packs.read(pack.number)
  const empty = rows.map((row) => withoutTexts(row, retentionText.rowEmptied))
  database.transaction(() => packs.replace(uploadId, pack, empty))
}
