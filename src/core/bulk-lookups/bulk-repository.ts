import type { BulkItem, BulkItemStatus, BulkLookup, BulkLookupState } from '../../contract/bulk-lookups.ts'
import { StateCode, type Region } from '../../contract/region.ts'
import { Failure } from '../../contract/result.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import type { CarAnswer, CarQuery } from '../lookup/car-lookups.ts'
import type { PlannedCar } from './plan-cars.ts'

/** A bulk look-up as it is stored. */
export interface BulkJob extends ConnectionRegion {
  readonly id: string
  readonly name: string
  readonly source: BulkLookup['source']
  readonly state: BulkLookupState
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly askAgain: boolean
  readonly defaultState: StateCode | null
  readonly duplicates: number
  readonly withoutState: number
  readonly problem: Failure | null
}

/** A car that is to be asked, or was. */
export interface AskedCar extends CarQuery {
  readonly number: number
  /** ISO 8601. */
  readonly askedAt: string
}

/** A planned car with its saved answer, if there is one. */
export interface ReviewedCar extends PlannedCar {
  readonly answer: CarAnswer | null
}

export type BulkCounts = BulkLookup['counts']

type JobChange = Partial<Pick<BulkJob, 'state' | 'startedAt' | 'endedAt' | 'askAgain' | 'defaultState' | 'problem'>>

/** Bulk look-ups on the disk. Each method is durable when it returns. */
export interface BulkRepository {
  create(job: BulkJob, review: string): void
  find(id: string): BulkJob | null
  /** Newest first. */
  list(scope: ConnectionRegion): BulkJob[]
  /** The running jobs in the order in which they are asked: the first one, and those that wait behind it. */
  running(): BulkJob[]
  review(id: string): string | null
  setReview(id: string, review: string): void
  change(id: string, change: JobChange): void
  /** Replaces all cars of a review. */
  setCars(id: string, cars: readonly ReviewedCar[], plan: { duplicates: number; withoutState: number }): void
  /** Begins: saved answers count as results, or are looked up again. The review is not needed any more. */
  start(id: string, at: string): void
  counts(id: string): BulkCounts
  items(
    id: string,
    statuses: readonly BulkItemStatus[],
    offset: number,
    limit: number,
  ): { total: number; rows: BulkItem[] }
  eachItem(id: string): IterableIterator<BulkItem>
  /** Marks the next queued car as asked, before its request leaves. Null: none is left. */
  claim(id: string, at: string): AskedCar | null
  /** The bulk look-ups with such cars. */
  withAsked(): BulkJob[]
  /** Cars that were asked and have no result. */
  asked(id: string): AskedCar[]
  answer(id: string, number: number, answer: CarAnswer): void
  /** Ends a car without an answer, or queues it again. */
  setStatus(id: string, number: number, status: 'queued' | 'failed' | 'unsure', note: string | null): void
  /** All cars with one status get another. */
  moveAll(id: string, from: BulkItemStatus, to: 'queued' | 'cancelled', numbers?: readonly number[]): number
  remove(id: string): void
  forgetConnection(connectionId: string): void
}

interface JobRow {
  id: string
  connection_id: string
  region: Region
  name: string
  source: BulkLookup['source']
  state: BulkLookupState
  created_at: string
  started_at: string | null
  ended_at: string | null
  ask_again: number
  default_state: string | null
  duplicates: number
  without_state: number
  problem: string | null
}

interface ItemRow {
  number: number
  kind: 'plate' | 'vin' | null
  query: string
  state: string | null
  line: number
  lines: number
  status: BulkItemStatus
  note: string | null
  title: string | null
  vin: string | null
  result_id: string | null
  asked_at: string | null
  answered_at: string | null
}

const jobColumns = `id, connection_id, region, name, source, state, created_at, started_at, ended_at, ask_again, default_state,
  duplicates, without_state, problem`
const itemColumns =
  'number, kind, query, state, line, lines, status, note, title, vin, result_id, asked_at, answered_at'

export function createBulkRepository(database: Database): BulkRepository {
  const change: BulkRepository['change'] = (id, changed) => {
    const columns: Readonly<Record<string, string | number | null | undefined>> = {
      state: changed.state,
      started_at: changed.startedAt,
      ended_at: changed.endedAt,
      ask_again: changed.askAgain === undefined ? undefined : Number(changed.askAgain),
      default_state: changed.defaultState,
      problem: changed.problem && JSON.stringify(changed.problem),
    }
    const given = Object.entries(columns).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    if (given.length === 0) return
    const names = given.map(([name]) => `${name} = ?`).join(', ')
    database.run(`UPDATE bulk_lookup SET ${names} WHERE id = ?`, [...given.map(([, value]) => value), id])
  }
  const inStatuses = (statuses: readonly BulkItemStatus[]): string =>
    statuses.length === 0 ? '' : `AND status IN (${statuses.map(() => '?').join(', ')})`

  return {
    create(job, review) {
      database.run(
        `INSERT INTO bulk_lookup (${jobColumns}, review) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)`,
        [
          job.id,
          job.connectionId,
          job.region,
          job.name,
          job.source,
          job.state,
          job.createdAt,
          job.startedAt,
          job.endedAt,
          Number(job.askAgain),
          job.defaultState,
          job.duplicates,
          job.withoutState,
          review,
        ],
      )
    },
    find(id) {
      const row = database.get<JobRow>(`SELECT ${jobColumns} FROM bulk_lookup WHERE id = ?`, [id])
      return row ? toJob(row) : null
    },
    list: ({ connectionId, region }) =>
      database
        .all<JobRow>(
          `SELECT ${jobColumns} FROM bulk_lookup WHERE connection_id = ? AND region = ? ORDER BY created_at DESC, id`,
          [connectionId, region],
        )
        .map(toJob),
    running: () =>
      database
        .all<JobRow>(`SELECT ${jobColumns} FROM bulk_lookup WHERE state = 'running' ORDER BY started_at, id`)
        .map(toJob),
    review: (id) =>
      database.get<{ review: string | null }>('SELECT review FROM bulk_lookup WHERE id = ?', [id])?.review ?? null,
    setReview: (id, review) => void database.run('UPDATE bulk_lookup SET review = ? WHERE id = ?', [review, id]),
    change,
    setCars(id, cars, { duplicates, withoutState }) {
      database.transaction(() => {
        database.run('DELETE FROM bulk_lookup_item WHERE job_id = ?', [id])
        database.run('UPDATE bulk_lookup SET duplicates = ?, without_state = ? WHERE id = ?', [
          duplicates,
          withoutState,
          id,
        ])
        for (const [at, { kind, query, state, line, lines, note, answer }] of cars.entries()) {
          const read = answer?.read()
          database.run(
            `INSERT INTO bulk_lookup_item (job_id, number, kind, query, state, line, lines, status, outcome, note, title, vin,
               result_id, answered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            [
              id,
              at + 1,
              kind,
              query,
              state,
              line,
              lines,
              kind === null ? 'invalid' : answer ? 'saved' : 'queued',
              read?.outcome ?? null,
              note,
              answer?.title ?? null,
              read?.authority?.vin ?? null,
              answer?.id ?? null,
              answer?.at ?? null,
            ],
          )
        }
      })
    },
    start(id, at) {
      database.transaction(() => {
        database.run(
          `UPDATE bulk_lookup_item SET status = CASE WHEN (SELECT ask_again FROM bulk_lookup WHERE id = ?) = 1 THEN 'queued'
             ELSE ifnull(outcome, 'nothing') END WHERE job_id = ? AND status = 'saved'`,
          [id, id],
        )
        database.run(`UPDATE bulk_lookup SET state = 'running', started_at = ?, review = NULL WHERE id = ?`, [at, id])
      })
    },
    counts: (id) =>
      Object.fromEntries(
        database
          .all<{ status: BulkItemStatus; count: number }>(
            'SELECT status, count(*) AS count FROM bulk_lookup_item WHERE job_id = ? GROUP BY status',
            [id],
          )
          .map(({ status, count }) => [status, count]),
      ),
    items(id, statuses, offset, limit) {
      const where = `job_id = ? ${inStatuses(statuses)}`
      const total = database.get<{ count: number }>(`SELECT count(*) AS count FROM bulk_lookup_item WHERE ${where}`, [
        id,
        ...statuses,
      ])
      const rows = database.all<ItemRow>(
        `SELECT ${itemColumns} FROM bulk_lookup_item WHERE ${where} ORDER BY number LIMIT ? OFFSET ?`,
        [id, ...statuses, limit, offset],
      )
      return { total: total?.count ?? 0, rows: rows.map(toItem) }
    },
    *eachItem(id) {
      const rows = database.each<ItemRow>(
        `SELECT ${itemColumns} FROM bulk_lookup_item WHERE job_id = ? ORDER BY number`,
        [id],
      )
      for (const row of rows) yield toItem(row)
    },
    claim: (id, at) =>
      database.transaction(() => {
        const row = database.get<ItemRow>(
          `SELECT ${itemColumns} FROM bulk_lookup_item WHERE job_id = ? AND status = 'queued' ORDER BY number LIMIT 1`,
          [id],
        )
        if (!row) return null
        database.run(`UPDATE bulk_lookup_item SET status = 'asking', asked_at = ? WHERE job_id = ? AND number = ?`, [
          at,
          id,
          row.number,
        ])
        return toAsked({ ...row, asked_at: at })
      }),
    withAsked: () =>
      database
        .all<JobRow>(
          `SELECT ${jobColumns} FROM bulk_lookup WHERE id IN (SELECT job_id FROM bulk_lookup_item WHERE status = 'asking')`,
        )
        .map(toJob),
    asked: (id) =>
      database
        .all<ItemRow>(
          `SELECT ${itemColumns} FROM bulk_lookup_item WHERE job_id = ? AND status = 'asking' ORDER BY number`,
          [id],
        )
        .map(toAsked),
    answer(id, number, answer) {
      const { outcome, authority } = answer.read()
      database.run(
        `UPDATE bulk_lookup_item SET status = ?, title = ?, vin = ?, result_id = ?, answered_at = ?, note = NULL
         WHERE job_id = ? AND number = ?`,
        [outcome, answer.title, authority?.vin ?? null, answer.id, answer.at, id, number],
      )
    },
    setStatus: (id, number, status, note) =>
      void database.run('UPDATE bulk_lookup_item SET status = ?, note = ? WHERE job_id = ? AND number = ?', [
        status,
        note,
        id,
        number,
      ]),
    moveAll: (id, from, to, numbers) =>
      database.transaction(() => {
        const sql = `UPDATE bulk_lookup_item SET status = ?, note = CASE WHEN ? = 'queued' THEN NULL ELSE note END
           WHERE job_id = ? AND status = ?`
        if (!numbers) return database.run(sql, [to, to, id, from]).changes
        return numbers.reduce(
          (sum, number) => sum + database.run(`${sql} AND number = ?`, [to, to, id, from, number]).changes,
          0,
        )
      }),
    remove: (id) => void database.run('DELETE FROM bulk_lookup WHERE id = ?', [id]),
    forgetConnection: (connectionId) =>
      void database.run('DELETE FROM bulk_lookup WHERE connection_id = ?', [connectionId]),
  }
}

const stateCode = (text: string | null): StateCode | null => StateCode.safeParse(text).data ?? null

const toJob = (row: JobRow): BulkJob => ({
  id: row.id,
  connectionId: row.connection_id,
  region: row.region,
  name: row.name,
  source: row.source,
  state: row.state,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  askAgain: row.ask_again === 1,
  defaultState: stateCode(row.default_state),
  duplicates: row.duplicates,
  withoutState: row.without_state,
  problem: row.problem === null ? null : Failure.parse(JSON.parse(row.problem)),
})

const toItem = (row: ItemRow): BulkItem => ({
  number: row.number,
  kind: row.kind,
  query: row.query,
  state: stateCode(row.state),
  line: row.line,
  lines: row.lines,
  status: row.status,
  note: row.note,
  title: row.title,
  vin: row.vin ?? (row.kind === 'vin' ? row.query : null),
  resultId: row.result_id,
  answeredAt: row.answered_at,
})

const toAsked = (row: ItemRow): AskedCar => ({
  number: row.number,
  kind: row.kind ?? 'plate',
  query: row.query,
  state: stateCode(row.state),
  askedAt: row.asked_at ?? '',
})
