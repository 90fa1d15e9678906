import type {
  Answer,
  CallOptions,
  CustomerPage,
  RecognisePage,
  ServiceClient,
  ServiceFailure,
} from './service-client.ts'

export interface ListRequestOptions {
  readonly pageSize: number
  readonly uploadId?: string
  readonly signal?: AbortSignal
  readonly callOptions?: Omit<CallOptions, 'signal'>
  /** Requests the next pages while `onPage` processes the current one. */
  readonly readAhead?: boolean
  /** How many entries the list had before: no page behind them is requested on a guess. */
  readonly expected?: number
  readonly recognise?: RecognisePage
}

/**
 * Pages that are requested ahead, and no more than were read before: with one alone, the service and the program would wait for each other
 * in turns.
 */
const mostAhead = 3

/**
 * Requests pages of one list, and counts the calls. Where a page begins that is requested ahead is a guess while the page before it is not
 * there: its answer is used only when the guess was right.
 */
export class ListRequests {
  calls = 0
  /** The entries that are asked for. */
  limit: number
  readonly #client: ServiceClient
  readonly #options: ListRequestOptions
  /** Requested pages by where they begin. */
  readonly #ahead = new Map<number, Promise<Answer<CustomerPage>>>()
  /** Why the first page was refused in its full size: smaller ones are asked for once only. */
  #refused: ServiceFailure | null = null

  constructor(client: ServiceClient, options: ListRequestOptions) {
    this.#client = client
    this.#options = options
    this.limit = options.pageSize
  }

  /** The next page in the order of the list. */
  next(from: number): Promise<Answer<CustomerPage>> {
    const page = this.#ahead.get(from) ?? this.#request(from, this.limit, this.#options.recognise)
    this.#ahead.delete(from)
    return page
  }

  /** Requests ahead what follows: a page at `from`, and behind a full one, which has `entries`, others. `pages`: read so far. */
  ahead(from: number, entries: number, isFull: boolean, pages: number): void {
    // Guesses that were wrong.
    for (const guess of this.#ahead.keys()) if (guess < from) this.#ahead.delete(guess)
    const { readAhead, recognise, expected = Infinity } = this.#options
    if (!readAhead) return
    for (let next = 0; next < Math.min(mostAhead, pages + 1); next += 1) {
      const at = from + next * entries
      // A list that has ended with this page would be asked for more in vain.
      if (next > 0 && (!isFull || at >= expected)) return
      if (!this.#ahead.has(at)) this.#ahead.set(at, this.#request(at, this.limit, recognise))
    }
  }

  /** A page that is read, also when it would be recognised. */
  ordinary(from: number, limit = this.limit): Promise<Answer<CustomerPage>> {
    return this.#request(from, limit)
  }

  /** A page that may be behind the end. A service that refuses such an offset has none. */
  async behind(from: number): Promise<Answer<CustomerPage>> {
    const page = await this.ordinary(from)
    return page.ok || page.error.certainty !== 'refused' ? page : { ok: true, value: { customers: [], unreadable: [] } }
  }

  /** Asks for fewer entries after a refusal that may be for their number. Returns why the list cannot be read; null: a smaller page may be given. */
  halve(error: ServiceFailure): ServiceFailure | null {
    if (!refusesSize(error)) return error
    this.#refused ??= error
    if (this.limit === 1) return this.#refused
    this.limit = Math.floor(this.limit / 2)
    return null
  }

  #request(from: number, limit: number, recognise?: RecognisePage): Promise<Answer<CustomerPage>> {
    const { signal, uploadId, callOptions } = this.#options
    this.calls += 1
    return this.#client.listCustomers(
      uploadId === undefined ? { offset: from, limit } : { offset: from, limit, uploadId },
      { ...callOptions, ...(signal ? { signal } : {}), ...(this.#refused ? { attempts: 1 } : {}) },
      recognise,
    )
  }
}

/** Whether a smaller page may be accepted. Some services fail with 500 at a `limit` that they don't allow. */
function refusesSize({ refusedRecords, status, certainty }: ServiceFailure): boolean {
  const isRejected = certainty === 'refused' && (status === 400 || status === 413 || status === 422)
  return isRejected || refusedRecords !== undefined || status === 500
}
