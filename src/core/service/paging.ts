import type { FailureText } from './failure-text.ts'
import { createListedIds, createSeenEntries, type ListedIds } from './listed-ids.ts'
import { ListRequests, type ListRequestOptions } from './list-requests.ts'
import { listProblem, listText } from './list-text.ts'
import type { Answer, CustomerPage, RemoteCustomer, ServiceClient, ServiceFailure } from './service-client.ts'

export interface PagingOptions extends ListRequestOptions {
  /** How many entries the list should have, by other evidence. A short page that ends there is the last one. */
  readonly endsAt?: number | null
  /** Where the listed ids are noted, before `onPage` gets their page. */
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
  page: CustomerPage,
) => boolean | void | Promise<boolean | void>

/** Pages in a row that bring nothing new, until the list counts as ended. */
const mostRepeats = 3

/** After short pages it is asked so many times whether the list ends soon. */
const mostEndProbes = 3

/** Calls for a list, however short. A longer one may need twice as many as full pages would. */
const leastCalls = 20
/** After so many pages it is checked whether the first one is still the same list. */
const checkedPages = 15
/** More customers than any account has. */
const mostCustomers = 250_000

/**
 * Reads the service's customers page by page. The interface shows neither a total, nor the greatest `limit`, nor how a list
 * ends. So a page counts by its new entries, and pages are requested until one is empty or nothing new comes, unless a short
 * page ends where a total or `endsAt` says. The number of calls is bounded whatever the service answers. A refused `limit` is
 * halved. `onPage` can stop the reading by returning false. `unreadable` entries belong to the page as well.
 */
export const eachPage = (client: ServiceClient, options: PagingOptions, onPage: OnPage): Promise<Answer<ListEnd>> =>
  new ListReading(client, options, onPage).run()

class ListReading {
  readonly #requests: ListRequests
  readonly #options: PagingOptions
  readonly #onPage: OnPage
  readonly #ids: ListedIds
  readonly #unreadable = createSeenEntries()
  #offset = 0
  /** How many entries before `#offset` are requested once more. */
  #overlap = 0
  /** The entries of the longest page. */
  #served = 0
  #firstPage = 0
  /** Pages that brought something new, and their customers. */
  #pages = 0
  #customers = 0
  #repeats = 0
  #total: number | null = null
  #isTotalWrong = false
  #isFirstPageChecked = false
  #problem: FailureText | null = null
  /** Where nothing was listed any more after two short pages; null: not known. */
  #endsBefore: number | null = null

  constructor(client: ServiceClient, options: PagingOptions, onPage: OnPage) {
    this.#requests = new ListRequests(client, options)
    this.#options = options
    this.#onPage = onPage
    this.#ids = options.ids ?? createListedIds()
  }

  async run(): Promise<Answer<ListEnd>> {
    let last = { isShort: false, isFull: false }
    let endProbes = 0
    for (;;) {
      if (this.#isEndless()) return this.#end(listText.endless)
      if (this.#mustCheckFirstPage()) {
        const first = await this.#requests.ordinary(0)
        if (!first.ok) return first
        if (!first.value.customers.some(({ id }) => this.#ids.placeOf(id) > 0)) return this.#end(listText.changing)
      }
      const from = this.#offset - this.#overlap
      const answer = await (this.#overlap === 0 ? this.#requests.next(from) : this.#requests.ordinary(from))
      if (!answer.ok) {
        const refused = from === 0 ? this.#requests.halve(answer.error) : null
        if (from === 0 && refused) return { ok: false, error: refused }
        if (from === 0) continue
        // The service may refuse an offset behind the end: the last entry once more shows it.
        if (this.#overlap === 1 || answer.error.certainty !== 'refused') return answer
        this.#overlap = 1
        continue
      }
      const page = answer.value
      const entries = entriesOf(page)
      this.#readTotal(page)
      if (this.#overlap === 1 && entries === 1 && this.#isLastEntry(page)) return this.#finish()
      if (entries === 0) {
        const behind = await this.#findBehind(last.isFull)
        if (!behind.ok) return behind
        if (behind.value === 'nothing') return this.#finish()
        if (behind.value === 'gap') {
          this.#offset += this.#served
          this.#problem = listText.gap
        }
        continue
      }
      const isShort = entries < this.#served
      const isFull = entries === this.#requests.limit || entries === this.#served
      const hasKnownFirst = this.#overlap === 1 && this.#ids.placeOf(page.customers[0]?.id ?? '') > 0
      const customers = entries - page.unreadable.length - Number(hasKnownFirst)
      this.#offset = from + entries
      this.#firstPage ||= entries
      const isLast = isShort && this.#offset === (this.#total ?? this.#options.endsAt)
      // The last entry of a short page once more: alone, it is the end of the list, which no service takes for a wrong offset.
      this.#overlap = isShort ? 1 : 0
      if (!isShort) this.#requests.ahead(this.#offset, entries, isFull, this.#pages)
      const fresh = await this.#pass(page)
      if (fresh === null) return { ok: true, value: { toTheEnd: false, endsAt: null, problem: null } }
      this.#readTotal(page)
      if (fresh === 0) {
        this.#repeats += 1
        if (this.#repeats === mostRepeats || this.#isKnownEnd(from)) return this.#finishRepeated(from)
        continue
      }
      this.#repeats = 0
      this.#pages += 1
      this.#customers += customers
      if (isLast) return this.#finish()
      if (this.#endsBefore !== null && this.#offset >= this.#endsBefore) return this.#finish()
      const isOdd = isShort
        ? last.isShort
        : entries > this.#served && this.#served > 0 && entries < this.#requests.limit
      if (isOdd && this.#endsBefore === null && endProbes < mostEndProbes) {
        // The list may grow while it is read. What it has at this moment is enough.
        endProbes += 1
        const at = this.#offset + fresh * 2
        const probed = await this.#requests.behind(at)
        if (!probed.ok) return probed
        if (entriesOf(probed.value) === 0) this.#endsBefore = at
      }
      this.#served = Math.max(this.#served, entries)
      last = { isShort, isFull }
    }
  }

  /** Gives a page to `onPage`. Returns how many of its entries are new; null: the reading is to stop. */
  async #pass(page: CustomerPage): Promise<number | null> {
    const before = this.#ids.listed
    const newUnreadable = this.#unreadable.addNew(page.unreadable)
    this.#ids.add(idsOf(page))
    if ((await this.#onPage(page.customers, newUnreadable, page)) === false) return null
    return this.#ids.listed - before + newUnreadable.length
  }

  /** Of a page that was read, not recognised. */
  #hasNew({ customers, unreadable }: CustomerPage): boolean {
    return customers.some(({ id }) => this.#ids.placeOf(id) === 0) || this.#unreadable.hasNew(unreadable)
  }

  #isLastEntry({ customers: [last], unreadable }: CustomerPage): boolean {
    return last ? this.#ids.placeOf(last.id) === this.#ids.listed : !this.#unreadable.hasNew(unreadable)
  }

  get #listed(): number {
    return this.#ids.listed + this.#unreadable.size
  }

  #isEndless(): boolean {
    const needed = Math.ceil(this.#listed / Math.max(1, this.#served))
    return this.#requests.calls >= Math.max(leastCalls, needed * 2) || this.#ids.listed > mostCustomers
  }

  /** A list that is longer than it was known to be may have other ids in each answer, and would never end. */
  #mustCheckFirstPage(): boolean {
    if (this.#isFirstPageChecked || this.#pages < checkedPages) return false
    this.#isFirstPageChecked = this.#offset > (this.#options.expected ?? 0)
    return this.#isFirstPageChecked
  }

  /** A total that is smaller than what was listed is another number, as that of the entries on the page. */
  #readTotal({ total }: CustomerPage): void {
    if (total === undefined) return
    if (total < this.#listed) this.#isTotalWrong = true
    this.#total = this.#isTotalWrong ? null : total
  }

  /** Whether the list is known to end at `at`. */
  #isKnownEnd(at: number): boolean {
    return this.#total === null ? this.#options.endsAt === at : this.#total <= this.#listed
  }

  /** What an empty page means: an answer that was wrong once, a gap in the list, or that nothing is behind it. */
  async #findBehind(wasFull: boolean): Promise<Answer<'customers' | 'gap' | 'nothing'>> {
    const mayBeMore =
      this.#total === null ? wasFull && this.#options.endsAt !== this.#offset : this.#total > this.#offset
    if (!mayBeMore || this.#served === 0) return { ok: true, value: 'nothing' }
    const behind = await this.#requests.behind(this.#offset + this.#served)
    if (!behind.ok) return behind
    if (!this.#hasNew(behind.value)) return { ok: true, value: 'nothing' }
    const again = await this.#requests.ordinary(this.#offset)
    return again.ok ? { ok: true, value: entriesOf(again.value) === 0 ? 'gap' : 'customers' } : again
  }

  /**
   * The end of a list whose last pages brought nothing new: the service repeats its last page, or begins again. One that ignores
   * `offset` may have more; one that ignores `limit` as well has given all.
   */
  async #finishRepeated(from: number): Promise<Answer<ListEnd>> {
    const isEnd = this.#firstPage === 1 || (this.#pages === 1 && this.#firstPage > this.#requests.limit)
    if (isEnd || (this.#total === null && this.#isKnownEnd(from))) return this.#finish()
    const second = await this.#requests.ordinary(1, 1)
    if (!second.ok) return second
    // A total that is the number on the page is now another one.
    this.#readTotal(second.value)
    const [customer] = second.value.customers
    const place = customer ? this.#ids.placeOf(customer.id) : null
    const ignoresLimit = this.#pages === 1 && place === 1 && entriesOf(second.value) === this.#firstPage
    // A customer that was added at the beginning meanwhile has moved the others.
    const hasMoved = place === 0
    if (place !== 2 && !hasMoved && !ignoresLimit && !this.#isKnownEnd(from)) this.#problem ??= listText.repeated
    return this.#finish(hasMoved)
  }

  /** The end of a list. Customers that were listed twice may have come in the places of others. */
  async #finish(hasMoved = false): Promise<Answer<ListEnd>> {
    const hasRepeated = hasMoved || this.#customers > this.#ids.listed
    if (hasRepeated) {
      const isSteady = await this.#readRest()
      if (!isSteady.ok) return isSteady
      if (!isSteady.value) this.#problem ??= listText.changing
    }
    const listed = this.#customers + this.#unreadable.size
    if (this.#total !== null && this.#total > listed) this.#problem ??= listText.fewer(listed, this.#total)
    return this.#end(this.#problem, hasRepeated ? null : listed)
  }

  /**
   * Reads the list once more until nothing new comes. False: other customers may still be missing. A first page that is as it was
   * shows that the service lists customers twice.
   */
  async #readRest(): Promise<Answer<boolean>> {
    for (let from = 0, pages = 0; from < this.#customers && pages < this.#pages && !this.#isEndless(); pages += 1) {
      const answer = await this.#requests.ordinary(from)
      if (!answer.ok) return answer
      if (from === 0 && this.#isFirstPage(answer.value)) return { ok: true, value: true }
      const fresh = await this.#pass(answer.value)
      from += entriesOf(answer.value)
      if (!fresh) break
    }
    return { ok: true, value: this.#ids.listed >= this.#customers }
  }

  #isFirstPage({ customers }: CustomerPage): boolean {
    const places = [...new Set(customers.map(({ id }) => this.#ids.placeOf(id)))]
    return places.length > 0 && places.every((place, index) => place === index + 1)
  }

  #end(problem: FailureText | null, endsAt: number | null = null): Answer<ListEnd> {
    const isWhole = problem === null
    return {
      ok: true,
      value: { toTheEnd: true, endsAt: isWhole ? endsAt : null, problem: isWhole ? null : listProblem(problem) },
    }
  }
}

const idsOf = ({ customers, ids }: CustomerPage): readonly string[] => ids ?? customers.map(({ id }) => id)

const entriesOf = ({ customers, ids, unreadable }: CustomerPage): number =>
  (ids ?? customers).length + unreadable.length
