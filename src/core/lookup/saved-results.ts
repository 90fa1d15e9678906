import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { StateCode, type Region } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'

/** Queries whose results are saved. Results of `plate`, `vin` and `search` can be in the list of recent look-ups. */
export type QueryKind = 'plate' | 'vin' | 'search' | 'facets' | 'status' | 'specs' | 'market'

/** The service's answer: a body, or the message that it has no record (`nothing`). The form is stored. */
export const ResultPayload = z.union([
  z.object({ nothing: z.string().nullable() }),
  // JSON has no undefined: a body that the service left out is null.
  z.object({ body: z.unknown().default(null) }),
])
export type ResultPayload = z.infer<typeof ResultPayload>

export interface QueryKey {
  readonly kind: QueryKind
  /** Identifies the query among those of its kind. The form is stored. */
  readonly key: string
}

export interface SavedResult extends QueryKey, ConnectionRegion {
  readonly id: string
  readonly query: string
  readonly state: StateCode | null
  readonly title: string
  readonly answer: ResultPayload
  /** ISO 8601: when the service gave it. */
  readonly at: string
  readonly pinned: boolean
}

/** How a result appears in the list of recent look-ups. */
export interface RecentEntry {
  readonly query: string
  readonly state: StateCode | null
  readonly title: string
}

/** Results of the service, saved in the encrypted database until their connection is removed. */
export type SavedResults = ReturnType<typeof createSavedResults>

/**
 * The most recently used results are kept, up to these numbers; pinned ones are not counted. A market result is large.
 */
const maxRecent = 500
const maxOthers: Readonly<Record<QueryKind, number>> = {
  plate: 1_000,
  vin: 1_000,
  search: 300,
  facets: 300,
  status: 500,
  specs: 500,
  market: 200,
}

/** Results of bulk look-ups stay as long as these: each was paid for, and there may be thousands. */
const notOfBulk = 'id NOT IN (SELECT result_id FROM bulk_lookup_item WHERE result_id IS NOT NULL)'

interface Row {
  id: string
  connection_id: string
  region: Region
  kind: QueryKind
  key: string
  query: string
  state: string | null
  title: string
  answer: string
  at: string
  pinned: number
}

const columns = 'id, connection_id, region, kind, key, query, state, title, at, pinned'

export function createSavedResults(database: Database) {
  const nextUse = (): number => database.value<number>('SELECT ifnull(max(used), 0) + 1 FROM kept_answer') ?? 1

  const find = ({ connectionId, region }: ConnectionRegion, { kind, key }: QueryKey): SavedResult | null => {
    const row = database.get<Row>(
      `SELECT ${columns}, answer FROM kept_answer WHERE connection_id = ? AND region = ? AND kind = ? AND key = ?`,
      [connectionId, region, kind, key],
    )
    return row ? toSavedResult(row) : null
  }

  /** The plate, VIN and status queries that have a result; null after a change. */
  let carQueries: ReadonlySet<string> | null = null
  const isSavedCar = (query: string): boolean => {
    carQueries ??= new Set(
      database
        .all<Pick<Row, 'connection_id' | 'region' | 'kind' | 'key'>>(
          `SELECT connection_id, region, kind, key FROM kept_answer WHERE kind IN ('plate', 'vin', 'status')`,
        )
        .map((row) => queryText({ connectionId: row.connection_id, region: row.region }, row)),
    )
    return carQueries.has(query)
  }
  const change = <T>(work: () => T): T => {
    try {
      return database.transaction(work)
    } finally {
      carQueries = null
    }
  }

  const byId = (id: string): SavedResult | null => {
    const row = database.get<Row>(`SELECT ${columns}, answer FROM kept_answer WHERE id = ?`, [id])
    return row ? toSavedResult(row) : null
  }

  const removeOldest = ({ connectionId, region }: ConnectionRegion, kind: QueryKind): void => {
    database.run(
      `DELETE FROM kept_answer WHERE id IN (
         SELECT id FROM kept_answer WHERE connection_id = ? AND region = ? AND listed = 1 AND pinned = 0 AND ${notOfBulk}
         ORDER BY used DESC LIMIT -1 OFFSET ${maxRecent})`,
      [connectionId, region],
    )
    database.run(
      `DELETE FROM kept_answer WHERE id IN (
         SELECT id FROM kept_answer WHERE connection_id = ? AND region = ? AND listed = 0 AND pinned = 0 AND kind = ? AND ${notOfBulk}
         ORDER BY used DESC LIMIT -1 OFFSET ${maxOthers[kind]})`,
      [connectionId, region, kind],
    )
  }

  return {
    find,
    /** Like `find`, for queries by plate, VIN or status that usually have no result: each page of customers asks for hundreds. */
    findCar: (scope: ConnectionRegion, key: QueryKey): SavedResult | null =>
      isSavedCar(queryText(scope, key)) ? find(scope, key) : null,
    byId,
    /** Saves a result. It replaces an older result of the same query, whose ID and pin stay. */
    save(
      scope: ConnectionRegion,
      { kind, key }: QueryKey,
      { query, state, title }: RecentEntry,
      answer: ResultPayload,
      at: string,
    ): SavedResult {
      const { connectionId, region } = scope
      return change(() => {
        database.run(
          `INSERT INTO kept_answer (id, connection_id, region, kind, key, query, state, title, answer, at, listed, used, pinned)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)
           ON CONFLICT (connection_id, region, kind, key) DO UPDATE SET
             query = excluded.query, state = excluded.state, title = excluded.title, answer = excluded.answer,
             at = excluded.at, used = excluded.used`,
          [randomUUID(), connectionId, region, kind, key, query, state, title, JSON.stringify(answer), at, nextUse()],
        )
        removeOldest(scope, kind)
        const saved = find(scope, { kind, key })
        if (!saved) throw new Error('A result that was just saved is missing')
        return saved
      })
    },
    /** Moves a result to the top of the list of recent look-ups. */
    markRecent: (id: string): void =>
      void database.run('UPDATE kept_answer SET listed = 1, used = ? WHERE id = ?', [nextUse(), id]),
    recent: ({ connectionId, region }: ConnectionRegion): readonly Omit<SavedResult, 'answer'>[] =>
      database
        .all<Omit<Row, 'answer'>>(
          `SELECT ${columns} FROM kept_answer WHERE connection_id = ? AND region = ? AND (listed = 1 OR pinned = 1)
           ORDER BY pinned DESC, used DESC`,
          [connectionId, region],
        )
        .map(toRecentEntry),
    pin: (id: string, pinned: boolean): boolean =>
      database.run('UPDATE kept_answer SET pinned = ? WHERE id = ?', [pinned ? 1 : 0, id]).changes > 0,
    remove: (id: string): boolean =>
      change(() => database.run('DELETE FROM kept_answer WHERE id = ?', [id]).changes > 0),
    /** Results were removed in the database. */
    reread: (): void => void (carQueries = null),
  }
}

const queryText = ({ connectionId, region }: ConnectionRegion, { kind, key }: QueryKey): string =>
  JSON.stringify([connectionId, region, kind, key])

function toRecentEntry(row: Omit<Row, 'answer'>): Omit<SavedResult, 'answer'> {
  const { id, region, kind, key, query, title, at } = row
  const state = StateCode.safeParse(row.state).data ?? null
  return { id, connectionId: row.connection_id, region, kind, key, query, state, title, at, pinned: row.pinned === 1 }
}

const toSavedResult = (row: Row): SavedResult => ({
  ...toRecentEntry(row),
  answer: ResultPayload.parse(JSON.parse(row.answer)),
})
