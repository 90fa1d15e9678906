import type { EventWaiter } from '../control/event-waiter.ts'
import type { ServiceSettings } from '../control/service-settings.ts'
import type { ServiceClock } from '../service-clock.ts'
import { fractionFor, uuidFor } from '../seeded-random.ts'
import type { SightingPlan } from '../sightings/sighting-plan.ts'
import type { Store } from '../store.ts'
import type { Region } from '../wire/reading.ts'
import type { CustomerCars } from '../vehicles/customer-cars.ts'
import type { QueuedCustomer } from './upload-input.ts'

/** What a paid registration look-up gives for an upload's row, or null when the plate is not known. */
export type LookUp = (
  region: Region,
  state: string | null,
  rego: string,
) => { vin: string | null; title: string | null } | null

export interface ProcessingParts {
  readonly store: Store
  readonly clock: ServiceClock
  readonly settings: ServiceSettings
  readonly seed: string
  readonly lookUp: LookUp
  readonly plan: SightingPlan
  readonly cars: CustomerCars
  readonly eventWaiter: EventWaiter
}

export interface Processing {
  /** Processes what has fallen due since the last call. Returns how many rows it took. */
  runDue(): number
  /** Processes the next `count` queued rows now, at any speed. */
  processNow(count: number): number
  queued(): number
  /** How many registration look-ups were made for uploads: each costs the account (interface, part 4, rule 1). */
  paidLookups(): number
}

interface QueueRow {
  seq: number
  upload_seq: number
  body: string
  account_id: number
  region: Region
  enable_rego_lookups: number
}

/** One turn never takes more, so that calls are answered between turns. */
const mostPerTurn = 2_000

/**
 * The second step of creating customers (interface, part 3, rule 2): first come, first served, at the lever's speed.
 */
export function processing(parts: ProcessingParts): Processing {
  const { store, clock, settings } = parts
  let lastMs = clock.nowMs()
  let credit = 0

  const take = (count: number): number => {
    const rows = store.all<QueueRow>(
      `SELECT q.seq, q.upload_seq, q.body, u.account_id, u.region, u.enable_rego_lookups
       FROM queued_customers q JOIN uploads u ON u.seq = q.upload_seq ORDER BY q.seq LIMIT ?`,
      count,
    )
    if (rows.length === 0) return 0
    store.transaction(() => {
      for (const row of rows) {
        const failed = !processRow(parts, row)
        store.run('DELETE FROM queued_customers WHERE seq = ?', row.seq)
        store.run(
          'UPDATE uploads SET processed = processed + 1, errors = errors + ? WHERE seq = ?',
          failed ? 1 : 0,
          row.upload_seq,
        )
      }
    })
    parts.eventWaiter.announce()
    return rows.length
  }

  return {
    runDue: () => {
      const nowMs = clock.nowMs()
      const elapsedMs = Math.max(0, nowMs - lastMs)
      lastMs = nowMs
      if (settings.customersPerSecond === Number.POSITIVE_INFINITY) return take(mostPerTurn)
      credit += (elapsedMs / 1_000) * settings.customersPerSecond
      const due = Math.min(Math.floor(credit), mostPerTurn)
      if (due === 0) return 0
      const taken = take(due)
      // An idle queue saves nothing up: speed is a rate, not an allowance.
      credit = taken < due ? 0 : credit - taken
      return taken
    },
    processNow: take,
    queued: () => store.get<{ count: number }>('SELECT count(*) AS count FROM queued_customers')?.count ?? 0,
    paidLookups: () => Number(store.setting(lookupsSetting) ?? 0),
  }
}

const lookupsSetting = 'paid-lookups'

/** Makes the customer, or returns false for a row that fails. */
function processRow(parts: ProcessingParts, row: QueueRow): boolean {
  const { store, seed, settings } = parts
  const customer = JSON.parse(row.body) as QueuedCustomer
  if (fails(seed, settings, customer)) return false
  parts.cars.remember(row.region, customer)
  let { vin } = customer
  let title: string | null = null
  const stated = row.region !== 'au' || customer.state !== null
  if (row.enable_rego_lookups === 1 && customer.rego !== null && vin === null && stated) {
    const found = parts.lookUp(row.region, customer.state, customer.rego)
    store.saveSetting(lookupsSetting, String(Number(store.setting(lookupsSetting) ?? 0) + 1))
    vin = found?.vin ?? null
    title = found?.title ?? null
  }
  const nowMs = parts.clock.nowMs()
  store.run(
    `INSERT INTO customers (seq, id, account_id, region, upload_seq, last_updated_ms, rego, state, vin, client_name,
       mobile_number, sale_date, expiry_date, vehicle_title, additional_fields)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.seq,
    uuidFor(seed, 'customer', row.seq),
    row.account_id,
    row.region,
    row.upload_seq,
    nowMs,
    customer.rego,
    customer.state,
    vin,
    customer.client_name,
    customer.mobile_number,
    customer.sale_date,
    customer.expiry_date,
    title,
    JSON.stringify(customer.additional_fields),
  )
  // Without rego or VIN there is nothing to track (interface, part 4, customer input).
  if (customer.rego !== null || vin !== null) parts.plan.forNewCustomer(row.seq, row.upload_seq, nowMs)
  return true
}

/** By content without additional_fields: the same row sent again with another reference fails again. */
function fails(seed: string, settings: ServiceSettings, customer: QueuedCustomer): boolean {
  if (customer.rego !== null && settings.failingRegos.has(customer.rego)) return true
  if (settings.errorShare <= 0) return false
  const { additional_fields: _left, ...content } = customer
  return fractionFor(seed, 'row fails', JSON.stringify(content)) < settings.errorShare
}
