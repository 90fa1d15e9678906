import type { EventWaiter } from '../control/event-waiter.ts'
import type { ServiceClock } from '../service-clock.ts'
import { dateInRegion } from '../service-clock.ts'
import type { Store } from '../store.ts'
import { readDate, readText, regions, timestamp, type JsonObject, type Region } from '../wire/reading.ts'
import { accessible } from '../wire/access.ts'

/** What an upload says of a customer (interface, part 4, customer input); blanks have become null. */
export interface CustomerFields {
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly client_name: string | null
  readonly mobile_number: string | null
  readonly sale_date: string | null
  readonly expiry_date: string | null
}

export interface CustomerRow extends CustomerFields {
  readonly seq: number
  readonly id: string
  readonly account_id: number
  readonly region: Region
  readonly upload_seq: number
  readonly last_updated_ms: number
  readonly vehicle_title: string | null
  readonly additional_fields: string
}

/** A sighting on the wire (interface, part 2). */
export interface SightingJson {
  readonly at: string
  readonly lead_id: string
  readonly listing_url: string
  readonly listing_title: string
  readonly listing_price: number | null
}

/** A customer on the wire (interface, part 2, customer). */
export interface CustomerJson extends CustomerFields {
  readonly id: string
  readonly last_updated: string
  readonly vehicle_title: string | null
  readonly sightings: readonly SightingJson[]
  readonly additional_fields: JsonObject
}

export interface CustomerPage {
  readonly offset: number
  readonly limit: number
  readonly uploadId?: string
  /** Customers created within this time are not listed yet. */
  readonly lagMs?: number
}

export interface Customers {
  /** In the order in which they were made. An unknown upload has no customers. */
  page(accountId: number, region: Region, page: CustomerPage): CustomerJson[]
  get(accountId: number, region: Region, id: string): CustomerJson
  /** Only the fields present change; an empty string clears (interface, part 4, rule 2). */
  patch(accountId: number, region: Region, id: string, body: JsonObject): CustomerJson
  delete(accountId: number, region: Region, id: string): CustomerJson
  /** Deletes those whose expiry date has come in their region (interface, part 3, rule 6). */
  expire(): number
  /** By sequence number, for what happens inside the service. */
  bySeq(seq: number): CustomerJson | undefined
  byId(id: string): CustomerJson | undefined
  count(): number
  /** Any customer with at least `sightings` sightings. */
  withSightings(sightings: number): CustomerJson | undefined
  all(): CustomerJson[]
}

/** `forgetCar` is called with the rego of every deleted customer. */
export function createCustomers(
  store: Store,
  clock: ServiceClock,
  eventWaiter: EventWaiter,
  forgetCar: (region: Region, rego: string) => void,
): Customers {
  const find = (accountId: number, region: Region, id: string): CustomerRow =>
    accessible(store.get<CustomerRow>('SELECT * FROM customers WHERE id = ?', id), accountId, region, {
      unknown: 'Invalid Customer ID',
      notYours: "You don't have permission to access that customer",
      otherRegion: 'Incorrect Region',
    })
  const json = (rows: readonly CustomerRow[]): CustomerJson[] => {
    const sightings = sightingsOf(
      store,
      rows.map((row) => row.seq),
    )
    return rows.map((row) => customerJson(row, sightings.get(row.seq) ?? []))
  }
  const one = (row: CustomerRow): CustomerJson => customerJson(row, sightingsOf(store, [row.seq]).get(row.seq) ?? [])
  const remove = (row: CustomerRow): void => {
    store.run('DELETE FROM customers WHERE seq = ?', row.seq)
    if (row.rego !== null) forgetCar(row.region, row.rego)
  }
  let lastListed = 0
  /**
   * The newest customer that a list with this lag contains. Customers are processed in the order of their numbers. An
   * edit makes a record newer, but does not remove it from the list again.
   */
  const newestListed = (lagMs: number): number => {
    if (lagMs === 0) return Number.MAX_SAFE_INTEGER
    const oldEnough = store.get<{ seq: number | null }>(
      'SELECT max(seq) AS seq FROM customers WHERE last_updated_ms <= ?',
      clock.nowMs() - lagMs,
    )
    lastListed = Math.max(lastListed, oldEnough?.seq ?? 0)
    return lastListed
  }
  return {
    page: (accountId, region, { offset, limit, uploadId, lagMs = 0 }) => {
      const newest = newestListed(lagMs)
      if (uploadId === undefined) {
        // The inner query walks the index alone, so that a deep offset reads no records.
        return json(
          store.all<CustomerRow>(
            `SELECT * FROM customers WHERE seq IN (SELECT seq FROM customers INDEXED BY customers_of_region
               WHERE account_id = ? AND region = ? AND seq <= ? ORDER BY seq LIMIT ? OFFSET ?) ORDER BY seq`,
            accountId,
            region,
            newest,
            limit,
            offset,
          ),
        )
      }
      const upload = store.get<{ seq: number }>('SELECT seq FROM uploads WHERE id = ?', uploadId)
      if (!upload) return []
      return json(
        store.all<CustomerRow>(
          `SELECT * FROM customers WHERE seq IN (SELECT seq FROM customers INDEXED BY customers_of_upload
             WHERE account_id = ? AND region = ? AND upload_seq = ? AND seq <= ? ORDER BY seq LIMIT ? OFFSET ?) ORDER BY seq`,
          accountId,
          region,
          upload.seq,
          newest,
          limit,
          offset,
        ),
      )
    },
    get: (accountId, region, id) => one(find(accountId, region, id)),
    patch: (accountId, region, id, body) => {
      const row = find(accountId, region, id)
      const changed: CustomerRow = {
        ...row,
        ...('client_name' in body ? { client_name: readText(body['client_name'], 'client_name') } : {}),
        ...('mobile_number' in body ? { mobile_number: readText(body['mobile_number'], 'mobile_number') } : {}),
        ...('sale_date' in body ? { sale_date: readDate(body['sale_date'], 'sale_date') } : {}),
        ...('expiry_date' in body ? { expiry_date: readDate(body['expiry_date'], 'expiry_date') } : {}),
        // Two changes within one millisecond need different last_updated times, which clients compare.
        last_updated_ms: Math.max(clock.nowMs(), row.last_updated_ms + 1),
      }
      store.run(
        `UPDATE customers SET client_name = ?, mobile_number = ?, sale_date = ?, expiry_date = ?, last_updated_ms = ?
         WHERE seq = ?`,
        changed.client_name,
        changed.mobile_number,
        changed.sale_date,
        changed.expiry_date,
        changed.last_updated_ms,
        row.seq,
      )
      eventWaiter.announce()
      return one(changed)
    },
    delete: (accountId, region, id) => {
      const row = find(accountId, region, id)
      const gone = one(row)
      remove(row)
      eventWaiter.announce()
      return gone
    },
    expire: () => {
      let gone = 0
      for (const region of regions) {
        const due = store.all<CustomerRow>(
          'SELECT * FROM customers WHERE region = ? AND expiry_date IS NOT NULL AND expiry_date <= ? LIMIT 5000',
          region,
          dateInRegion(region, clock.nowMs()),
        )
        if (due.length > 0) store.transaction(() => due.forEach(remove))
        gone += due.length
      }
      if (gone > 0) eventWaiter.announce()
      return gone
    },
    bySeq: (seq) => {
      const row = store.get<CustomerRow>('SELECT * FROM customers WHERE seq = ?', seq)
      return row && one(row)
    },
    count: () => store.get<{ count: number }>('SELECT count(*) AS count FROM customers')?.count ?? 0,
    withSightings: (sightings) => {
      const row = store.get<CustomerRow>(
        `SELECT * FROM customers WHERE seq IN
           (SELECT customer_seq FROM sightings GROUP BY customer_seq HAVING count(*) >= ? LIMIT 1)`,
        sightings,
      )
      return row && one(row)
    },
    byId: (id) => {
      const row = store.get<CustomerRow>('SELECT * FROM customers WHERE id = ?', id)
      return row && one(row)
    },
    all: () => json(store.all<CustomerRow>('SELECT * FROM customers ORDER BY seq')),
  }
}

interface SightingRow {
  customer_seq: number
  at_ms: number
  lead_id: string
  listing_url: string
  listing_title: string
  listing_price: number | null
}

function sightingsOf(store: Store, customerSeqs: readonly number[]): Map<number, SightingJson[]> {
  const rows = store.all<SightingRow>(
    `SELECT customer_seq, at_ms, lead_id, listing_url, listing_title, listing_price FROM sightings
     WHERE customer_seq IN (SELECT value FROM json_each(?)) ORDER BY customer_seq, seq`,
    JSON.stringify(customerSeqs),
  )
  const byCustomer = new Map<number, SightingJson[]>()
  for (const { customer_seq: seq, at_ms: atMs, ...listing } of rows) {
    const list = byCustomer.get(seq) ?? []
    list.push({ at: timestamp(atMs), ...listing })
    byCustomer.set(seq, list)
  }
  return byCustomer
}

function customerJson(row: CustomerRow, sightings: readonly SightingJson[]): CustomerJson {
  return {
    id: row.id,
    last_updated: timestamp(row.last_updated_ms),
    rego: row.rego,
    state: row.state,
    vin: row.vin,
    client_name: row.client_name,
    mobile_number: row.mobile_number,
    sale_date: midnight(row.sale_date),
    expiry_date: midnight(row.expiry_date),
    vehicle_title: row.vehicle_title,
    sightings,
    additional_fields: JSON.parse(row.additional_fields) as JsonObject,
  }
}

/** Dates go out as midnight timestamps (interface, part 2, customer). */
function midnight(date: string | null): string | null {
  return date === null ? null : `${date}T00:00:00.000Z`
}
