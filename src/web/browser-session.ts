import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What the transport says about a request, before its body is read. Header values are unchanged; undefined when absent. */
export interface RequestTransport {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

export interface Refusal {
  readonly status: number
  readonly message: string
}

/**
 * Why a request cannot come from Forecourt's own page, by its transport alone; null when it can. `authority` is our
 * `127.0.0.1:port`. Another name in Host is a page that pointed its own name at this PC (DNS rebinding); another Origin or site
 * is a page elsewhere that sends requests through the user's browser.
 */
export function refuseByTransport(transport: RequestTransport, authority: string): Refusal | null {
  const { method, host, origin, fetchSite } = transport
  if (host !== authority) return otherHost
  if (method !== 'GET' && method !== 'POST') return { status: 405, message: 'Only GET and POST are supported.' }
  if (origin !== undefined && origin !== `http://${authority}`) return otherOrigin
  if (method === 'POST') {
    if (origin === undefined) return otherOrigin
    if (fetchSite !== undefined && fetchSite !== 'same-origin') return otherOrigin
  }
  // `none` is the user: a typed address, a bookmark, a link from outside the browser.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return otherOrigin
  return null
}

/**
 * The same for the page that signs the browser in: a file on this PC posts it, so its origin is `null` and its site is another one.
 * What it has to show is the token.
 */
export const refuseSignIn = ({ host, origin }: RequestTransport, authority: string): Refusal | null =>
  host !== authority ? otherHost : origin === undefined || origin === 'null' ? null : otherOrigin

const otherHost: Refusal = { status: 421, message: 'Forecourt answers at its own address only.' }
const otherOrigin: Refusal = { status: 403, message: 'Forecourt answers its own page only.' }

/** Whether a body is JSON by its header. A form on another page cannot send this type without a preflight request. */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

/** Body size that the header states; null when there is no header. A header that is no number counts as over every limit. */
export function statedBytes(contentLength: string | undefined): number | null {
  if (contentLength === undefined) return null
  return /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : Number.POSITIVE_INFINITY
}

/** The session of the one browser that may use the host: opened by a token that works once, then kept in a cookie. */
export interface BrowserSession {
  readonly token: string
  /** Cookies are shared by all ports of an address, so the name contains the port. */
  readonly cookieName: string
  /** The cookie's value, when this is the token and it was not used before; else null. */
  open(token: string): string | null
  isValid(cookie: string | undefined): boolean
}

export function createBrowserSession(port: number): BrowserSession {
  const token = randomBytes(32).toString('base64url')
  const sessionId = randomBytes(32).toString('base64url')
  let used = false
  return {
    token,
    cookieName: `forecourt-${port}`,
    open(given) {
      if (used || !isSame(given, token)) return null
      used = true
      return sessionId
    },
    isValid: (cookie) => used && cookie !== undefined && isSame(cookie, sessionId),
  }
}

/** Compares in constant time, so that the time of an answer does not reveal the token. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
