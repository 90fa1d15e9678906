import type { Answer, RemoteCustomer, ServiceClient, ServiceFailure } from './service-client.ts'

export interface PagingOptions {
  readonly pageSize: number
  readonly uploadId?: string
  readonly signal?: AbortSignal
  /** Asks for the next page while `onPage` works on this one. */
  readonly readAhead?: boolean
}

/** Below this a refused page is not refused for its size. */
const smallestPage = 25

/**
 * Reads the service's customers page by page until their end. The interface shows neither a total nor the greatest `limit`: a page
 * shorter than asked may be the end or a lower cap, so the one after it is asked for, and a cap is gone along with; a refused `limit` is
 * halved. `onPage` may end the reading early by returning false. Gives the number of customers read.
 */
export async function eachPage(
  client: ServiceClient,
  options: PagingOptions,
  onPage: (page: readonly RemoteCustomer[]) => boolean | void,
): Promise<Answer<{ readonly read: number; readonly toTheEnd: boolean }>> {
  let limit = options.pageSize
  let served: number | null = null
  let offset = 0
  const ask = (): Promise<Answer<readonly RemoteCustomer[]>> =>
    client.listCustomers(
      options.uploadId === undefined ? { offset, limit } : { offset, limit, uploadId: options.uploadId },
      options.signal ? { signal: options.signal } : {},
    )
  let ahead: Promise<Answer<readonly RemoteCustomer[]>> | null = null
  for (;;) {
    const page = await (ahead ?? ask())
    ahead = null
    if (!page.ok) {
      if (offset === 0 && refusesSize(page.error) && limit > smallestPage) {
        limit = Math.max(smallestPage, Math.floor(limit / 2))
        continue
      }
      return page
    }
    if (page.value.length === 0) return { ok: true, value: { read: offset, toTheEnd: true } }
    offset += page.value.length
    const isLast = served !== null && page.value.length < served
    if (options.readAhead && !isLast) ahead = ask()
    if (onPage(page.value) === false) return { ok: true, value: { read: offset, toTheEnd: false } }
    if (isLast) return { ok: true, value: { read: offset, toTheEnd: true } }
    served = Math.max(served ?? 0, page.value.length)
  }
}

function refusesSize(error: ServiceFailure): boolean {
  return error.certainty === 'refused' && (error.status === 400 || error.status === 413 || error.status === 422)
}
