import { readCustomer } from '../service/read-customer.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { OpenRow } from './journal-rows.ts'
import { matchByReference, matchRows } from './matching.ts'

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

/**
 * Matches the rows of a batch with what the service lists. An entry without a readable id can still name its row, by its
 * reference or its content. `by`: in a list of other uploads' customers as well, only a reference is certain.
 */
export function matchListed(
  rows: readonly OpenRow[],
  { customers, unreadable }: ListedEntries,
  uploadId: string,
  by: 'reference' | 'reference or content',
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
