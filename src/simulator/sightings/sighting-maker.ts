import type { Catalogue, CatalogueVehicle } from '../catalogue/catalogue.ts'
import type { EventWaiter } from '../control/event-waiter.ts'
import type { CustomerJson, CustomerRow } from '../customers/customers.ts'
import type { ServiceClock } from '../service-clock.ts'
import { randomFor, uuidFor } from '../seeded-random.ts'
import { marketPrice } from '../sourcing/market-price.ts'
import type { Store } from '../store.ts'
import type { Registry } from '../vehicles/registry.ts'
import type { CustomerCars } from '../vehicles/customer-cars.ts'
import type { JsonObject, Region } from '../wire/reading.ts'
import { listingSites } from './listing-sites.ts'
import type { SightingKind, SightingPlan } from './sighting-plan.ts'

export interface SightingMakerParts {
  readonly store: Store
  readonly clock: ServiceClock
  readonly seed: string
  readonly catalogue: Catalogue
  readonly registry: Registry
  readonly plan: SightingPlan
  readonly cars: CustomerCars
  readonly eventWaiter: EventWaiter
  readonly customerBySeq: (seq: number) => CustomerJson | undefined
  /** Called for each sighting, which pushes recapture_new or recapture_price_change (interface, part 6). */
  readonly onSighting: (sighting: {
    readonly isPriceChange: boolean
    readonly accountId: number
    readonly region: Region
    readonly customer: CustomerJson
  }) => void
}

export interface SightingMaker {
  /** Makes the sightings that are due. Returns how many. */
  runDue(): number
  /** Makes a sighting of one customer now; undefined when there is no such customer. */
  makeSighting(customerId: string, kind?: SightingKind): CustomerJson | undefined
  /** Makes a sighting of any customer with a rego or VIN, preferably one without sightings. */
  makeAnySighting(accountId: number, region: Region): CustomerJson | undefined
  /** Makes sightings in the last days for a share of all customers, so that a new list already has some. */
  makeEarlierSightings(share: number): void
}

const maxPerRun = 200

export function createSightingMaker(parts: SightingMakerParts): SightingMaker {
  const { store, clock } = parts
  const makeSightingNow = (seq: number, kind: SightingKind): CustomerJson | undefined => {
    store.transaction(() => insertSighting(parts, seq, kind, clock.nowMs()))
    parts.eventWaiter.announce()
    return parts.customerBySeq(seq)
  }
  return {
    runDue: () => {
      const due = store.all<{ seq: number; customer_seq: number; kind: SightingKind }>(
        'SELECT seq, customer_seq, kind FROM planned_sightings WHERE due_at_ms <= ? ORDER BY due_at_ms LIMIT ?',
        clock.nowMs(),
        maxPerRun,
      )
      if (due.length === 0) return 0
      store.transaction(() => {
        for (const plan of due) {
          store.run('DELETE FROM planned_sightings WHERE seq = ?', plan.seq)
          insertSighting(parts, plan.customer_seq, plan.kind, clock.nowMs())
        }
      })
      parts.eventWaiter.announce()
      return due.length
    },
    makeSighting: (customerId, kind = 'new') => {
      const row = store.get<{ seq: number }>('SELECT seq FROM customers WHERE id = ?', customerId)
      return row && makeSightingNow(row.seq, kind)
    },
    makeAnySighting: (accountId, region) => {
      const tracked = store.all<{ seq: number; seen: number }>(
        `SELECT c.seq, EXISTS (SELECT 1 FROM sightings s WHERE s.customer_seq = c.seq) AS seen FROM customers c
         WHERE c.account_id = ? AND c.region = ? AND (c.rego IS NOT NULL OR c.vin IS NOT NULL) ORDER BY c.seq`,
        accountId,
        region,
      )
      const unseen = tracked.filter(({ seen }) => seen === 0)
      const candidates = unseen.length > 0 ? unseen : tracked
      if (candidates.length === 0) return undefined
      return makeSightingNow(randomFor(parts.seed, 'any', unseen.length, clock.nowMs()).pick(candidates).seq, 'new')
    },
    makeEarlierSightings: (share) => {
      const all = store.all<{ seq: number }>('SELECT seq FROM customers ORDER BY seq')
      store.transaction(() => {
        for (const { seq } of all) {
          const random = randomFor(parts.seed, 'spotted earlier', seq)
          if (random.next() < share)
            insertSighting(parts, seq, 'new', clock.nowMs() - random.whole(1, 6 * 24 * 60) * 60_000)
        }
      })
    },
  }
}

interface LastSighting {
  lead_id: string
  listing_url: string
  listing_title: string
  listing_price: number | null
}

function insertSighting(parts: SightingMakerParts, customerSeq: number, kind: SightingKind, atMs: number): void {
  const { store, seed } = parts
  const customer = store.get<CustomerRow>('SELECT * FROM customers WHERE seq = ?', customerSeq)
  if (!customer) return
  const sightingCount =
    store.get<{ count: number }>('SELECT count(*) AS count FROM sightings WHERE customer_seq = ?', customerSeq)
      ?.count ?? 0
  const last = store.get<LastSighting>(
    'SELECT * FROM sightings WHERE customer_seq = ? ORDER BY seq DESC LIMIT 1',
    customerSeq,
  )
  const random = randomFor(seed, 'listing', customerSeq, sightingCount)
  const listing =
    kind === 'price-change' && last
      ? withNewPrice(last, random.whole(2, 8))
      : newListing(parts, customer, last, sightingCount)
  store.run(
    `INSERT INTO sightings (customer_seq, at_ms, lead_id, listing_url, listing_title, listing_price)
     VALUES (?, ?, ?, ?, ?, ?)`,
    customerSeq,
    atMs,
    listing.lead_id,
    listing.listing_url,
    listing.listing_title,
    listing.listing_price,
  )
  store.run(
    'UPDATE customers SET vehicle_title = coalesce(vehicle_title, ?), last_updated_ms = max(?, last_updated_ms + 1) WHERE seq = ?',
    listing.listing_title,
    atMs,
    customerSeq,
  )
  parts.plan.afterSighting(customerSeq, sightingCount + 1, parts.clock.nowMs())
  const json = parts.customerBySeq(customerSeq)
  if (!json) return
  const isPriceChange = kind === 'price-change' && last !== undefined
  parts.onSighting({ isPriceChange, accountId: customer.account_id, region: customer.region, customer: json })
}

function withNewPrice(last: LastSighting, percentOff: number): LastSighting {
  const price = last.listing_price
  return { ...last, listing_price: price === null ? null : Math.round((price * (100 - percentOff)) / 10_000) * 100 }
}

function newListing(
  parts: SightingMakerParts,
  customer: CustomerRow,
  last: LastSighting | undefined,
  sightingCount: number,
): LastSighting {
  const random = randomFor(parts.seed, 'new listing', customer.seq, sightingCount)
  const vehicle = vehicleOf(parts, customer)
  const known = listingSites[customer.region]
  const site = known[(random.whole(0, known.length - 1) + sightingCount) % known.length] ?? known[0]
  const ageYears = Math.max(0.2, new Date(parts.clock.nowMs()).getUTCFullYear() - vehicle.year)
  const kms = Math.round(ageYears * random.whole(9_000, 22_000))
  const price =
    last?.listing_price ?? Math.round((marketPrice(vehicle, ageYears, kms) * (0.94 + random.next() * 0.12)) / 100) * 100
  const lead = uuidFor(parts.seed, 'lead', customer.seq, sightingCount)
  return {
    lead_id: lead,
    listing_url: `https://${site.host}/used-cars/${lead.slice(0, 8)}`,
    listing_title: vehicle.title,
    // One listing in 25 has no price ("contact seller"): listing_price is nullable.
    listing_price: random.next() < 0.04 ? null : price,
  }
}

/** The customer's car: as its fields describe it, by VIN, by plate, or any car for an unknown plate. */
function vehicleOf(parts: SightingMakerParts, customer: CustomerRow): CatalogueVehicle {
  const fields = JSON.parse(customer.additional_fields) as JsonObject
  const described = parts.cars.describedVehicle({ ...customer, additional_fields: fields })
  if (described) return described
  const byVin = customer.vin === null ? null : parts.registry.byVin(customer.vin)
  if (byVin) return byVin
  if (customer.rego !== null) {
    const found = parts.registry.byPlate(customer.region, customer.state, customer.rego)
    if (found.kind === 'match') return found.vehicle
  }
  return randomFor(parts.seed, 'some car', customer.rego ?? '', customer.vin ?? '').pick(parts.catalogue.vehicles)
}
