import { readCustomer } from '../service/read-customer.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { OpenRow } from './journal-rows.ts'
import { createRowFilter, isOfOtherUpload, matchByReference, matchRows, rowOf } from './matching.ts'

/** What the service lists: customers, and entries without a readable id, as received. */
export interface ListedEntries {
  readonly customers: readonly RemoteCustomer[]
  readonly unreadable: readonly unknown[]
}

export interface ListedRows {
  /** Customer ids by row. Null: the service has created the customer, and its record has no readable id. */
  readonly matched: ReadonlyMap<number, string | null>
  /** Unreadable entries that may be one of the rows: they name neither their row nor another car. */
  readonly unknownEntries: number
}

type Matching = 'reference' | 'reference or content'

/** What the pages of a list have for some rows: it grows with these rows, not with the list. */
export interface ListedOfRows extends ListedEntries {
  /** Adds a page. */
  add(page: ListedEntries): void
  /** Matches the rows with what was added. */
  match(): ListedRows
}

/** `others`: ids of customers that are of other rows. */
export function collectListed(
  rows: readonly OpenRow[],
  uploadId: string,
  by: Matching,
  others: ReadonlySet<string> = new Set(),
): ListedOfRows {
  const open = new Set(rows.map(({ row }) => row))
  const hasContentOfRow = createRowFilter(rows)
  const customers = new Map<string, RemoteCustomer>()
  const unreadable: unknown[] = []
  const mayBeRow = (customer: RemoteCustomer, how: Matching): boolean => {
    if (open.has(rowOf(customer, uploadId) ?? -1)) return true
    return how === 'reference or content' && hasContentOfRow(customer) && !isOfOtherUpload(customer, uploadId)
  }
  const listed: ListedOfRows = {
    get customers() {
      return [...customers.values()]
    },
    unreadable,
    match: () => matchListed(rows, listed, uploadId, by),
    add(page) {
      for (const customer of page.customers) {
        const isKept = !others.has(customer.id) && !customers.has(customer.id) && mayBeRow(customer, by)
        if (isKept) customers.set(customer.id, customer)
      }
      for (const entry of page.unreadable) {
        const named = readCustomer(entry, 'unreadable')
        if (named && mayBeRow(named, 'reference or content')) unreadable.push(entry)
        // One that names no car may be any row, so only its number matters.
        else if ((named?.rego ?? named?.vin ?? null) === null) unreadable.push(null)
      }
    },
  }
  return listed
}

/**
 * Matches the rows of a batch with what the service lists. An entry without a readable id can still name its row, by its
 * reference or its content. `by`: in a list of other uploads' customers as well, only a reference is certain.
 */
export function matchListed(
  rows: readonly OpenRow[],
  { customers, unreadable }: ListedEntries,
  uploadId: string,
  by: Matching,
): ListedRows {
  const match = by === 'reference' ? matchByReference : matchRows
  const matched = new Map<number, string | null>(match(rows, customers, uploadId))
  const open = rows.filter(({ row }) => !matched.has(row))
  const nameable = unreadable.flatMap((entry, index) => readCustomer(entry, `unreadable ${index}`) ?? [])
  const named = match(open, nameable, uploadId)
  const possible = new Set(matchRows(open, nameable, uploadId).values())
  const others = nameable.filter((entry) => (entry.rego ?? entry.vin) !== null && !possible.has(entry.id))
  for (const row of named.keys()) matched.set(row, null)
  return { matched, unknownEntries: unreadable.length - named.size - others.length }
}
