import { rateLimitHeaders } from './assumptions.ts'

const hourMs = 60 * 60 * 1000
/** What asks for more than a year is no time but a mistake. */
const longestWaitMs = 366 * 24 * hourMs

/**
 * How long the service asks to be left alone, in ms from now, 0 to an hour; null when it does not say. The longest of what it says
 * counts: `Retry-After` (seconds or an HTTP date, a minimum by RFC 9110, 10.2.3) and the reset of the rate limit (unix seconds).
 * Times are measured from the service's own `Date` where it sends one, so that a PC with a wrong clock waits as long as any other.
 */
export function waitAskedMs(headers: Headers, now: Date): number | null {
  const wait = wholeWaitMs(headers, now)
  return wait === null ? null : Math.min(hourMs, wait)
}

/** The moment, on this PC's clock, from which the service takes calls again, however far off: a quota may last until the next month. */
export function askedUntil(headers: Headers, now: Date): Date | null {
  const wait = wholeWaitMs(headers, now)
  return wait === null || wait > longestWaitMs ? null : new Date(now.getTime() + wait)
}

function wholeWaitMs(headers: Headers, now: Date): number | null {
  const servedAt = dateOf(headers.get('Date')) ?? now.getTime()
  const waits: number[] = []
  const retryAfter = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(retryAfter)) waits.push(Number(retryAfter) * 1000)
  else {
    const until = dateOf(retryAfter)
    if (until !== null) waits.push(until - servedAt)
  }
  const reset = headers.get(rateLimitHeaders.reset)?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(reset)) waits.push(Number(reset) * 1000 - servedAt)
  return waits.length === 0 ? null : Math.max(0, ...waits)
}

/** An HTTP date in ms since 1970, or null. */
function dateOf(text: string | null): number | null {
  if (!text || !/^[A-Za-z]{3,9},? /.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
