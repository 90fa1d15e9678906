import type { Session } from 'electron'
import type { Fetch } from '../core/ports/host.ts'

/**
 * Chromium's fetch: the office's proxy and the system's certificates work as in a browser. What Electron would do unasked is
 * turned off: cookies, the cache on disk, and following a redirect with the API key in its headers.
 */
export function serviceFetch(over: Session): Fetch {
  return (url, init) =>
    over.fetch(url, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
}
