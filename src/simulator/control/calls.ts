import type { EventWaiter } from './event-waiter.ts'

/** The routes of the interface that are counted. An unknown path counts as `other`. */
const patterns = [
  '/auth-broker/request-token',
  '/v2/vehicles',
  '/v2/vehicles/registrations/:number_plate',
  '/v2/vehicles/registrations/:number_plate/status',
  '/v2/vehicles/vins/:vin',
  '/v2/vehicles/:number_plate/status',
  '/v2/vehicles/:vehicle_id/specs',
  '/v2/sourcing/market_overlay/:vehicle_id',
  '/v2/webhooks',
  '/v2/webhooks/:webhook_id',
  '/v2/webhooks/:webhook_id/ping',
  '/v2/recapture/upload',
  '/v2/recapture/upload/:upload_id',
  '/v2/recapture/customers',
  '/v2/recapture/customers/:customer_id',
].map((pattern) => ({ pattern, parts: pattern.split('/') }))

/** The route's pattern for a path: `/v2/recapture/upload/1f0c...` is `/v2/recapture/upload/:upload_id`. */
function routeOf(path: string): string {
  const parts = path.split('/')
  const found = patterns.find(
    (one) =>
      one.parts.length === parts.length && one.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
  )
  return found?.pattern ?? 'other'
}

/**
 * Which calls match. `path` is a route's pattern (`/v2/recapture/upload/:upload_id`) or one actual path, both without
 * query; A field that is left out matches all.
 */
export interface CallMatch {
  readonly method?: string
  readonly path?: string
}

export function fits(match: CallMatch, method: string, path: string): boolean {
  return (
    (match.method === undefined || match.method.toUpperCase() === method) &&
    (match.path === undefined || match.path === path || match.path === routeOf(path))
  )
}

/** One call as the service saw it. `status` is null when no whole answer was sent. */
export interface SeenCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly route: string
  readonly status: number | null
}

export interface Calls {
  /** When a call came in, before any effect. */
  arrived(method: string, path: string): void
  /** When it was answered, or its connection broken. */
  ended(call: Omit<SeenCall, 'route'>): void
  /** How many fitting calls came in. By pattern only when `path` is a pattern. */
  count(match?: CallMatch): number
  /** The latest 1,000 that ended, oldest first. */
  latest(): readonly SeenCall[]
  /** Counts by "METHOD pattern". */
  counts(): Readonly<Record<string, number>>
}

const maxCalls = 1_000

export function createCalls(eventWaiter: EventWaiter): Calls {
  const counts = new Map<string, number>()
  const arrivals: { method: string; path: string }[] = []
  const ended: SeenCall[] = []
  return {
    arrived: (method, path) => {
      // A method can be any word: unknown ones share a counter.
      const verb = ['GET', 'POST', 'PATCH', 'DELETE'].includes(method) ? method : 'OTHER'
      const name = `${verb} ${routeOf(path)}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
      arrivals.push({ method, path })
      if (arrivals.length > maxCalls) arrivals.shift()
      eventWaiter.announce()
    },
    ended: (call) => {
      ended.push({ ...call, route: routeOf(call.path) })
      if (ended.length > maxCalls) ended.shift()
      eventWaiter.announce()
    },
    count: (match = {}) => {
      const exact = match.path !== undefined && !patterns.some((one) => one.pattern === match.path)
      if (exact) return arrivals.filter((call) => fits(match, call.method, call.path)).length
      let sum = 0
      for (const [name, count] of counts) {
        const [verb, route] = name.split(' ')
        if (match.method !== undefined && match.method.toUpperCase() !== verb) continue
        if (match.path === undefined || match.path === route) sum += count
      }
      return sum
    },
    latest: () => [...ended],
    counts: () => Object.fromEntries(counts),
  }
}
