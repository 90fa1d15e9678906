import type { EventWaiter } from '../control/event-waiter.ts'
import type { ServiceClock } from '../service-clock.ts'
import { uuidFor } from '../seeded-random.ts'
import type { Store } from '../store.ts'
import { timestamp, type Region } from '../wire/reading.ts'
import { accessible } from '../wire/access.ts'
import type { UploadInput } from './upload-input.ts'

export interface UploadRow {
  readonly seq: number
  readonly id: string
  readonly account_id: number
  readonly region: Region
  readonly created_at_ms: number
  readonly name: string
  readonly enable_rego_lookups: number
  readonly uploaded: number
  readonly processed: number
  readonly errors: number
  readonly cancelled: number
}

/** An upload on the wire (interface, part 2, upload). */
export interface UploadJson {
  readonly id: string
  readonly created_at: string
  readonly enable_rego_lookups: boolean
  readonly name: string
  readonly total_uploaded_customers: number
  readonly total_processed_customers: number
  readonly total_errors: number
}

export interface Uploads {
  /** Queues every customer. Not idempotent: the same body sent twice makes two uploads (interface, part 4). */
  create(accountId: number, region: Region, input: UploadInput): UploadJson
  get(accountId: number, region: Region, id: string): UploadJson
  /** Stops creation of further customers; those already made stay (interface, part 3, rule 5). */
  cancel(accountId: number, region: Region, id: string): UploadJson
  /** All uploads, oldest first: an eye, not part of the interface, which has no such call. */
  all(): UploadJson[]
}

export function createUploads(store: Store, clock: ServiceClock, seed: string, eventWaiter: EventWaiter): Uploads {
  // The errors of uploads are not shown: worded as those of customers are.
  const find = (accountId: number, region: Region, id: string): UploadRow =>
    accessible(store.get<UploadRow>('SELECT * FROM uploads WHERE id = ?', id), accountId, region, {
      unknown: 'Invalid Upload ID',
      notYours: "You don't have permission to access that upload",
      otherRegion: 'Incorrect Region',
    })
  return {
    create: (accountId, region, input) => {
      const row = store.transaction(() => {
        const last = store.get<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'uploads'`)
        const seq = (last?.seq ?? 0) + 1
        store.run(
          `INSERT INTO uploads (seq, id, account_id, region, created_at_ms, name, enable_rego_lookups, uploaded)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          seq,
          uuidFor(seed, 'upload', seq),
          accountId,
          region,
          clock.nowMs(),
          input.name,
          input.enableRegoLookups ? 1 : 0,
          input.customers.length,
        )
        for (const customer of input.customers) {
          store.run('INSERT INTO queued_customers (upload_seq, body) VALUES (?, ?)', seq, JSON.stringify(customer))
        }
        return store.get<UploadRow>('SELECT * FROM uploads WHERE seq = ?', seq)
      })
      if (!row) throw new Error('The upload that was just made is not there')
      eventWaiter.announce()
      return uploadJson(row)
    },
    get: (accountId, region, id) => uploadJson(find(accountId, region, id)),
    cancel: (accountId, region, id) => {
      const row = find(accountId, region, id)
      if (row.processed < row.uploaded) {
        store.transaction(() => {
          store.run('DELETE FROM queued_customers WHERE upload_seq = ?', row.seq)
          store.run('UPDATE uploads SET cancelled = 1 WHERE seq = ?', row.seq)
        })
        eventWaiter.announce()
      }
      return uploadJson(row)
    },
    all: () => store.all<UploadRow>('SELECT * FROM uploads ORDER BY seq').map(uploadJson),
  }
}

function uploadJson(row: UploadRow): UploadJson {
  return {
    id: row.id,
    created_at: timestamp(row.created_at_ms),
    enable_rego_lookups: row.enable_rego_lookups === 1,
    name: row.name,
    total_uploaded_customers: row.uploaded,
    total_processed_customers: row.processed,
    total_errors: row.errors,
  }
}
