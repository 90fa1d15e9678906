import type {
  Answer,
  CallOptions,
  CustomerPage,
  PageReading,
  ReadPage,
  RemoteCustomer,
  ServiceClient,
  ServiceFailure,
} from './service-client.ts'

export interface PagingOptions {
  readonly pageSize: number
  readonly uploadId?: string
  readonly signal?: AbortSignal
  readonly callOptions?: Omit<CallOptions, 'signal'>
  /** Requests the next page while `onPage` processes the current one. */
  readonly readAhead?: boolean
  readonly readPage?: ReadPage
}

/** A smaller page is not refused for its size. */
const smallestPage = 25

/**
 * Reads the service's customers page by page. The interface shows neither a total nor the greatest `limit`. So a page
 * that is shorter than requested can be the last one or show a lower limit of the service: the next page is requested
 * to find out. A refused `limit` is halved. `onPage` can stop the reading by returning false. `unreadable`
 * entries belong to the page as well. Returns the number of entries read.
 */
export async function eachPage(
  client: ServiceClient,
  options: PagingOptions,
  onPage: (
    customers: readonly RemoteCustomer[],
    unreadable: readonly unknown[],
    reading: PageReading | undefined,
  ) => boolean | void | Promise<boolean | void>,
): Promise<Answer<{ readonly read: number; readonly toTheEnd: boolean }>> {
  let limit = options.pageSize
  let served: number | null = null
  let offset = 0
  const request = (): Promise<Answer<CustomerPage>> =>
    client.listCustomers(
      options.uploadId === undefined ? { offset, limit } : { offset, limit, uploadId: options.uploadId },
      { ...options.callOptions, ...(options.signal ? { signal: options.signal } : {}) },
      options.readPage,
    )
  let ahead: Promise<Answer<CustomerPage>> | null = null
  for (;;) {
    const page = await (ahead ?? request())
    ahead = null
    if (!page.ok) {
      if (offset === 0 && refusesSize(page.error) && limit > smallestPage) {
        limit = Math.max(smallestPage, Math.floor(limit / 2))
        continue
      }
      return page
    }
    const { customers, unreadable, reading } = page.value
    const entries = (reading ? reading.entries : customers.length) + unreadable.length
    if (entries === 0) return { ok: true, value: { read: offset, toTheEnd: true } }
    offset += entries
    const isLast = served !== null && entries < served
    if (options.readAhead && !isLast) ahead = request()
    if ((await onPage(customers, unreadable, reading)) === false)
      return { ok: true, value: { read: offset, toTheEnd: false } }
    if (isLast) return { ok: true, value: { read: offset, toTheEnd: true } }
    served = Math.max(served ?? 0, entries)
  }
}

function refusesSize(error: ServiceFailure): boolean {
  return error.certainty === 'refused' && (error.status === 400 || error.status === 413 || error.status === 422)
}
