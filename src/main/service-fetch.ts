import type { Session } from 'electron'
import type { Fetch } from '../core/ports/host.ts'

/**
 * Chromium's fetch, which uses the proxy and the certificates of the system. Its defaults are turned off: cookies, the cache on
 * disk, and following a redirect with the API key in the headers.
 */
export function serviceFetch(session: Session): Fetch {
  return (url, init) =>
    session.fetch(url, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
}
