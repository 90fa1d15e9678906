import type { BulkLookup, BulkLookupState } from '../../contract/bulk-lookups.ts'
import { StateCode } from '../../contract/region.ts'
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
export type BulkRepository = ReturnType<typeof createBulkRepository>

interface JobRow extends Omit<BulkJob, 'askAgain' | 'defaultState' | 'problem'> {
  readonly askAgain: number
  readonly defaultState: string | null
  readonly problem: string | null
}

const jobColumns = `id, connection_id AS connectionId, region, name, source, state, created_at AS createdAt, started_at AS startedAt,
  ended_at AS endedAt, ask_again AS askAgain, default_state AS defaultState, duplicates, without_state AS withoutState, problem`

export function createBulkRepository(database: Database) {
  const change = (id: string, changed: JobChange): void => {
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
    create({ problem: _problem, ...job }: BulkJob, review: string): void {
      database.run(
        `INSERT INTO bulk_lookup (id, connection_id, region, name, source, state, created_at, started_at, ended_at, ask_again,
           default_state, duplicates, without_state, review)
         VALUES ($id, $connectionId, $region, $name, $source, $state, $createdAt, $startedAt, $endedAt, $askAgain, $defaultState,
           $duplicates, $withoutState, $review)`,
        { ...job, askAgain: Number(job.askAgain), review },
      )
    },
    find(id: string): BulkJob | null {
      const row = database.get<JobRow>(`SELECT ${jobColumns} FROM bulk_lookup WHERE id = ?`, [id])
      return row ? toJob(row) : null
    },
    /** Newest first. */
    list: ({ connectionId, region }: ConnectionRegion): BulkJob[] =>
      database
        .all<JobRow>(
          `SELECT ${jobColumns} FROM bulk_lookup WHERE connection_id = ? AND region = ? ORDER BY created_at DESC, id`,
          [connectionId, region],
        )
        .map(toJob),
    /** The running jobs in the order in which they are asked: the first one, and those that wait behind it. */
    running: (): BulkJob[] =>
      database
        .all<JobRow>(`SELECT ${jobColumns} FROM bulk_lookup WHERE state = 'running' ORDER BY started_at, id`)
        .map(toJob),
    review: (id: string): string | null => database.value<string>('SELECT review FROM bulk_lookup WHERE id = ?', [id]),
    setReview: (id: string, review: string): void =>
      void database.run('UPDATE bulk_lookup SET review = ? WHERE id = ?', [review, id]),
    change,
    /** Begins: saved answers count as results, or are looked up again. The review is not needed any more. */
    start(id: string, at: string): void {
      database.transaction(() => {
        database.run(
          `UPDATE bulk_lookup_item SET status = CASE WHEN (SELECT ask_again FROM bulk_lookup WHERE id = ?) = 1 THEN 'queued'
             ELSE ifnull(outcome, 'nothing') END WHERE job_id = ? AND status = 'saved'`,
          [id, id],
        )
        database.run(`UPDATE bulk_lookup SET state = 'running', started_at = ?, review = NULL WHERE id = ?`, [at, id])
      })
    },
    /** The bulk look-ups with cars that were asked and have no result. */
    withAsked: (): BulkJob[] =>
      database
        .all<JobRow>(
          `SELECT ${jobColumns} FROM bulk_lookup WHERE id IN (SELECT job_id FROM bulk_lookup_item WHERE status = 'asking')`,
        )
        .map(toJob),
    remove: (id: string): void => void database.run('DELETE FROM bulk_lookup WHERE id = ?', [id]),
  }
}

const toJob = (row: JobRow): BulkJob => ({
  ...row,
  askAgain: row.askAgain === 1,
  defaultState: StateCode.safeParse(row.defaultState).data ?? null,
  problem: row.problem === null ? null : Failure.parse(JSON.parse(row.problem)),
})
