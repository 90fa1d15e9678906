import type { Answer, RemoteCustomer, ServiceClient, ServiceFailure } from '../service/service-client.ts'

export interface PagingOptions {
  readonly pageSize: number
  readonly uploadId?: string
  readonly signal?: AbortSignal
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
  for (;;) {
    const page: Answer<readonly RemoteCustomer[]> = await client.listCustomers(
      options.uploadId === undefined ? { offset, limit } : { offset, limit, uploadId: options.uploadId },
      options.signal ? { signal: options.signal } : {},
    )
    if (!page.ok) {
      if (offset === 0 && refusesSize(page.error) && limit > smallestPage) {
        limit = Math.max(smallestPage, Math.floor(limit / 2))
        continue
      }
      return page
    }
    if (page.value.length === 0) return { ok: true, value: { read: offset, toTheEnd: true } }
    offset += page.value.length
    if (onPage(page.value) === false) return { ok: true, value: { read: offset, toTheEnd: false } }
    if (served !== null && page.value.length < served) return { ok: true, value: { read: offset, toTheEnd: true } }
    served = Math.max(served ?? 0, page.value.length)
  }
}

function refusesSize(error: ServiceFailure): boolean {
  return error.certainty === 'refused' && (error.status === 400 || error.status === 413 || error.status === 422)
}
