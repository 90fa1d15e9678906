import type { BulkItem, BulkItemStatus, BulkLookup } from '../../contract/bulk-lookups.ts'
import { StateCode } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import type { CarAnswer, CarQuery } from '../lookup/car-lookups.ts'
import type { PlannedCar } from './plan-cars.ts'

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

/** The cars of bulk look-ups on the disk. Each method is durable when it returns. `id`: of the bulk look-up. */
export type BulkItems = ReturnType<typeof createBulkItems>

type ItemRow = Omit<BulkItem, 'state'> & { readonly state: string | null; readonly askedAt: string | null }

const itemColumns = `number, kind, query, state, line, lines, status, note, title, vin, result_id AS resultId, asked_at AS askedAt,
  answered_at AS answeredAt`

export function createBulkItems(database: Database) {
  const inStatuses = (statuses: readonly BulkItemStatus[]): string =>
    statuses.length === 0 ? '' : `AND status IN (${statuses.map(() => '?').join(', ')})`

  return {
    /** Replaces all cars of a review. */
    replaceAll(
      id: string,
      cars: readonly ReviewedCar[],
      { duplicates, withoutState }: { duplicates: number; withoutState: number },
    ): void {
      database.transaction(() => {
        database.run('DELETE FROM bulk_lookup_item WHERE job_id = ?', [id])
        database.run('UPDATE bulk_lookup SET duplicates = ?, without_state = ? WHERE id = ?', [
          duplicates,
          withoutState,
          id,
        ])
        for (const [at, { answer, ...car }] of cars.entries()) {
          const read = answer?.read()
          database.run(
            `INSERT INTO bulk_lookup_item (job_id, number, kind, query, state, line, lines, status, outcome, note, title, vin,
               result_id, answered_at)
             VALUES ($id, $number, $kind, $query, $state, $line, $lines, $status, $outcome, $note, $title, $vin, $resultId, $answeredAt)`,
            {
              ...car,
              id,
              number: at + 1,
              status: car.kind === null ? 'invalid' : answer ? 'saved' : 'queued',
              outcome: read?.outcome ?? null,
              title: answer?.title ?? null,
              vin: read?.authority?.vin ?? null,
              resultId: answer?.id ?? null,
              answeredAt: answer?.at ?? null,
            },
          )
        }
      })
    },
    counts: (id: string): BulkCounts =>
      Object.fromEntries(
        database
          .all<{ status: BulkItemStatus; count: number }>(
            'SELECT status, count(*) AS count FROM bulk_lookup_item WHERE job_id = ? GROUP BY status',
            [id],
          )
          .map(({ status, count }) => [status, count]),
      ),
    page(
      id: string,
      statuses: readonly BulkItemStatus[],
      offset: number,
      limit: number,
    ): { total: number; rows: BulkItem[] } {
      const where = `job_id = ? ${inStatuses(statuses)}`
      const total = database.value<number>(`SELECT count(*) FROM bulk_lookup_item WHERE ${where}`, [id, ...statuses])!
      const rows = database.all<ItemRow>(
        `SELECT ${itemColumns} FROM bulk_lookup_item WHERE ${where} ORDER BY number LIMIT ? OFFSET ?`,
        [id, ...statuses, limit, offset],
      )
      return { total, rows: rows.map(toItem) }
    },
    /** Marks the next queued car as asked, before its request leaves. Null: none is left. */
    claim: (id: string, at: string): AskedCar | null =>
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
        return toAsked({ ...row, askedAt: at })
      }),
    /** Cars that were asked and have no result. */
    asked: (id: string): AskedCar[] =>
      database
        .all<ItemRow>(
          `SELECT ${itemColumns} FROM bulk_lookup_item WHERE job_id = ? AND status = 'asking' ORDER BY number`,
          [id],
        )
        .map(toAsked),
    answer(id: string, number: number, answer: CarAnswer): void {
      const { outcome, authority } = answer.read()
      database.run(
        `UPDATE bulk_lookup_item SET status = ?, title = ?, vin = ?, result_id = ?, answered_at = ?, note = NULL
         WHERE job_id = ? AND number = ?`,
        [outcome, answer.title, authority?.vin ?? null, answer.id, answer.at, id, number],
      )
    },
    /** Ends a car without an answer, or queues it again. */
    setStatus: (id: string, number: number, status: 'queued' | 'failed' | 'unsure', note: string | null): void =>
      void database.run('UPDATE bulk_lookup_item SET status = ?, note = ? WHERE job_id = ? AND number = ?', [
        status,
        note,
        id,
        number,
      ]),
    /** All cars with one status get another. */
    moveAll: (id: string, from: BulkItemStatus, to: 'queued' | 'cancelled', numbers?: readonly number[]): number =>
      database.transaction(() => {
        const sql = `UPDATE bulk_lookup_item SET status = ?, note = CASE WHEN ? = 'queued' THEN NULL ELSE note END
           WHERE job_id = ? AND status = ?`
        if (!numbers) return database.run(sql, [to, to, id, from]).changes
        return numbers.reduce(
          (sum, number) => sum + database.run(`${sql} AND number = ?`, [to, to, id, from, number]).changes,
          0,
        )
      }),
  }
}

const stateCode = (text: string | null): StateCode | null => StateCode.safeParse(text).data ?? null

const toItem = ({ askedAt: _askedAt, ...row }: ItemRow): BulkItem => ({
  ...row,
  state: stateCode(row.state),
  vin: row.vin ?? (row.kind === 'vin' ? row.query : null),
})

const toAsked = ({ number, kind, query, state, askedAt }: ItemRow): AskedCar => ({
  number,
  kind: kind ?? 'plate',
  query,
  state: stateCode(state),
  askedAt: askedAt ?? '',
})
