import type { Catalogue, CatalogueVehicle } from '../catalogue/catalogue.ts'
import type { Happenings } from '../control/event-waiter.ts'
import type { CustomerJson, CustomerRow } from '../customers/customers.ts'
import type { PracticeClock } from '../practice-clock.ts'
import { diceFor, uuidFor } from '../seeded.ts'
import { marketPrice } from '../sourcing/market-price.ts'
import type { Store } from '../store.ts'
import type { Registry } from '../vehicles/registry.ts'
import type { KnownCars } from '../vehicles/known-cars.ts'
import type { JsonObject, Region } from '../wire/reading.ts'
import { listingSites } from './listing-sites.ts'
import type { SightingKind, SightingPlan } from './sighting-plan.ts'

export interface SpottingParts {
  readonly store: Store
  readonly clock: PracticeClock
  readonly seed: string
  readonly catalogue: Catalogue
  readonly registry: Registry
  readonly plan: SightingPlan
  readonly cars: KnownCars
  readonly news: Happenings
  readonly customerBySeq: (seq: number) => CustomerJson | undefined
  /** Told of each sighting of a listing that is new: recapture_new is pushed (interface, part 6). */
  readonly onSpotted: (spotted: {
    readonly accountId: number
    readonly region: Region
    readonly customer: CustomerJson
  }) => void
}

export interface Spotting {
  /** Makes the sightings that have fallen due. Returns how many. */
  pump(): number
  /** Makes a sighting of one customer now; undefined when there is no such customer. */
  spotNow(customerId: string, kind?: SightingKind): CustomerJson | undefined
  /** Makes a sighting of some customer with a rego or VIN, one not seen yet if there is one. */
  spotAny(accountId: number, region: Region): CustomerJson | undefined
  /** Makes sightings of the last days for a share of all customers, so that a list can be met in the middle of its life. */
  spotEarlier(share: number): void
}

const mostPerTurn = 200

export function spotting(parts: SpottingParts): Spotting {
  const { store, clock } = parts
  const spotSeq = (seq: number, kind: SightingKind): CustomerJson | undefined => {
    store.transaction(() => spot(parts, seq, kind, clock.nowMs()))
    parts.news.announce()
    return parts.customerBySeq(seq)
  }
  return {
    pump: () => {
      const due = store.all<{ seq: number; customer_seq: number; kind: SightingKind }>(
        'SELECT seq, customer_seq, kind FROM planned_sightings WHERE due_at_ms <= ? ORDER BY due_at_ms LIMIT ?',
        clock.nowMs(),
        mostPerTurn,
      )
      if (due.length === 0) return 0
      store.transaction(() => {
        for (const plan of due) {
          store.run('DELETE FROM planned_sightings WHERE seq = ?', plan.seq)
          spot(parts, plan.customer_seq, plan.kind, clock.nowMs())
        }
      })
      parts.news.announce()
      return due.length
    },
    spotNow: (customerId, kind = 'new') => {
      const row = store.get<{ seq: number }>('SELECT seq FROM customers WHERE id = ?', customerId)
      return row && spotSeq(row.seq, kind)
    },
    spotAny: (accountId, region) => {
      const tracked = store.all<{ seq: number; seen: number }>(
        `SELECT c.seq, EXISTS (SELECT 1 FROM sightings s WHERE s.customer_seq = c.seq) AS seen FROM customers c
         WHERE c.account_id = ? AND c.region = ? AND (c.rego IS NOT NULL OR c.vin IS NOT NULL) ORDER BY c.seq`,
        accountId,
        region,
      )
      const fresh = tracked.filter(({ seen }) => seen === 0)
      const among = fresh.length > 0 ? fresh : tracked
      if (among.length === 0) return undefined
      return spotSeq(diceFor(parts.seed, 'any', fresh.length, clock.nowMs()).pick(among).seq, 'new')
    },
    spotEarlier: (share) => {
      const all = store.all<{ seq: number }>('SELECT seq FROM customers ORDER BY seq')
      store.transaction(() => {
        for (const { seq } of all) {
          const dice = diceFor(parts.seed, 'spotted earlier', seq)
          if (dice.next() < share) spot(parts, seq, 'new', clock.nowMs() - dice.whole(1, 6 * 24 * 60) * 60_000)
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

function spot(parts: SpottingParts, customerSeq: number, kind: SightingKind, atMs: number): void {
  const { store, seed } = parts
  const customer = store.get<CustomerRow>('SELECT * FROM customers WHERE seq = ?', customerSeq)
  if (!customer) return
  const soFar =
    store.get<{ count: number }>('SELECT count(*) AS count FROM sightings WHERE customer_seq = ?', customerSeq)
      ?.count ?? 0
  const last = store.get<LastSighting>(
    'SELECT * FROM sightings WHERE customer_seq = ? ORDER BY seq DESC LIMIT 1',
    customerSeq,
  )
  const dice = diceFor(seed, 'listing', customerSeq, soFar)
  const listing =
    kind === 'price-change' && last ? withNewPrice(last, dice.whole(2, 8)) : newListing(parts, customer, last, soFar)
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
  parts.plan.afterSighting(customerSeq, soFar + 1, parts.clock.nowMs())
  if (kind === 'price-change' && last) return
  const json = parts.customerBySeq(customerSeq)
  if (json) parts.onSpotted({ accountId: customer.account_id, region: customer.region, customer: json })
}

function withNewPrice(last: LastSighting, percentOff: number): LastSighting {
  const price = last.listing_price
  return { ...last, listing_price: price === null ? null : Math.round((price * (100 - percentOff)) / 10_000) * 100 }
}

function newListing(
  parts: SpottingParts,
  customer: CustomerRow,
  last: LastSighting | undefined,
  soFar: number,
): LastSighting {
  const dice = diceFor(parts.seed, 'new listing', customer.seq, soFar)
  const vehicle = vehicleOf(parts, customer)
  const known = listingSites[customer.region]
  const site = known[(dice.whole(0, known.length - 1) + soFar) % known.length] ?? known[0]
  const ageYears = Math.max(0.2, new Date(parts.clock.nowMs()).getUTCFullYear() - vehicle.year)
  const kms = Math.round(ageYears * dice.whole(9_000, 22_000))
  const price =
    last?.listing_price ?? Math.round((marketPrice(vehicle, ageYears, kms) * (0.94 + dice.next() * 0.12)) / 100) * 100
  const lead = uuidFor(parts.seed, 'lead', customer.seq, soFar)
  return {
    lead_id: lead,
    listing_url: `https://${site.host}/used-cars/${lead.slice(0, 8)}`,
    listing_title: vehicle.title,
    // One listing in twenty-five names no price ("contact seller"): listing_price is nullable.
    listing_price: dice.next() < 0.04 ? null : price,
  }
}

/** The car that the customer has: as told, by VIN, by plate, or any: an unknown plate is still somebody's car. */
function vehicleOf(parts: SpottingParts, customer: CustomerRow): CatalogueVehicle {
  const fields = JSON.parse(customer.additional_fields) as JsonObject
  const told = parts.cars.told({ ...customer, additional_fields: fields })
  if (told) return told
  const byVin = customer.vin === null ? null : parts.registry.byVin(customer.vin)
  if (byVin) return byVin
  if (customer.rego !== null) {
    const found = parts.registry.byPlate(customer.region, customer.state, customer.rego)
    if (found.kind === 'match') return found.vehicle
  }
  return diceFor(parts.seed, 'some car', customer.rego ?? '', customer.vin ?? '').pick(parts.catalogue.vehicles)
}
