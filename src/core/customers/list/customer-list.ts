import { activeFilter, filterParts, type CustomerFilter } from '../../../contract/customer-filter.ts'
import type { CustomerSuggestion } from '../../../contract/customer-suggestion.ts'
import type { FilterCounts } from '../../../contract/customer-facts.ts'
import { orderAtStart } from '../../../contract/order-at-start.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { inSlices } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { additionalFieldText, searchTerms } from '../record/search-text.ts'
import type { CustomerLists } from './customer-lists.ts'
import type { ListOrder } from './listed-customers.ts'
import { createFitReader, fits } from './rank-customers.ts'
import { fieldsWithoutLetters, type FilterSources, forbiddenTest, rowFilter, rowTest } from './row-filter.ts'

/** Filters and sorts the customers in memory. `today` is YYYY-MM-DD on this PC. */
export type CustomerList = ReturnType<typeof createCustomerList>

/** The best of all customers that were found. */
export interface SuggestedCustomers {
  readonly total: number
  readonly best: readonly { readonly number: number; readonly fit: CustomerSuggestion['fit'] }[]
}

export interface CustomerListParts extends FilterSources {
  readonly cache: Pick<CustomerCache, 'firstRows' | 'read'>
  readonly lists: Pick<CustomerLists, 'loaded' | 'ready'>
}

export function createCustomerList({ cache, lists, ...sources }: CustomerListParts) {
  /** Those of the customers whose fields have the texts that search texts do not have. */
  const checkFields = async (
    scope: ConnectionRegion,
    filter: CustomerFilter,
    rows: readonly ListedCustomer[],
  ): Promise<readonly ListedCustomer[]> => {
    const fields = fieldsWithoutLetters(filter)
    const matches: ListedCustomer[] = []
    for await (const row of inSlices(rows)) {
      const [customer] = cache.read(scope, [row.number])
      const hasTexts = fields.every(({ name, contains }) =>
        additionalFieldText(customer?.additionalFields[name]).includes(contains),
      )
      if (hasTexts) matches.push(row)
    }
    return matches
  }

  const find = async (
    scope: ConnectionRegion,
    wholeFilter: CustomerFilter,
    order: ListOrder | null,
    today: string,
  ): Promise<readonly ListedCustomer[]> => {
    const filter = activeFilter(wholeFilter)
    const list = await lists.ready(scope)
    const all = order ? list.sorted(order) : list.rows()
    if (isUnfiltered(filter)) return all
    const found = all.filter(rowTest(rowFilter(sources, scope, filter, today)))
    return fieldsWithoutLetters(filter).length > 0 ? checkFields(scope, filter, found) : found
  }

  return {
    /** All matches, in an order; null: in that of their arrival. */
    find,
    /** All matches of a filter, without those in `except`. */
    async selected(
      scope: ConnectionRegion,
      { filter, except = [] }: { readonly filter: CustomerFilter; readonly except?: readonly string[] | undefined },
      today: string,
    ): Promise<readonly ListedCustomer[]> {
      const excepted = new Set(except)
      return (await find(scope, filter, null, today)).filter(({ id }) => !excepted.has(id))
    },
    /** How many match, and how many of them lack something. */
    async counts(scope: ConnectionRegion, filter: CustomerFilter, today: string): Promise<FilterCounts> {
      const rows = await find(scope, filter, null, today)
      const isForbidden = forbiddenTest(sources, scope)
      const counts = { found: rows.length, withSightings: 0, missingMobile: 0, missingVin: 0, doNotContact: 0 }
      for (const row of rows) {
        if (row.lastSighting !== null) counts.withSightings += 1
        if (!row.mobileNumber) counts.missingMobile += 1
        if (!row.vin) counts.missingVin += 1
        if (isForbidden(row)) counts.doNotContact += 1
      }
      return counts
    },
    /** The total, and one page of customers by their numbers in the cache. */
    async page(
      scope: ConnectionRegion,
      filter: CustomerFilter,
      order: ListOrder,
      { offset, limit }: { readonly offset: number; readonly limit: number },
      today: string,
    ): Promise<{ readonly total: number; readonly numbers: readonly number[] }> {
      if (!lists.loaded(scope) && isUnfiltered(activeFilter(filter)) && isSameOrder(order, orderAtStart))
        return cache.firstRows(scope, { offset, limit })
      const rows = await find(scope, filter, order, today)
      return { total: rows.length, numbers: rows.slice(offset, offset + limit).map(({ number }) => number) }
    },
    /** The customers that fit a typed text best, the latest sighting first among equals. Pending edits are not searched. */
    async suggest(scope: ConnectionRegion, text: string, limit: number): Promise<SuggestedCustomers> {
      const terms = searchTerms(text)
      if (terms.length === 0) return { total: 0, best: [] }
      const list = await lists.ready(scope)
      const fitOf = createFitReader(terms)
      const found = list
        .sorted({ sort: 'lastSighting', descending: true })
        .filter(({ search }) => terms.every((term) => search.includes(term)))
        .map((row) => ({ number: row.number, fit: fitOf(row) }))
      const best = fits.flatMap((fit) => found.filter((each) => each.fit === fit))
      return { total: found.length, best: best.slice(0, limit) }
    },
  }
}

const isUnfiltered = (filter: CustomerFilter): boolean =>
  filter.search.trim() === '' && filterParts(filter).length === 0

const isSameOrder = (one: ListOrder, other: ListOrder): boolean =>
  one.sort === other.sort && one.descending === other.descending
