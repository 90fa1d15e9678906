import { rateLimitHeaders } from './assumptions.ts'
import { requestedUntil } from './wait-headers.ts'

/** The calls that a service still accepts. */
export interface CallsLeft {
  readonly remaining: number
  /** All calls of the period; null: the service does not say. */
  readonly limit: number | null
  /** ISO 8601: when the period ends; null: the service does not say. */
  readonly until: string | null
}

/** The calls that are left by the rate-limit headers of an answer; null: it has none. */
export function callsLeftIn(headers: Headers, now: Date): CallsLeft | null {
  const remaining =
    firstNumber(headers, rateLimitHeaders.remaining) ?? parameter(headers.get('RateLimit'), ['remaining', 'r'])
  if (remaining === null) return null
  const limit =
    firstNumber(headers, rateLimitHeaders.limit) ??
    parameter(headers.get('RateLimit'), ['limit']) ??
    parameter(headers.get('RateLimit-Policy'), ['q'])
  return { remaining, limit, until: requestedUntil(headers, now)?.toISOString() ?? null }
}

/** The number that the first of these headers begins with: some list several limits, "100, 100;w=60". */
function firstNumber(headers: Headers, names: readonly string[]): number | null {
  for (const name of names) {
    const [, digits] = /^\s*(\d+)\b/.exec(headers.get(name) ?? '') ?? []
    if (digits !== undefined) return Number(digits)
  }
  return null
}

/** A parameter of `RateLimit: limit=10, remaining=0, reset=50` or `RateLimit: "default";r=0;t=50` (IETF drafts). */
function parameter(text: string | null, names: readonly string[]): number | null {
  for (const name of names) {
    const [, digits] = new RegExp(`(?:^|[\\s,;])${name}=(\\d+)`).exec(text ?? '') ?? []
    if (digits !== undefined) return Number(digits)
  }
  return null
}
