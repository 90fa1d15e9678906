import { defaultAdvanced } from '../../src/core/service/assumptions.ts'
import type { Database } from '../../src/core/database/database.ts'
import { createAnnouncer } from '../../src/core/events/announcer.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import type { Fetch } from '../../src/core/ports/host.ts'
import { createAuthoriser } from '../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../src/core/service/create-service-client.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import type { UploadsParts } from '../../src/core/uploads/uploads.ts'
import type { RowsToSend } from '../../src/core/uploads/upload-writer.ts'
import { oneSource } from '../twins/one-source.ts'

/** Real parts of core against a real service, with short times. */
export const connectionId = 'connection-1'

export const shortTiming: NonNullable<UploadsParts['timing']> = {
  firstBackoffMs: 20,
  longestBackoffMs: 200,
  firstPollMs: 20,
  longestPollMs: 100,
  searchWindowMs: 700,
  firstSearchGapMs: 50,
  leastSearches: 3,
  announceEveryMs: 10,
}

/** A database that calls `moment` before and after each statement that writes, and after each transaction. */
export const withMoments = (database: Database, moment: () => void): Database => ({
  ...database,
  run(sql, params) {
    moment()
    const done = database.run(sql, params)
    moment()
    return done
  },
  transaction(work) {
    const done = database.transaction(work)
    moment()
    return done
  },
})

export interface TestStorageOptions {
  readonly database: Database
  readonly baseUrl: string
  /** Read for each call, so that it can change. */
  readonly apiKey: () => string
  readonly batchSize: number
  readonly fetch?: Fetch
  readonly ended: AbortSignal
}

export function openTestStorage({
  database,
  baseUrl,
  apiKey,
  batchSize,
  fetch,
  ended,
}: TestStorageOptions): OpenStorage {
  database.run(
    `INSERT OR IGNORE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES (?, 'Test', 'account', ?, 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
    [connectionId, baseUrl],
  )
  const log = { write: () => undefined }
  const plainFetch: Fetch = fetch ?? ((url, init) => globalThis.fetch(url, init))
  const active = {
    id: connectionId,
    region: 'au' as const,
    advanced: { ...defaultAdvanced, firstBatchSize: batchSize, pageSize: 200 },
  }
  return {
    database,
    clock: systemClock,
    log,
    announcer: createAnnouncer(),
    connections: {
      active: () => active,
      ...oneSource(() => active),
      find: (id) => (id === connectionId ? active : null),
      client: async (_, region) => ({
        ok: true,
        value: createServiceClient({
          baseUrl,
          region,
          regionCode: region,
          authoriser: createAuthoriser({
            baseUrl,
            credentials: { scheme: 'api-key', apiKey: apiKey() },
            fetch: plainFetch,
            clock: systemClock,
            log,
          }),
          fetch: plainFetch,
          clock: systemClock,
          log,
          onOutcome: () => undefined,
        }),
      }),
    },
    ended,
    dateFormat: () => 'region',
  }
}

/** Rows 2 to rows + 1 of a file, each with its own plate, and two rows with errors. */
export function rowsOfDraft(rows: number): RowsToSend {
  return {
    fileName: 'march.csv',
    region: 'au',
    connectionId,
    header: ['Rego', 'Name'],
    rowsInFile: rows + 2,
    rows: Array.from({ length: rows }, (_, index) => ({
      row: index + 2,
      input: { rego: `K${String(index).padStart(5, '0')}`, state: 'VIC', client_name: `Client ${index}` },
      original: [`k-${index}`, `Client ${index}`],
    })),
    unsent: [rows + 2, rows + 3].map((row) => ({
      row,
      outcome: 'with-errors' as const,
      input: {},
      reason: 'There is neither a rego nor a VIN.',
      original: ['', ''],
    })),
    paidLookups: rows,
  }
}
