import { rateLimitResetHeaders } from './assumptions.ts'

const hourMs = 60 * 60 * 1000
/** A longer wait is treated as an error of the service. */
const longestWaitMs = 366 * 24 * hourMs

/**
 * How long the service asks to wait, in ms from now, at most an hour; null when it does not say. The longer of
 * `Retry-After` (seconds or an HTTP date, a minimum by RFC 9110, 10.2.3) and the reset of the rate limit is used. Times
 * are measured from the service's `Date` if it sends one, so that a PC with a wrong clock waits the right time.
 */
export function requestedWaitMs(headers: Headers, now: Date): number | null {
  const wait = wholeWaitMs(headers, now)
  return wait === null ? null : Math.min(hourMs, wait)
}

/**
 * The time from which the service accepts calls again, by this PC's clock. A usage limit can last until the next
 * month.
 */
export function requestedUntil(headers: Headers, now: Date): Date | null {
  const wait = wholeWaitMs(headers, now)
  return wait === null || wait > longestWaitMs ? null : new Date(now.getTime() + wait)
}

function wholeWaitMs(headers: Headers, now: Date): number | null {
  const servedAtMs = dateMs(headers.get('Date')) ?? now.getTime()
  const resets = rateLimitResetHeaders.map((name) => headers.get(name))
  const waits = [
    waitMs(headers.get('Retry-After'), servedAtMs),
    ...resets.map((text) => waitMs(text, servedAtMs)),
    waitMs(resetInRateLimit(headers.get('RateLimit')), servedAtMs),
  ].filter((wait) => wait !== null)
  return waits.length === 0 ? null : Math.max(0, ...waits)
}

/** A number above this is a time in ms since 1970, and not in seconds: in seconds it would be the year 5138. */
const leastEpochMs = 1e11
/** A number above this is a time in seconds since 1970, and not a wait: it would last 31 years. */
const leastEpochSeconds = 1e9

/** The wait in a header: a number of seconds, a time since 1970 in seconds or milliseconds, or a date. Null: none. */
function waitMs(text: string | null, servedAtMs: number): number | null {
  const value = text?.trim() ?? ''
  if (!/^\d+(\.\d+)?$/.test(value)) {
    const until = dateMs(value)
    return until === null ? null : until - servedAtMs
  }
  const number = Number(value)
  if (number >= leastEpochMs) return number - servedAtMs
  return number >= leastEpochSeconds ? number * 1000 - servedAtMs : number * 1000
}

/** The seconds in `RateLimit: limit=10, remaining=0, reset=50` or `RateLimit: "default";r=0;t=50` (IETF drafts). */
const resetInRateLimit = (text: string | null): string | null =>
  /(?:^|[\s,;])(?:reset|t)=(\d+)/.exec(text ?? '')?.[1] ?? null

/** An HTTP date or an ISO 8601 time, in ms since 1970; null for anything else. */
function dateMs(text: string | null): number | null {
  if (!text || !/^[A-Za-z]{3,9},? |^\d{4}-\d{2}-\d{2}T/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
