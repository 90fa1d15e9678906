import { localDate } from '../../contract/calendar-date.ts'
import { isSameSource } from '../../contract/source-key.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Sighting } from '../../contract/customer-record.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeKey, scopeParams } from '../database/scope-sql.ts'
import { sightingKey } from './car-history.ts'

/** After this long without activity in the list, the next activity starts a new visit. */
const visitEndsAfterMs = 2 * 3_600_000

/** The user's visits to the call list of one connection and region. Times are of this PC, ISO 8601 in UTC. */
export interface Visit {
  /** What "new" counts from; null before the first visit has ended. */
  readonly lastVisitAt: string | null
  /** The last activity in the list. */
  readonly activeAt: string | null
  /** Whether the local cache was complete once: later arrivals are news. */
  readonly listed: boolean
}

/** What "new" counts from in a connection and region. */
export interface SeenUntil<Scope extends ConnectionRegion = ConnectionRegion> {
  readonly source: Scope
  readonly lastVisitAt: string | null
}

/** When each sighting arrived on this PC, and the user's visits to the list. */
export type SightingVisits = ReturnType<typeof createSightingVisits>

/** The visit after activity at `now`: a new one after a long pause or on another day. */
export function continueVisit(visit: Visit, now: Date): Visit {
  const activeAt = now.toISOString()
  if (visit.activeAt === null) return { ...visit, activeAt }
  const before = new Date(visit.activeAt)
  const continues = now.getTime() - before.getTime() < visitEndsAfterMs && localDate(before) === localDate(now)
  return { ...visit, activeAt, lastVisitAt: continues ? visit.lastVisitAt : visit.activeAt }
}

const noVisitYet: Visit = { lastVisitAt: null, activeAt: null, listed: false }

export function createSightingVisits(database: Database) {
  const arrivals = new Map<string, Arrivals>()
  const arrivalsOf = (scope: ConnectionRegion): Arrivals => {
    const held = arrivals.get(scopeKey(scope))
    if (held) return held
    const loaded: Arrivals = { byCustomer: new Map(), latestAt: null }
    for (const { customer_id, sighting, at } of database.all<{ customer_id: string; sighting: string; at: string }>(
      `SELECT customer_id, sighting, at FROM sighting_arrival WHERE ${inScope}`,
      scopeParams(scope),
    ))
      addArrival(loaded, customer_id, sighting, at)
    arrivals.set(scopeKey(scope), loaded)
    return loaded
  }

  const visitOf = (scope: ConnectionRegion): Visit => {
    const row = database.get<{ last_visit_at: string | null; active_at: string | null; listed: number }>(
      'SELECT last_visit_at, active_at, listed FROM sighting_visit WHERE connection_id = ? AND region = ?',
      [scope.connectionId, scope.region],
    )
    return row ? { lastVisitAt: row.last_visit_at, activeAt: row.active_at, listed: row.listed === 1 } : noVisitYet
  }
  const setVisit = (scope: ConnectionRegion, { lastVisitAt, activeAt, listed }: Visit): void => {
    database.run(
      `INSERT INTO sighting_visit (connection_id, region, last_visit_at, active_at, listed) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_visit_at = excluded.last_visit_at, active_at = excluded.active_at, listed = excluded.listed`,
      [scope.connectionId, scope.region, lastVisitAt, activeAt, listed ? 1 : 0],
    )
  }
  /** Sets the arrival times after `from`, and up to `to` if it is given. */
  const setArrivals = (scope: ConnectionRegion, at: string, from: string, to: string | null): boolean =>
    database.run(
      `UPDATE sighting_arrival SET at = ? WHERE connection_id = ? AND region = ? AND at > ? AND at <= coalesce(?, at)`,
      [at, scope.connectionId, scope.region, from, to],
    ).changes > 0

  return {
    visit: visitOf,
    setVisit,
    /** Nothing is new at `at`; `undo`: as it was before an earlier call. Returns what "new" counted from until now. */
    setSeen: <Scope extends ConnectionRegion>(
      scopes: readonly Scope[],
      at: string,
      undo?: readonly SeenUntil[],
    ): SeenUntil<Scope>[] =>
      scopes.map((source) => {
        const visit = visitOf(source)
        const earlier = undo?.find((each) => isSameSource(each.source, source))
        const lastVisitAt = earlier ? earlier.lastVisitAt : undo ? visit.lastVisitAt : at
        setVisit(source, { ...visit, lastVisitAt, activeAt: at })
        return { source, lastVisitAt: visit.lastVisitAt }
      }),
    /**
     * Moves times that are ahead of `now` back to it: the PC's clock was set back since. What was new stays new, and what was
     * seen stays seen. Returns whether a time of an arrival changed.
     */
    correctTimes(scope: ConnectionRegion, now: Date): boolean {
      const { lastVisitAt, activeAt, listed } = visitOf(scope)
      const nowIso = now.toISOString()
      const isAhead = (at: string | null): at is string => at !== null && at > nowIso
      if (![lastVisitAt, activeAt, arrivalsOf(scope).latestAt].some(isAhead)) return false
      const changed = database.transaction(() => {
        let [isSeenMoved, visitedAt] = [false, lastVisitAt]
        if (isAhead(lastVisitAt)) {
          // Before now, so that what arrives now is new.
          visitedAt = new Date(now.getTime() - 1).toISOString()
          isSeenMoved = setArrivals(scope, visitedAt, visitedAt, lastVisitAt)
        }
        const isNewMoved = setArrivals(scope, nowIso, nowIso, null)
        if (isAhead(lastVisitAt) || isAhead(activeAt)) {
          setVisit(scope, { lastVisitAt: visitedAt, activeAt: isAhead(activeAt) ? nowIso : activeAt, listed })
        }
        return isSeenMoved || isNewMoved
      })
      if (changed) arrivals.delete(scopeKey(scope))
      return changed
    },
    /** When a sighting arrived; null when that is not recorded yet. */
    arrivedAt: (scope: ConnectionRegion, customerId: string, sighting: Sighting): string | null =>
      arrivalsOf(scope).byCustomer.get(customerId)?.get(sightingKey(sighting)) ?? null,
    addArrivals(
      scope: ConnectionRegion,
      added: readonly { readonly customerId: string; readonly sighting: Sighting }[],
      at: string,
    ): void {
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
      // After the commit: a rolled back arrival must not be in memory.
      const all = arrivalsOf(scope)
      for (const { customerId, sighting } of added) addArrival(all, customerId, sightingKey(sighting), at)
    },
    clear: (): void => arrivals.clear(),
  }
}

/** When each sighting of a connection and region arrived. */
interface Arrivals {
  readonly byCustomer: Map<string, Map<string, string>>
  latestAt: string | null
}

function addArrival(all: Arrivals, customerId: string, sighting: string, at: string): void {
  const ofCustomer = all.byCustomer.get(customerId) ?? new Map<string, string>()
  all.byCustomer.set(customerId, ofCustomer)
  if (ofCustomer.has(sighting)) return
  ofCustomer.set(sighting, at)
  if (all.latestAt === null || at > all.latestAt) all.latestAt = at
}
