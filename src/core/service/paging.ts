import { createListedIds, createSeenEntries, type ListedIds } from './listed-ids.ts'
import { listProblem, listText } from './list-text.ts'
import type { FailureText } from './failure-text.ts'
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
  /** How many entries the list should have, by other evidence. A short page that ends there is the last one. */
  readonly endsAt?: number | null
  readonly readPage?: ReadPage
  /** The ids that `onPage` notes. Absent: they are noted here. */
  readonly ids?: ListedIds
}

/** How a reading of the list has ended. */
export interface ListEnd {
  /** False: `onPage` has stopped it. */
  readonly toTheEnd: boolean
  /** How many entries the list has; null: that is not certain. */
  readonly endsAt: number | null
  /** Why customers may be missing; null: the list is whole. */
  readonly problem: ServiceFailure | null
}

type OnPage = (
  customers: readonly RemoteCustomer[],
  unreadable: readonly unknown[],
  reading: PageReading | undefined,
) => boolean | void | Promise<boolean | void>

/**
 * Pages that are requested ahead, and no more than were read before: with one alone, the service and the program would wait for each other
 * in turns.
 */
const mostAhead = 3

/** Pages in a row that bring nothing new, until the list counts as ended. */
const mostRepeats = 3

/** Calls for a list, however short. A longer one may need twice as many as full pages would. */
const leastCalls = 20
/** More customers than any account has. */
const mostCustomers = 250_000

/**
 * Reads the service's customers page by page. The interface shows neither a total, nor the greatest `limit`, nor how a list
 * ends. So a page counts by its new entries, and pages are requested until one is empty or nothing new comes, unless a short
 * page ends where a total or `endsAt` says. The number of calls is bounded whatever the service answers. A refused `limit` is
 * halved. `onPage` can stop the reading by returning false. `unreadable` entries belong to the page as well.
 */
export async function eachPage(
  client: ServiceClient,
  options: PagingOptions,
  onPage: OnPage,
): Promise<Answer<ListEnd>> {
  const reading = new ListReading(client, options, onPage)
  const first = await reading.read(mostRepeats)
  const { different } = reading
  if (first !== 'ended' || different === reading.customers) return reading.answer(first)
  // Customers that were listed twice may have come in the places of others: the list is read once more, until nothing new comes.
  const second = await reading.read(1)
  const isChanging = reading.different > different && reading.different < reading.customers
  return reading.answer(second === 'ended' && isChanging ? listText.changing : second)
}

type ReadingEnd = 'ended' | 'stopped' | FailureText | ServiceFailure

class ListReading {
  readonly #client: ServiceClient
  readonly #options: PagingOptions
  readonly #onPage: OnPage
  readonly #ids: ListedIds
  readonly #ownIds: ReturnType<typeof createListedIds> | null
  readonly #unreadable = createSeenEntries()
  /**
   * Requested pages by where they begin. While the page before is not there, that is a guess: the answer is used only when the guess was
   * right.
   */
  readonly #ahead = new Map<number, Promise<Answer<CustomerPage>>>()
  #limit: number
  #calls = 0
  #total: number | null = null
  /** The customers on the pages of the first reading that brought something new. */
  customers = 0

  constructor(client: ServiceClient, options: PagingOptions, onPage: OnPage) {
    this.#client = client
    this.#options = options
    this.#onPage = onPage
    this.#limit = options.pageSize
    this.#ownIds = options.ids ? null : createListedIds()
    this.#ids = options.ids ?? this.#ownIds ?? createListedIds()
  }

  get different(): number {
    return this.#ids.listed
  }

  /** How many different entries were listed. */
  get #listed(): number {
    return this.#ids.listed + this.#unreadable.size
  }

  async read(repeatsToEnd: number): Promise<ReadingEnd> {
    const isFirst = this.customers === 0
    let offset = 0
    let served = 0
    let pages = 0
    let repeats = 0
    /** Why a page of the first size was refused. */
    let refused: ServiceFailure | null = null
    while (!this.#isEndless(served)) {
      const answer = await (this.#ahead.get(offset) ?? this.#request(offset, this.#options.readPage))
      this.#ahead.delete(offset)
      if (!answer.ok) {
        if (offset > 0 || !refusesSize(answer.error)) return answer.error
        refused ??= answer.error
        if (this.#limit === 1) return refused
        this.#limit = Math.floor(this.#limit / 2)
        continue
      }
      const entries = entriesOf(answer.value)
      if (entries === 0) return 'ended'
      const from = offset
      offset += entries
      this.#total = answer.value.total ?? this.#total
      const isLast = entries < served && offset === (this.#total ?? this.#options.endsAt)
      if (isFirst && !isLast) this.#requestAhead(offset, entries, pages, entries === this.#limit || entries === served)
      const fresh = await this.#pass(answer.value)
      if (fresh === null) return 'stopped'
      if (fresh > 0) {
        pages += 1
        if (isFirst) this.customers += entries - answer.value.unreadable.length
      }
      repeats = fresh > 0 ? 0 : repeats + 1
      if (repeats === repeatsToEnd) return isFirst && pages === 1 ? this.#endOfOnlyPage(from) : 'ended'
      if (isLast) return 'ended'
      served = Math.max(served, entries)
    }
    return listText.endless
  }

  answer(end: ReadingEnd): Answer<ListEnd> {
    if (typeof end === 'object' && 'certainty' in end) return { ok: false, error: end }
    if (end === 'stopped') return { ok: true, value: { toTheEnd: false, endsAt: null, problem: null } }
    const total = this.#total ?? 0
    const fewer = total > this.#listed ? listText.fewer(this.#listed, total) : null
    const problem = typeof end === 'object' ? end : fewer
    return {
      ok: true,
      value: { toTheEnd: true, endsAt: problem ? null : this.#listed, problem: problem && listProblem(problem) },
    }
  }

  #request(from: number, readPage?: ReadPage, limit = this.#limit): Promise<Answer<CustomerPage>> {
    const { signal, uploadId, callOptions } = this.#options
    this.#calls += 1
    return this.#client.listCustomers(
      uploadId === undefined ? { offset: from, limit } : { offset: from, limit, uploadId },
      { ...callOptions, ...(signal ? { signal } : {}) },
      readPage,
    )
  }

  #requestAhead(offset: number, entries: number, pagesBefore: number, isFull: boolean): void {
    // Guesses that were wrong.
    for (const from of this.#ahead.keys()) if (from < offset) this.#ahead.delete(from)
    const { readAhead, readPage, expected = Infinity } = this.#options
    if (!readAhead) return
    for (let next = 0; next < Math.min(mostAhead, pagesBefore + 1); next += 1) {
      const from = offset + next * entries
      // A list that has ended with this page would be asked for more in vain.
      if (next > 0 && (!isFull || from >= expected)) return
      if (!this.#ahead.has(from)) this.#ahead.set(from, this.#request(from, readPage))
    }
  }

  /** Gives a page to `onPage`. Returns how many of its entries are new; null: the reading is to stop. */
  async #pass({ customers, unreadable, reading }: CustomerPage): Promise<number | null> {
    const before = this.#ids.listed
    const newUnreadable = this.#unreadable.addNew(unreadable)
    this.#ownIds?.add(customers)
    if ((await this.#onPage(customers, newUnreadable, reading)) === false) return null
    return this.#ids.listed - before + newUnreadable.length
  }

  #isEndless(served: number): boolean {
    const needed = Math.ceil(this.#listed / Math.max(1, served))
    return this.#calls >= Math.max(leastCalls, needed * 2) || this.#listed > mostCustomers
  }

  /**
   * Of a list with one page, which is repeated: a service that ignores `offset` may have more customers. One that gives the second
   * customer alone has honoured it; one that gives the whole page again has no pages.
   */
  async #endOfOnlyPage(entries: number): Promise<ReadingEnd> {
    if (entries === 1 || entries > this.#limit || this.#total === entries) return 'ended'
    const second = await this.#request(1, undefined, 1)
    if (!second.ok) return second.error
    const [customer] = second.value.customers
    const isSecond = customer !== undefined && this.#ids.placeOf(customer.id) === 2
    return isSecond || entriesOf(second.value) === entries ? 'ended' : listText.repeated
  }
}

const entriesOf = ({ customers, unreadable, reading }: CustomerPage): number =>
  (reading ? reading.entries : customers.length) + unreadable.length

/** Whether a smaller page may be accepted. Some services fail with 500 at a `limit` that they don't allow. */
function refusesSize({ refusedRecords, status, certainty }: ServiceFailure): boolean {
  const isRejected = certainty === 'refused' && (status === 400 || status === 413 || status === 422)
  return isRejected || refusedRecords !== undefined || status === 500
}
