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
  /** Requests the next pages while `onPage` processes the current one. */
  readonly readAhead?: boolean
  /** How many entries the list had before: no page behind them is requested on a guess. */
  readonly expected?: number
  readonly readPage?: ReadPage
}

/**
 * Pages that are requested ahead, and no more than were read before: with one alone, the service and the program would wait for each other
 * in turns.
 */
const mostAhead = 3

/**
 * Reads the service's customers page by page. The interface shows neither a total nor the greatest `limit`. So a page
 * that is shorter than requested can be the last one or show a lower limit of the service: the next page is requested
 * to find out. A refused `limit` is halved. `onPage` can stop the reading by returning false. `unreadable`
 * entries belong to the page as well. Returns the number of entries read.
 *
 * Where a page begins that is requested ahead is a guess while the page before it is not there: its answer is used only when the guess was
 * right.
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
  const { signal, uploadId, expected = Infinity } = options
  let limit = options.pageSize
  /** Why the first page was refused in its full size. */
  let refused: Answer<never> | null = null
  let served: number | null = null
  let offset = 0
  let pages = 0
  const request = (from: number): Promise<Answer<CustomerPage>> =>
    client.listCustomers(
      uploadId === undefined ? { offset: from, limit } : { offset: from, limit, uploadId },
      { ...options.callOptions, ...(signal ? { signal } : {}), ...(refused ? { attempts: 1 } : {}) },
      options.readPage,
    )
  /** Requested pages by where they begin. */
  const ahead = new Map<number, Promise<Answer<CustomerPage>>>()
  const requestAhead = (from: number): void => {
    if (!ahead.has(from)) ahead.set(from, request(from))
  }
  for (;;) {
    const page = await (ahead.get(offset) ?? request(offset))
    ahead.delete(offset)
    if (!page.ok) {
      if (offset > 0 || !refusesSize(page.error)) return page
      refused ??= page
      if (limit === 1) return refused
      limit = Math.floor(limit / 2)
      continue
    }
    refused = null
    const { customers, unreadable, reading } = page.value
    const entries = (reading ? reading.entries : customers.length) + unreadable.length
    if (entries === 0) return { ok: true, value: { read: offset, toTheEnd: true } }
    offset += entries
    pages += 1
    // Guesses that were wrong.
    for (const from of ahead.keys()) if (from < offset) ahead.delete(from)
    const isLast = served !== null && entries < served
    if (options.readAhead && !isLast) {
      requestAhead(offset)
      // A list that has ended with this page would be asked for more in vain.
      const isFull = entries === limit || entries === served
      for (let next = 1; isFull && next < Math.min(mostAhead, pages); next += 1) {
        if (offset + next * entries < expected) requestAhead(offset + next * entries)
      }
    }
    if ((await onPage(customers, unreadable, reading)) === false)
      return { ok: true, value: { read: offset, toTheEnd: false } }
    if (isLast) return { ok: true, value: { read: offset, toTheEnd: true } }
    served = Math.max(served ?? 0, entries)
  }
}

/** Whether a smaller page may be accepted. Some services fail with 500 at a `limit` that they don't allow. */
function refusesSize({ refusedRecords, status, certainty }: ServiceFailure): boolean {
  const isRejected = certainty === 'refused' && (status === 400 || status === 413 || status === 422)
  return isRejected || refusedRecords !== undefined || status === 500
}
