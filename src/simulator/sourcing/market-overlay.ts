import type { Catalogue, CatalogueVehicle } from '../catalogue/catalogue.ts'
import { randomFor, hashOf, fractionFor } from '../seeded-random.ts'
import { siteNames } from '../sightings/listing-sites.ts'
import { colours } from '../vehicles/registry.ts'
import { australianStates, timestamp } from '../wire/reading.ts'
import { marketPrice } from './market-price.ts'

/** A lead on the wire (interface, part 2). `removed_at` is null while the listing is active. */
export interface Lead {
  readonly id: string
  readonly vehicle_id: string
  readonly year: number
  readonly release_year: number
  readonly release_month: number
  readonly listed_at: string
  readonly removed_at: string | null
  readonly seller_type: string
  readonly color: string
  readonly state: string
  readonly tag_ids: readonly string[]
  readonly price: number
  readonly kms: number
  readonly listing_sources: readonly string[]
}

export interface MarketOverlay {
  readonly sample_size: number
  readonly days_checked: number
  readonly leads: readonly Lead[]
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** The first window, its step, and the sample that is sought (interface, part 8). */
const firstDays = 60
const stepDays = 10
const targetLeads = 4
/** "Best effort" ends here. */
const maxDays = 360
const nzRegions = ['Auckland', 'Waikato', 'Wellington', 'Canterbury', 'Otago'] as const

/** Listings of similar cars in the period: active now, or removed since it started. Newest first. */
export function marketOverlay(
  catalogue: Catalogue,
  seed: string,
  vehicle: CatalogueVehicle,
  region: 'au' | 'nz',
  minimumDays: number | undefined,
  nowMs: number,
): MarketOverlay {
  const all = leadsOf(catalogue, seed, vehicle, region, nowMs)
  let days = minimumDays ?? firstDays
  const within = (): Lead[] =>
    all.filter((lead) => lead.removed_at === null || Date.parse(lead.removed_at) >= nowMs - days * dayMs)
  let leads = within()
  while (leads.length < targetLeads && days + stepDays <= maxDays) {
    days += stepDays
    leads = within()
  }
  return { sample_size: leads.length, days_checked: days, leads }
}

/** Week by week from the calendar, so that a listing of yesterday is there today, and sold some day. */
function leadsOf(
  catalogue: Catalogue,
  seed: string,
  vehicle: CatalogueVehicle,
  region: 'au' | 'nz',
  nowMs: number,
): Lead[] {
  const alike = catalogue.vehicles.filter(
    (other) =>
      other.make === vehicle.make &&
      other.model === vehicle.model &&
      other.series === vehicle.series &&
      Math.abs(other.year - vehicle.year) <= 1,
  )
  const perWeek = 0.04 + fractionFor(seed, 'popular', region, vehicle.make, vehicle.model, vehicle.series) ** 2 * 2.2
  const thisWeek = Math.floor(nowMs / weekMs)
  const leads: Lead[] = []
  for (let week = thisWeek; week > thisWeek - 70; week -= 1) {
    const random = randomFor(seed, 'listings', region, vehicle.id, week)
    const count = Math.floor(perWeek) + (random.next() < perWeek % 1 ? 1 : 0)
    for (let at = 0; at < count; at += 1) {
      const like = random.next() < 0.6 ? vehicle : random.pick(alike)
      const listedMs = week * weekMs + Math.floor(random.next() * weekMs)
      const removedMs = listedMs + random.whole(4, 75) * dayMs + Math.floor(random.next() * dayMs)
      const releaseMonth = random.whole(1, 12)
      const ageYears = Math.max(0.1, (listedMs - Date.UTC(like.year, releaseMonth - 1, 1)) / (365.25 * dayMs))
      const kms = Math.round(ageYears * random.whole(7_000, 24_000))
      const dealer = random.next() < 0.7
      const asked = marketPrice(like, ageYears, kms) * (dealer ? 1.03 : 0.95) * (0.94 + random.next() * 0.12)
      const color = random.pick(colours)
      const state = region === 'au' ? random.pick(australianStates) : random.pick(nzRegions)
      const sources = siteNames(region)
      const source = random.pick(sources)
      const second = random.next() < 0.25 ? [random.pick(sources.filter((name) => name !== source))] : []
      const tag = random.next()
      // A car cannot be listed before it is built, nor later than now.
      if (listedMs > nowMs || listedMs < Date.UTC(like.year, releaseMonth - 1, 1)) continue
      leads.push({
        id: String(hashOf(seed, 'lead id', region, vehicle.id, week, at)).padStart(10, '0'),
        vehicle_id: like.id,
        year: like.year,
        release_year: like.year,
        release_month: releaseMonth,
        listed_at: timestamp(listedMs),
        removed_at: removedMs <= nowMs ? timestamp(removedMs) : null,
        seller_type: dealer ? 'dealer' : 'private',
        color,
        state,
        tag_ids: tag < 0.1 ? ['demo'] : tag < 0.2 ? ['one_owner'] : [],
        price: Math.round(asked / 100) * 100,
        kms,
        listing_sources: [source, ...second],
      })
    }
  }
  return leads.sort((a, b) => b.listed_at.localeCompare(a.listed_at))
}
