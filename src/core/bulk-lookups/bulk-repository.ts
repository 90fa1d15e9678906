import type { BulkLookup, BulkLookupState } from '../../contract/bulk-lookups.ts'
import { StateCode, type Region } from '../../contract/region.ts'
import { Failure } from '../../contract/failure.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'

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

type JobChange = Partial<Pick<BulkJob, 'state' | 'startedAt' | 'endedAt' | 'askAgain' | 'defaultState' | 'problem'>>

/** Bulk look-ups on the disk, without their cars (`bulk-items.ts`). Each method is durable when it returns. */
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
  /** Begins: saved answers count as results, or are looked up again. The review is not needed any more. */
  start(id: string, at: string): void
  /** The bulk look-ups with cars that were asked and have no result. */
  withAsked(): BulkJob[]
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

const jobColumns = `id, connection_id, region, name, source, state, created_at, started_at, ended_at, ask_again, default_state,
  duplicates, without_state, problem`

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
    withAsked: () =>
      database
        .all<JobRow>(
          `SELECT ${jobColumns} FROM bulk_lookup WHERE id IN (SELECT job_id FROM bulk_lookup_item WHERE status = 'asking')`,
        )
        .map(toJob),
    remove: (id) => void database.run('DELETE FROM bulk_lookup WHERE id = ?', [id]),
    forgetConnection: (connectionId) =>
      void database.run('DELETE FROM bulk_lookup WHERE connection_id = ?', [connectionId]),
  }
}

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
  defaultState: StateCode.safeParse(row.default_state).data ?? null,
  duplicates: row.duplicates,
  withoutState: row.without_state,
  problem: row.problem === null ? null : Failure.parse(JSON.parse(row.problem)),
})
