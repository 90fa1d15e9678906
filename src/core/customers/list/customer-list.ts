import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { activeFilter, filterParts, type CustomerFilter } from '../../../contract/customer-filter.ts'
import type { FilterCounts } from '../../../contract/customer-facts.ts'
import { orderAtStart } from '../../../contract/order-at-start.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { runAtOnce, runInSlices, runInSlicesWhile, type Steps } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { additionalFieldText, searchTerms } from '../record/search-text.ts'
import type { FoundRecords, ListOrder, PackedList, SuggestedRecords } from '../packed/packed-list.ts'
import type { CustomerLists } from './customer-lists.ts'
import { fieldsWithoutLetters, type FilterSources, forbiddenPeople, slotFilter } from './slot-filter.ts'

/** Filters and sorts the customers in the cache, in slices of a few milliseconds. `today` is YYYY-MM-DD on this PC. */
export interface CustomerList {
  /** The total, and one page of records by their numbers in the cache. */
  page(
    scope: ConnectionRegion,
    filter: CustomerFilter,
    order: ListOrder,
    range: { readonly offset: number; readonly limit: number },
    today: string,
  ): Promise<{ readonly total: number; readonly numbers: readonly number[] }>
  /** The ids of all matches, unordered. */
  ids(scope: ConnectionRegion, filter: CustomerFilter, today: string): Promise<readonly string[]>
  /** How many match, and how many of them lack something. */
  counts(scope: ConnectionRegion, filter: CustomerFilter, today: string): Promise<FilterCounts>
  /** What `read` makes of the matches of each filter. The list does not change between its steps. */
  readFound<T>(
    scope: ConnectionRegion,
    filters: readonly CustomerFilter[],
    today: string,
    read: (found: readonly FoundRecords[], list: PackedList) => Steps<T>,
  ): Promise<T>
  /** The numbers of all matches, in order. */
  numbers(scope: ConnectionRegion, filter: CustomerFilter, order: ListOrder, today: string): Promise<RecordNumbers>
  /** The records that fit a typed text best; see `PackedList.suggest`. Pending edits are not searched. */
  suggest(scope: ConnectionRegion, text: string, limit: number): Promise<SuggestedRecords>
  /** Clears the last result, which is held for the next pages. Call it when a journal or the log of calls has changed. */
  clear(): void
}

/** Numbers of records in the cache. A copy of all matches takes a millisecond. */
export type RecordNumbers = readonly number[] | Uint32Array

export interface CustomerListParts extends FilterSources {
  readonly cache: Pick<CustomerCache, 'findByNumbers'>
  readonly lists: CustomerLists
}

/** After so many changes during a search, it is finished without a pause. */
const mostAttempts = 3
/** A list of up to this many records is searched without a pause: 1 ms. */
const shortList = 2_000
/** Records that are read between two pauses. */
const recordsPerStep = 100

export function createCustomerList({ cache, lists, ...sources }: CustomerListParts): CustomerList {
  let lastResult: {
    readonly key: string
    readonly list: PackedList
    readonly version: number
    readonly numbers: RecordNumbers
  } | null = null
  /** What the last result found, for its counts. */
  let lastFound: {
    readonly key: string
    readonly list: PackedList
    readonly version: number
    found: FoundRecords
  } | null = null
  let cleared = 0

  function* find(
    list: PackedList,
    scope: ConnectionRegion,
    filter: CustomerFilter,
    today: string,
  ): Steps<FoundRecords> {
    return yield* list.find(yield* slotFilter(sources, scope, filter, today))
  }
  /** What `read` makes of the matches, before anything can change. `order`: the one that it needs. */
  const search = async <T>(
    scope: ConnectionRegion,
    filter: CustomerFilter,
    today: string,
    order: ListOrder | null,
    read: (found: FoundRecords, list: PackedList) => T,
  ): Promise<T> => {
    const { list } = lists.loaded(scope) ?? (await lists.ready(scope))
    const isShort = list.counts().total <= shortList
    if (!isShort && order) {
      await runInSlices(list.inOrder(order))
      await yieldToEventLoop()
    }
    for (let attempt = 1; ; attempt += 1) {
      const version = list.version()
      const steps = find(list, scope, filter, today)
      const isCurrent = (): boolean => list.version() === version
      const found = isShort || attempt > mostAttempts ? runAtOnce(steps) : await runInSlicesWhile(steps, isCurrent)
      if (found && isCurrent()) return read(found, list)
    }
  }
  /** Those of the records whose fields have the texts that the packed list cannot find. */
  const checkFields = async (
    scope: ConnectionRegion,
    filter: CustomerFilter,
    numbers: readonly number[],
  ): Promise<readonly number[]> => {
    const fields = fieldsWithoutLetters(filter)
    if (fields.length === 0) return numbers
    function* checked(): Steps<number[]> {
      const matches: number[] = []
      for (let first = 0; first < numbers.length; first += recordsPerStep) {
        for (const number of numbers.slice(first, first + recordsPerStep)) {
          const [record] = cache.findByNumbers(scope, [number])
          const texts = record?.additionalFields ?? {}
          if (fields.every(({ name, contains }) => additionalFieldText(texts[name]).includes(contains))) {
            matches.push(number)
          }
        }
        yield
      }
      return matches
    }
    return runInSlices(checked())
  }

  const numbers: CustomerList['numbers'] = async (scope, wholeFilter, order, today) => {
    const filter = activeFilter(wholeFilter)
    const key = JSON.stringify([scope.connectionId, scope.region, filter, order, today])
    const { list } = lists.loaded(scope) ?? (await lists.ready(scope))
    const last = lastResult
    if (last?.key === key && last.list === list && last.version === list.version()) return last.numbers
    const clearedBefore = cleared
    const result = await search(scope, filter, today, order, (found, searched) => ({
      list: searched,
      version: searched.version(),
      found,
      numbers: runAtOnce(searched.inOrder(order)).numbersOf(found),
    }))
    const hasOdd = fieldsWithoutLetters(filter).length > 0
    const matches = hasOdd ? await checkFields(scope, filter, [...result.numbers]) : result.numbers
    if (cleared === clearedBefore) {
      lastResult = { key, list: result.list, version: result.version, numbers: matches }
      lastFound = { ...result, key: filterKey(scope, filter, today) }
    }
    return matches
  }

  const readFound = async <T>(
    scope: ConnectionRegion,
    wholeFilters: readonly CustomerFilter[],
    today: string,
    read: (found: readonly FoundRecords[], list: PackedList) => Steps<T>,
  ): Promise<T> => {
    const filters = wholeFilters.map(activeFilter)
    const checked: (readonly number[] | null)[] = []
    for (const filter of filters) {
      const hasOdd = fieldsWithoutLetters(filter).length > 0
      const numbersOf = async () =>
        checkFields(scope, filter, await search(scope, filter, today, null, (found) => found.numbers()))
      checked.push(hasOdd ? await numbersOf() : null)
    }
    const { list } = lists.loaded(scope) ?? (await lists.ready(scope))
    function* steps(): Steps<T> {
      const all: FoundRecords[] = []
      for (const [index, filter] of filters.entries()) {
        const matches = checked[index]
        const isFound = lastFound?.key === filterKey(scope, filter, today) && lastFound.list === list
        const last = isFound && lastFound?.version === list.version() ? lastFound.found : null
        all.push(matches ? list.foundOf(matches) : (last ?? (yield* find(list, scope, filter, today))))
      }
      return yield* read(all, list)
    }
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const version = list.version()
      const result = await runInSlicesWhile(steps(), () => list.version() === version)
      if (result !== null) return result
    }
    return runAtOnce(steps())
  }

  return {
    numbers,
    async ids(scope, wholeFilter, today) {
      const filter = activeFilter(wholeFilter)
      const found = await search(scope, filter, today, null, (matches, list) => ({ list, numbers: matches.numbers() }))
      return runInSlices(found.list.idsOf(await checkFields(scope, filter, found.numbers)))
    },
    async counts(scope, filter, today) {
      const people = forbiddenPeople(sources, scope)
      return readFound(scope, [filter], today, ([found], list) => list.countFound(found ?? list.foundOf([]), people))
    },
    readFound,
    async page(scope, wholeFilter, order, { offset, limit }, today) {
      const filter = activeFilter(wholeFilter)
      if (!isUnfiltered(filter)) {
        const all = await numbers(scope, filter, order, today)
        return { total: all.length, numbers: Array.from(all.slice(offset, offset + limit)) }
      }
      const first = isSameOrder(order, orderAtStart) ? lists.firstRows(scope) : null
      const end = first && Math.min(offset + limit, first.total)
      if (first && end !== null && end <= first.numbers.length)
        return { total: first.total, numbers: first.numbers.slice(offset, end) }
      const { list } = lists.loaded(scope) ?? (await lists.ready(scope))
      if (list.counts().total > shortList) await runInSlices(list.inOrder(order))
      // Made again from the kept order: the list may have changed since.
      const ordered = runAtOnce(list.inOrder(order))
      return { total: ordered.total, numbers: ordered.page(offset, limit) }
    },
    async suggest(scope, text, limit) {
      const terms = searchTerms(text)
      if (terms.length === 0) return { total: 0, best: [] }
      for (let attempt = 1; ; attempt += 1) {
        const { list } = lists.loaded(scope) ?? (await lists.ready(scope))
        const version = list.version()
        const isCurrent = (): boolean => list.version() === version
        const steps = list.suggest(terms, limit)
        const result = attempt > mostAttempts ? runAtOnce(steps) : await runInSlicesWhile(steps, isCurrent)
        if (result && isCurrent()) return result
      }
    },
    clear() {
      lastResult = null
      lastFound = null
      cleared += 1
    },
  }
}

const filterKey = ({ connectionId, region }: ConnectionRegion, filter: CustomerFilter, today: string): string =>
  JSON.stringify([connectionId, region, filter, today])

const isUnfiltered = (filter: CustomerFilter): boolean =>
  filter.search.trim() === '' && filterParts(filter).length === 0

const isSameOrder = (one: ListOrder, other: ListOrder): boolean =>
  one.sort === other.sort && one.descending === other.descending
