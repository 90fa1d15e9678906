import { rateLimitHeaders } from './assumptions.ts'

const hourMs = 60 * 60 * 1000
/** A longer wait is treated as an error of the service. */
const longestWaitMs = 366 * 24 * hourMs

/**
 * How long the service asks to wait, in ms from now, at most an hour; null when it does not say. The longer of
 * `Retry-After` (seconds or an HTTP date, a minimum by RFC 9110, 10.2.3) and the reset of the rate limit (Unix
 * seconds) is used. Times are measured from the service's `Date` if it sends one, so that a PC with a wrong clock
 * waits the right time.
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
