import type { ServiceSettings } from '../control/service-settings.ts'
import { randomFor } from '../seeded-random.ts'
import type { Store } from '../store.ts'

/**
 * Plans sightings of customers. `new` is a first listing, `price-change` a change of its price, `repeat` another site.
 */
export type SightingKind = 'new' | 'price-change' | 'repeat'

export interface SightingPlan {
  /** Plans the first sighting of a new customer, if any; for the first customer of each upload within five seconds. */
  forNewCustomer(customerSeq: number, uploadSeq: number, nowMs: number): void
  /** Plans what follows a sighting, if anything. `soFar` counts the customer's sightings. */
  afterSighting(customerSeq: number, soFar: number, nowMs: number): void
}

const soonestMs = 5_000
const latestMs = 20 * 60_000
const maxSightings = 4

export function createSightingPlan(store: Store, settings: ServiceSettings, seed: string): SightingPlan {
  const plan = (customerSeq: number, dueAtMs: number, kind: SightingKind): void =>
    void store.run(
      'INSERT INTO planned_sightings (customer_seq, due_at_ms, kind) VALUES (?, ?, ?)',
      customerSeq,
      Math.round(dueAtMs),
      kind,
    )
  return {
    forNewCustomer: (customerSeq, uploadSeq, nowMs) => {
      if (settings.sightingShare <= 0) return
      // The user should not have to wait: the first customer of each upload is sighted at once.
      const first =
        store.run('UPDATE uploads SET sighting_planned = 1 WHERE seq = ? AND sighting_planned = 0', uploadSeq) === 1
      if (first) return plan(customerSeq, nowMs + 3_000, 'new')
      const random = randomFor(seed, 'spotted', customerSeq)
      if (random.next() >= settings.sightingShare) return
      // Evenly distributed on a logarithmic scale: some within seconds, most within minutes.
      plan(customerSeq, nowMs + soonestMs * (latestMs / soonestMs) ** random.next(), 'new')
    },
    afterSighting: (customerSeq, soFar, nowMs) => {
      if (settings.sightingShare <= 0 || soFar >= maxSightings) return
      const random = randomFor(seed, 'spotted again', customerSeq, soFar)
      const chance = random.next()
      const wait = 45_000 + random.next() * 9 * 60_000
      if (chance < 0.55) plan(customerSeq, nowMs + wait, 'price-change')
      else if (chance < 0.75) plan(customerSeq, nowMs + wait, 'repeat')
    },
  }
}
