import type { UploadRows } from '../../../../src/contract/uploads.ts'
import { expect } from 'vitest'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { toCustomer } from '../../../../src/core/customers/cache/stored-customer.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import type { OpenStorage } from '../../../../src/core/open-storage.ts'
import { createReferenceCollector } from './reference-collector.ts'
import type { UploadsParts } from '../../../../src/core/uploads/uploads.ts'
import type { RowsToSend } from '../../../../src/core/uploads/upload-writer.ts'
import { createUploads, type Uploads } from '../../../../src/core/uploads/uploads.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { createLogTwin, type LogTwin } from '../../../twins/log-twin.ts'
import { createServiceTwin, type CallName, type Fault, type ServiceTwin } from '../../../twins/service-twin.ts'
import { oneSource } from '../../../twins/one-source.ts'
import { uploadDraftsTwin, uploadPartsTwin } from '../../../twins/upload-parts-twin.ts'

/** Everything that uploads need: a database in memory, a manual clock, and the in-memory service. */
export interface Bench {
  readonly clock: ClockTwin
  readonly database: Database
  readonly service: ServiceTwin
  readonly storage: OpenStorage & { readonly connections: { client: OpenStorage['connections']['client'] } }
  readonly log: LogTwin
  readonly uploads: () => Uploads
  /** How often a sync was requested. */
  readonly syncs: () => number
  /** Compares the accounts with the service's list, as a sync does. Requested syncs do so at once. */
  sync(): Promise<void>
  /** Closes the uploads and creates them again on the same database, as after a restart. `meanwhile`: before they are created again. */
  restart(meanwhile?: (database: Database) => void): Promise<void>
  /** Advances the clock until the condition is true; throws when it is not within an hour of the clock. */
  until(condition: () => Promise<boolean> | boolean): Promise<void>
  close(): Promise<void>
}

export const connectionId = 'connection-1'

export function openMemory(): Database {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  opened.database.run(
    `INSERT OR IGNORE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at) VALUES (?, 'Test', 'account', 'https://service.test', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
    [connectionId],
  )
  return opened.database
}

export function draftOf(rows: number, unsent = 0): RowsToSend {
  return {
    fileName: 'march.csv',
    region: 'au',
    connectionId,
    header: ['Rego', 'Name'],
    rowsInFile: rows + unsent,
    rows: Array.from({ length: rows }, (_, index) => ({
      row: index + 2,
      input: { rego: `ABC${index}`, state: 'VIC', client_name: `Client ${index}` },
      original: [`abc ${index}`, `Client ${index}`],
    })),
    unsent: Array.from({ length: unsent }, (_, index) => ({
      row: rows + index + 2,
      outcome: 'with-errors' as const,
      input: { client_name: `=HYPERLINK("x")` },
      reason: 'No rego or VIN.',
      original: ['', `=HYPERLINK("x")`],
    })),
    paidLookups: rows,
  }
}

/** Whether the bench's draft can be seen by the user. */
export const isDraftThere = (database: Database): boolean =>
  database.get('SELECT id FROM draft WHERE upload_id IS NULL') !== undefined

export function makeBench(
  draft: RowsToSend,
  options: Partial<Pick<UploadsParts, 'timing' | 'notifier' | 'taskBar' | 'isOffline'>> & {
    readonly firstBatchSize?: number
  } = {},
): Bench {
  const clock = createClockTwin()
  const database = openMemory()
  database.run(
    `INSERT OR IGNORE INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
     VALUES ('draft-1', ?, 'au', 'march.csv', '', '', 'send', '{}', '{}')`,
    [connectionId],
  )
  const service = createServiceTwin(clock)
  const log = createLogTwin()
  const active = {
    id: connectionId,
    region: 'au' as const,
    advanced: { ...defaultAdvanced, firstBatchSize: options.firstBatchSize ?? 10, pageSize: 50 },
  }
  let ended = new AbortController()
  let syncs = 0
  const storage: Bench['storage'] = {
    database,
    clock,
    log,
    announcer: createAnnouncer(),
    connections: {
      active: () => active,
      ...oneSource(() => active),
      find: (id) => (id === connectionId ? active : null),
      client: async () => ({ ok: true, value: service.client }),
    },
    dateFormat: () => 'region',
    get ended() {
      return ended.signal
    },
  }
  const sync = (): Promise<void> => {
    const collector = createReferenceCollector()
    for (const { id, additionalFields } of service.customers()) {
      collector.add(String(additionalFields['forecourt_ref']), id)
    }
    return uploads.checkAccounts({ connectionId, region: 'au' }, collector.references)
  }
  const drafts = uploadDraftsTwin(() => {
    if (!isDraftThere(database)) throw new Error('The draft is gone')
    return draft
  })
  const make = (): Uploads =>
    createUploads(storage, {
      ...uploadPartsTwin,
      drafts: {
        ...drafts,
        closeDraft: (within, draftId, uploadId) =>
          void within.run('UPDATE draft SET upload_id = ? WHERE id = ?', [uploadId, draftId]),
      },
      customers: {
        ...uploadPartsTwin.customers,
        listed: () => service.customers(),
        find: (_, id) =>
          service
            .customers()
            .filter((one) => one.id === id)
            .map(toCustomer)[0] ?? null,
        deleteRecords: (_, ids) => ids.forEach((id) => service.remove(id)),
        async refresh() {
          await sync()
          return { ok: true, value: null }
        },
      },
      requestSync() {
        syncs += 1
        void sync()
      },
      isOffline: options.isOffline ?? uploadPartsTwin.isOffline,
      notifier: options.notifier ?? null,
      taskBar: options.taskBar ?? null,
      timing: { random: () => 0.5, ...options.timing },
    })
  let uploads = make()
  return {
    clock,
    database,
    service,
    storage,
    log,
    uploads: () => uploads,
    syncs: () => syncs,
    sync,
    async restart(meanwhile) {
      ended.abort()
      await uploads.close()
      meanwhile?.(database)
      ended = new AbortController()
      uploads = make()
      uploads.start()
    },
    async until(condition) {
      const endMs = clock.monotonicMs() + 3_600_000
      for (let turn = 0; !(await condition()); turn += 1) {
        if (clock.monotonicMs() > endMs || turn > 20_000)
          throw new Error('The condition was not true within an hour of the clock')
        await clock.advance(clock.sleeping()[0] ?? 0)
      }
    },
    async close() {
      ended.abort()
      await uploads.close()
      database.close()
    },
  }
}

/** The sums of the contract that are wrong; empty when both are right. */
export function brokenSums(rows: UploadRows): string[] {
  const broken: string[] = []
  if (rows.inFile !== rows.sent + rows.withErrors + rows.excluded + rows.updated + rows.pending + rows.notSent)
    broken.push(`in file: ${JSON.stringify(rows)}`)
  if (rows.sent !== rows.accepted + rows.failed + rows.notProcessed + rows.inProcess) {
    broken.push(`sent: ${JSON.stringify(rows)}`)
  }
  return broken
}

const signal = new AbortController().signal
const noFault: Fault = { kind: 'none' }

/** Sends the bench's draft; returns the id of the upload. */
export async function create(bench: Bench, references = true): Promise<string> {
  const upload = await bench
    .uploads()
    .create({ draftId: 'draft-1', name: 'March', lookUpMissingVins: false, references }, signal)
  return upload.id
}

export const get = (bench: Bench, id: string) => bench.uploads().get({ id }, signal)
export const inState = (bench: Bench, id: string, state: string) => async () => (await get(bench, id)).state === state

/** Applies the faults to the calls of one name, in order; then none. */
export function faultsInTurn(name: CallName, faults: readonly Fault[]): (call: CallName) => Fault {
  const left = [...faults]
  return (call) => (call === name ? (left.shift() ?? noFault) : noFault)
}

export function expectOneCustomerPerRow(bench: Bench, id: string, rows: number): void {
  const references = bench.service.customers().map(({ additionalFields }) => String(additionalFields['forecourt_ref']))
  expect(references.toSorted()).toEqual(Array.from({ length: rows }, (_, index) => `fc-${id}-${index + 2}`).toSorted())
}
