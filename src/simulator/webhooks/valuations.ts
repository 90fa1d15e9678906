import type { Catalogue } from '../catalogue/catalogue.ts'
import type { EventWaiter } from '../control/event-waiter.ts'
import type { ServiceClock } from '../service-clock.ts'
import { randomFor, uuidFor } from '../seeded-random.ts'
import { marketPrice } from '../sourcing/market-price.ts'
import type { Store } from '../store.ts'
import { timestamp } from '../wire/reading.ts'
import type { Deliveries } from './deliveries.ts'
import type { WebhookRegion, Webhooks } from './webhooks.ts'

/** A change of a price prediction (interface, part 2): `valuation` when the market shifted. */
export interface ValuationChange {
  readonly id: string
  readonly type: 'valuation' | 'configuration'
  readonly at: string
  readonly new_price: number
  readonly new_retail_price: number
  readonly new_trade_price: number
  readonly old_price: number
  readonly old_retail_price: number
  readonly old_trade_price: number
}

/** A pricing record (interface, part 2). */
export interface PricingRecord {
  readonly id: string
  readonly vehicle_id: string
  readonly created_at: string
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly kms: number
  readonly price: number
  readonly retail_price: number
  readonly trade_price: number
  readonly adjustment: null
  readonly changes: readonly ValuationChange[]
}

export interface Valuations {
  /** The market moves by `share` (0.03 is 3 % up) for one earlier prediction; valuation_change is pushed. */
  shift(accountId: number, region: WebhookRegion, share: number, type?: ValuationChange['type']): PricingRecord
  /** Shifts one by itself every few minutes while a webhook asks for it. */
  runDue(accountId: number): void
}

const everyMs = 4 * 60_000
const mostRecords = 20
const mostChanges = 20
const nextSetting = 'next-valuation-change-ms'

export interface ValuationParts {
  readonly store: Store
  readonly clock: ServiceClock
  readonly seed: string
  readonly catalogue: Catalogue
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly eventWaiter: EventWaiter
}

/** The service keeps no way to ask for a prediction, so the records that change are made up as they are needed. */
export function createValuations(parts: ValuationParts): Valuations {
  const { store, clock } = parts
  const shift: Valuations['shift'] = (accountId, region, share, type = 'valuation') => {
    const record = store.transaction(() => {
      const turn = Number(store.setting('valuation-changes') ?? 0)
      store.saveSetting('valuation-changes', String(turn + 1))
      const name = `pricing-record-${region}-${turn % mostRecords}`
      const kept = store.setting(name)
      const before = kept === undefined ? newRecord(parts, region, turn) : (JSON.parse(kept) as PricingRecord)
      const after = changed(before, share, type, uuidFor(parts.seed, 'change', turn), clock.nowMs())
      store.saveSetting(name, JSON.stringify(after))
      parts.deliveries.emit(accountId, region, 'valuation_change', {
        pricing_record: after,
        change: after.changes.at(-1),
      })
      return after
    })
    parts.eventWaiter.announce()
    return record
  }
  return {
    shift,
    runDue: (accountId) => {
      const next = Number(store.setting(nextSetting) ?? 0)
      if (clock.nowMs() < next) return
      const asking = (['au', 'nz'] as const).filter(
        (region) => parts.webhooks.subscribers(accountId, region, 'valuation_change').length > 0,
      )
      if (asking.length === 0) return
      store.saveSetting(nextSetting, String(clock.nowMs() + everyMs))
      // The first wait begins when somebody asks.
      if (next === 0) return
      const random = randomFor(parts.seed, 'market', next)
      for (const region of asking)
        shift(accountId, region, (random.next() < 0.7 ? -1 : 1) * (0.02 + random.next() * 0.05))
    },
  }
}

function newRecord(parts: ValuationParts, region: WebhookRegion, turn: number): PricingRecord {
  const random = randomFor(parts.seed, 'pricing record', region, turn)
  const vehicle = random.pick(parts.catalogue.vehicles)
  const nowMs = parts.clock.nowMs()
  const ageYears = Math.max(0.3, new Date(nowMs).getUTCFullYear() - vehicle.year)
  const kms = Math.round(ageYears * random.whole(8_000, 20_000))
  const price = Math.round(marketPrice(vehicle, ageYears, kms) / 50) * 50
  return {
    id: uuidFor(parts.seed, 'pricing record', region, turn),
    vehicle_id: vehicle.id,
    created_at: timestamp(nowMs - random.whole(5, 60) * 86_400_000),
    rego: null,
    state: null,
    vin: null,
    kms,
    price,
    retail_price: Math.round(price * 1.08),
    trade_price: Math.round(price * 0.9),
    adjustment: null,
    changes: [],
  }
}

function changed(
  record: PricingRecord,
  share: number,
  type: ValuationChange['type'],
  id: string,
  nowMs: number,
): PricingRecord {
  const moved = (price: number): number => Math.max(1, Math.round(price * (1 + share)))
  const change: ValuationChange = {
    id,
    type,
    at: timestamp(nowMs),
    new_price: moved(record.price),
    new_retail_price: moved(record.retail_price),
    new_trade_price: moved(record.trade_price),
    old_price: record.price,
    old_retail_price: record.retail_price,
    old_trade_price: record.trade_price,
  }
  return {
    ...record,
    price: change.new_price,
    retail_price: change.new_retail_price,
    trade_price: change.new_trade_price,
    changes: [...record.changes.slice(-(mostChanges - 1)), change],
  }
}
