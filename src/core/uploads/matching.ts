import type { CustomerInput, RemoteCustomer } from '../service/service-client.ts'
import { splitMissingRows } from './upload-steps.ts'
import type { RowResult } from './batch-results.ts'
import type { OpenRow } from './journal-queries.ts'
import { uploadMessages } from './upload-messages.ts'
import { referenceFor, type Counters } from './upload-record.ts'

/** The row of this upload that a customer's reference names; null: none. */
export function rowOf(customer: RemoteCustomer, uploadId: string, referenceKey: string | null): number | null {
  if (referenceKey === null) return null
  const reference = customer.additionalFields[referenceKey]
  const start = referenceFor(uploadId, 0).slice(0, -1)
  if (typeof reference !== 'string' || !reference.startsWith(start)) return null
  const row = Number(reference.slice(start.length))
  return Number.isSafeInteger(row) && referenceFor(uploadId, row) === reference ? row : null
}

/** A customer at the service that was created from a row. */
export interface RowCustomer {
  readonly customerId: string
  readonly lastUpdated: string
}

/** Collects the customers of an upload's rows from pages of the customer list, each once, in list order. */
export function collectRowCustomers(
  byRow: Map<number, RowCustomer[]>,
  page: readonly RemoteCustomer[],
  uploadId: string,
  referenceKey: string | null,
): void {
  for (const customer of page) {
    const row = rowOf(customer, uploadId, referenceKey)
    if (row === null) continue
    const known = byRow.get(row)
    if (!known) byRow.set(row, [{ customerId: customer.id, lastUpdated: customer.lastUpdated }])
    else if (!known.some(({ customerId }) => customerId === customer.id)) {
      known.push({ customerId: customer.id, lastUpdated: customer.lastUpdated })
    }
  }
}

/** Separates the customers of one row: the one that was updated least recently is the original. */
export function originalAndDuplicates(customers: readonly RowCustomer[]): {
  readonly original: RowCustomer | undefined
  readonly duplicates: readonly RowCustomer[]
} {
  const [original, ...duplicates] = customers.toSorted((a, b) => Date.parse(a.lastUpdated) - Date.parse(b.lastUpdated))
  return { original, duplicates }
}

/**
 * Matches the customers that an upload created to its rows: by reference, and those without one (references switched
 * off, or not saved by the service) by content. Returns customer ids by row.
 */
export function matchRows(
  rows: readonly OpenRow[],
  customers: readonly RemoteCustomer[],
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

/**
 * The result of each row of a batch, from its customers and the last counters. The service does not name the rows
 * that failed: they are those without a customer. As many of these as it did not count as errors are accepted when
 * their expiry date is not after `today` (interface, part 3, rule 6). After a cancel the first rows without a
 * customer are the failed ones, since rows are processed in order.
 */
export function resolveRows(
  rows: readonly OpenRow[],
  matched: ReadonlyMap<number, string>,
  counters: Counters,
  isCancelled: boolean,
  today: string,
): RowResult[] {
  const unmatched = rows.filter(({ row }) => !matched.has(row))
  const createdAndDeleted = isCancelled ? counters.processed - matched.size : unmatched.length
  const expired = new Set(
    unmatched
      .filter(({ input }) => input.expiry_date !== undefined && input.expiry_date <= today)
      .slice(0, Math.max(0, createdAndDeleted - counters.errors))
      .map(({ row }) => row),
  )
  const missing = unmatched.filter(({ row }) => !expired.has(row)).map(({ row }) => row)
  const { failed } = splitMissingRows(missing.length, counters, isCancelled)
  const failedRows = new Set(missing.slice(0, failed))
  return rows.map(({ row }) => {
    const customerId = matched.get(row)
    if (customerId !== undefined) return { row, outcome: 'accepted', reason: null, customerId }
    if (expired.has(row)) return { row, outcome: 'accepted', reason: uploadMessages.reasons.expired, customerId: null }
    return failedRows.has(row)
      ? { row, outcome: 'failed', reason: uploadMessages.reasons.failed, customerId: null }
      : { row, outcome: 'not-processed', reason: uploadMessages.reasons.notProcessed, customerId: null }
  })
}
