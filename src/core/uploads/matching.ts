import type { CustomerInput, RemoteCustomer } from '../service/service-client.ts'
import { splitMissingRows } from './upload-steps.ts'
import type { RowResult } from './batch-results.ts'
import type { OpenRow } from './journal-rows.ts'
import { uploadMessages } from './upload-messages.ts'
import { referenceFor } from '../service/row-reference.ts'
import type { Counters } from './upload-record.ts'

/** The row of this upload that a customer's reference names; null: none. */
export function rowOf(
  customer: Pick<RemoteCustomer, 'additionalFields'>,
  uploadId: string,
  referenceKey: string | null,
): number | null {
  if (referenceKey === null) return null
  const reference = customer.additionalFields[referenceKey]
  const start = referenceFor(uploadId, 0).slice(0, -1)
  if (typeof reference !== 'string' || !reference.startsWith(start)) return null
  const row = Number(reference.slice(start.length))
  return Number.isSafeInteger(row) && referenceFor(uploadId, row) === reference ? row : null
}

/** Matches customers to rows by their references alone. Of several customers of a row, the first counts. */
export function matchByReference(
  rows: readonly OpenRow[],
  customers: readonly RemoteCustomer[],
  uploadId: string,
  referenceKey: string | null,
): Map<number, string> {
  const matched = new Map<number, string>()
  const open = new Set(rows.map(({ row }) => row))
  for (const customer of customers) {
    const row = rowOf(customer, uploadId, referenceKey)
    if (row !== null && open.delete(row)) matched.set(row, customer.id)
  }
  return matched
}

/** Results that say which of the customers' records name their row. */
export function withNamedRows(
  results: readonly RowResult[],
  customers: readonly Pick<RemoteCustomer, 'id' | 'additionalFields'>[],
  uploadId: string,
  referenceKey: string | null,
): RowResult[] {
  const named = new Map(customers.map((customer) => [customer.id, rowOf(customer, uploadId, referenceKey)]))
  return results.map((result) => ({ ...result, isNamed: named.get(result.customerId ?? '') === result.row }))
}

/** What matching reads of a customer. */
export type MatchedCustomer = Pick<RemoteCustomer, 'id' | 'rego' | 'vin' | 'clientName' | 'additionalFields'>

/**
 * Matches the customers that an upload created to its rows: by reference, and those without one (references switched
 * off, or not saved by the service) by content. Returns customer ids by row.
 */
export function matchRows(
  rows: readonly OpenRow[],
  customers: readonly MatchedCustomer[],
  uploadId: string,
  referenceKey: string | null,
): Map<number, string> {
  const matched = new Map<number, string>()
  const open = new Set(rows.map(({ row }) => row))
  const withoutReference = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const customer of customers) {
    if (seen.has(customer.id)) continue
    seen.add(customer.id)
    const row = rowOf(customer, uploadId, referenceKey)
    if (row !== null) {
      if (open.delete(row)) matched.set(row, customer.id)
      continue
    }
    const key = contentKey({ rego: customer.rego, vin: customer.vin, name: customer.clientName })
    withoutReference.set(key, [...(withoutReference.get(key) ?? []), customer.id])
  }
  if (withoutReference.size === 0) return matched
  for (const { row, input } of rows) {
    if (!open.has(row)) continue
    const customerId = withoutReference.get(inputKey(input))?.shift()
    if (customerId !== undefined) matched.set(row, customerId)
  }
  return matched
}

function inputKey(input: CustomerInput): string {
  return contentKey({ rego: input.rego ?? null, vin: input.vin ?? null, name: input.client_name ?? null })
}

/** By plate if there is one: a look-up may have added the VIN since (interface, part 4, rule 1). */
function contentKey({ rego, vin, name }: { rego: string | null; vin: string | null; name: string | null }): string {
  const alphanumeric = (text: string | null): string => (text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return `${rego ? alphanumeric(rego) : `vin ${alphanumeric(vin)}`}|${alphanumeric(name)}`
}

/** The rows without a customer that the service may have created and already deleted (interface, part 3, rule 6). */
function expiredRows(rows: readonly OpenRow[], matched: ReadonlyMap<number, string | null>, today: string): number[] {
  return rows
    .filter(({ row, input }) => !matched.has(row) && input.expiry_date !== undefined && input.expiry_date <= today)
    .map(({ row }) => row)
}

/** How many customers the counters include that are neither listed nor expired. */
export function countUnlisted(
  rows: readonly OpenRow[],
  matched: ReadonlyMap<number, string | null>,
  { processed, errors }: Counters,
  today: string,
): number {
  const created = Math.min(rows.length, processed) - errors
  return Math.max(0, created - matched.size - expiredRows(rows, matched, today).length)
}

/**
 * The result of each row of a batch, from its customers and the last counters. The service does not name the rows
 * that failed: they are those without a customer. As many of these as it did not count as errors are accepted when
 * their expiry date is not after `today` (interface, part 3, rule 6). After a cancel the first rows without a
 * customer are the failed ones, since rows are processed in order. While customers are counted and not listed, the rows
 * without a customer have no result: each of them may be one that is listed later. `unknownEntries`: customers that are
 * listed, but whose record does not name a row (`matchListed`).
 */
export function resolveRows(
  rows: readonly OpenRow[],
  matched: ReadonlyMap<number, string | null>,
  counters: Counters,
  isCancelled: boolean,
  today: string,
  unknownEntries = 0,
): RowResult[] {
  const unmatched = rows.filter(({ row }) => !matched.has(row))
  const unlisted = countUnlisted(rows, matched, counters, today)
  const isOpen = unlisted > 0
  // Otherwise, some of the rows without a customer have failed, and nothing shows which.
  const areAllUnreadable = isOpen && unlisted <= unknownEntries && unlisted === unmatched.length
  const createdAndDeleted = isCancelled ? counters.processed - matched.size : unmatched.length
  const expired = new Set(expiredRows(rows, matched, today).slice(0, Math.max(0, createdAndDeleted - counters.errors)))
  const missing = unmatched.filter(({ row }) => !expired.has(row)).map(({ row }) => row)
  const { failed } = splitMissingRows(missing.length, counters)
  const failedRows = new Set(missing.slice(0, failed))
  const { reasons } = uploadMessages
  return rows.map(({ row }) => {
    const customerId = matched.get(row)
    if (typeof customerId === 'string') return { row, outcome: 'accepted', reason: null, customerId }
    if (customerId === null || areAllUnreadable) {
      return { row, outcome: 'accepted', reason: reasons.unreadable, customerId: null }
    }
    if (isOpen) {
      const reason = unlisted <= unknownEntries ? reasons.someUnreadable : reasons.notListed
      return { row, outcome: null, reason, customerId: null }
    }
    if (expired.has(row)) return { row, outcome: 'accepted', reason: reasons.expired, customerId: null }
    if (failedRows.has(row)) return { row, outcome: 'failed', reason: reasons.failed, customerId: null }
    const reason = isCancelled ? reasons.notProcessed : reasons.notCreated
    return { row, outcome: 'not-processed', reason, customerId: null }
  })
}
