import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a request says of itself before anything of it is read. Header values as they came; undefined when absent. */
export interface RequestFacts {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

export interface Refusal {
  readonly status: number
  readonly words: string
}

/**
 * Whether a request may come from our own page, by its transport alone. `authority` is our `127.0.0.1:port`: another name in Host is
 * a page that had its name pointed at this PC; another Origin or site is a page elsewhere that calls us through her browser.
 */
export function refuseByTransport(facts: RequestFacts, authority: string): Refusal | null {
  if (facts.host !== authority) return { status: 421, words: 'Forecourt answers at its own address only.' }
  if (facts.method !== 'GET' && facts.method !== 'POST') {
    return { status: 405, words: 'Only GET and POST are answered here.' }
  }
  const ownOrigin = `http://${authority}`
  if (facts.origin !== undefined && facts.origin !== ownOrigin) return elsewhere
  if (facts.method === 'POST') {
    if (facts.origin === undefined) return elsewhere
    if (facts.fetchSite !== undefined && facts.fetchSite !== 'same-origin') return elsewhere
  }
  // `none` is she herself: an address typed, a bookmark, a link from outside the browser.
  if (facts.fetchSite !== undefined && facts.fetchSite !== 'same-origin' && facts.fetchSite !== 'none') return elsewhere
  return null
}

const elsewhere: Refusal = { status: 403, words: 'Forecourt answers its own page only.' }

/** Whether a call's body is JSON by its header; a form of another page cannot say so without asking first. */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

/** Body size as its header states it; null when it states none. A header that is no number counts as over every limit. */
export function statedBytes(contentLength: string | undefined): number | null {
  if (contentLength === undefined) return null
  return /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : Number.POSITIVE_INFINITY
}

/** One browser's way in: a token that works once, and the session that it opens. */
export interface Admission {
  readonly token: string
  /** Cookies do not tell ports apart, so the name does. */
  readonly cookieName: string
  /** The session for the cookie when this is the token and nobody used it yet; else null. */
  redeem(token: string): string | null
  isSession(cookie: string | undefined): boolean
}

export function createAdmission(port: number): Admission {
  const token = randomBytes(32).toString('base64url')
  const session = randomBytes(32).toString('base64url')
  let used = false
  return {
    token,
    cookieName: `forecourt-${port}`,
    redeem(given) {
      if (used || !isSame(given, token)) return null
      used = true
      return session
    },
    isSession: (cookie) => used && cookie !== undefined && isSame(cookie, session),
  }
}

/** Compares in a time that says nothing about where they differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
