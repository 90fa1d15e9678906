import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Sighting } from '../../contract/customers.ts'
import type { Database } from '../database/database.ts'
import { sightingKey } from './car-history.ts'

/** After so long without a sign of her, the next is a new visit. */
export const visitEndsAfterMs = 2 * 3_600_000

/** Her visits to the list of one copy. Times are of this PC, ISO 8601 in UTC. */
export interface Visit {
  /** What "new" counts from; null: she has not been here before. */
  readonly lastVisitAt: string | null
  /** When she last was at the list. */
  readonly activeAt: string | null
  /** The copy was complete once: what arrives from then on is news. */
  readonly listed: boolean
}

/** When each sighting was first seen on this PC, and when she last looked. */
export interface SightingVisits {
  visit(scope: ConnectionRegion): Visit
  setVisit(scope: ConnectionRegion, visit: Visit): void
  /** When a sighting arrived; null when it is not written down yet. */
  arrivedAt(scope: ConnectionRegion, customerId: string, sighting: Sighting): string | null
  addArrivals(
    scope: ConnectionRegion,
    arrivals: readonly { readonly customerId: string; readonly sighting: Sighting }[],
    at: string,
  ): void
  forgetConnection(connectionId: string): void
}

/** The visit once there is a sign of her now: a new one after a long pause or on another day (`isSameDay`). */
export function continueVisit(visit: Visit, now: Date, isSameDay: (one: Date, other: Date) => boolean): Visit {
  const activeAt = now.toISOString()
  if (visit.activeAt === null) return { ...visit, activeAt }
  const before = new Date(visit.activeAt)
  const goesOn = now.getTime() - before.getTime() < visitEndsAfterMs && isSameDay(before, now)
  return { ...visit, activeAt, lastVisitAt: goesOn ? visit.lastVisitAt : visit.activeAt }
}

const noVisitYet: Visit = { lastVisitAt: null, activeAt: null, listed: false }

export function createSightingVisits(database: Database): SightingVisits {
  const arrivals = new Map<string, Map<string, Map<string, string>>>()
  const keyOf = ({ connectionId, region }: ConnectionRegion): string => `${connectionId} ${region}`
  const arrivalsOf = (scope: ConnectionRegion): Map<string, Map<string, string>> => {
    const ready = arrivals.get(keyOf(scope))
    if (ready) return ready
    const made = new Map<string, Map<string, string>>()
    const rows = database.each<{ customer_id: string; sighting: string; at: string }>(
      'SELECT customer_id, sighting, at FROM sighting_arrival WHERE connection_id = ? AND region = ?',
      [scope.connectionId, scope.region],
    )
    for (const { customer_id, sighting, at } of rows) remember(made, customer_id, sighting, at)
    arrivals.set(keyOf(scope), made)
    return made
  }

  return {
    visit(scope) {
      const row = database.get<{ last_visit_at: string | null; active_at: string | null; listed: number }>(
        'SELECT last_visit_at, active_at, listed FROM sighting_visit WHERE connection_id = ? AND region = ?',
        [scope.connectionId, scope.region],
      )
      return row ? { lastVisitAt: row.last_visit_at, activeAt: row.active_at, listed: row.listed === 1 } : noVisitYet
    },
    setVisit(scope, { lastVisitAt, activeAt, listed }) {
      database.run(
        `INSERT INTO sighting_visit (connection_id, region, last_visit_at, active_at, listed) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_visit_at = excluded.last_visit_at, active_at = excluded.active_at, listed = excluded.listed`,
        [scope.connectionId, scope.region, lastVisitAt, activeAt, listed ? 1 : 0],
      )
    },
    arrivedAt: (scope, customerId, sighting) => arrivalsOf(scope).get(customerId)?.get(sightingKey(sighting)) ?? null,
    addArrivals(scope, added, at) {
      database.transaction(() => {
        for (const { customerId, sighting } of added) {
          database.run('INSERT INTO sighting_arrival VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING', [
            scope.connectionId,
            scope.region,
            customerId,
            sightingKey(sighting),
            at,
          ])
        }
      })
      // Only once they are on the disk: what is rolled back has not arrived.
      const all = arrivalsOf(scope)
      for (const { customerId, sighting } of added) remember(all, customerId, sightingKey(sighting), at)
    },
    forgetConnection(connectionId) {
      database.transaction(() => {
        for (const table of ['sighting_arrival', 'sighting_visit']) {
          database.run(`DELETE FROM ${table} WHERE connection_id = ?`, [connectionId])
        }
      })
      arrivals.clear()
    },
  }
}

function remember(all: Map<string, Map<string, string>>, customerId: string, sighting: string, at: string): void {
  const ofCustomer = all.get(customerId) ?? new Map<string, string>()
  all.set(customerId, ofCustomer)
  if (!ofCustomer.has(sighting)) ofCustomer.set(sighting, at)
}
