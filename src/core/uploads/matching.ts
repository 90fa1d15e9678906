import type { CustomerInput, RemoteCustomer } from '../service/service-client.ts'
import { splitMissingRows } from './upload-steps.ts'
import type { OpenRow, RowResult } from './journal.ts'
import { referenceFor, type Counters } from './upload-record.ts'

/** The row of this upload that a customer carries a reference to; null: none. */
export function rowOf(customer: RemoteCustomer, uploadId: string, referenceKey: string | null): number | null {
  if (referenceKey === null) return null
  const reference = customer.additionalFields[referenceKey]
  const start = referenceFor(uploadId, 0).slice(0, -1)
  if (typeof reference !== 'string' || !reference.startsWith(start)) return null
  const row = Number(reference.slice(start.length))
  return Number.isSafeInteger(row) && referenceFor(uploadId, row) === reference ? row : null
}

/** A copy of a row at the service. */
export interface RowCustomer {
  readonly customerId: string
  readonly lastUpdated: string
}

/** Collects the copies of an upload's rows from pages of customers, each once, in the order in which they are listed. */
export function collectRowCustomers(
  copies: Map<number, RowCustomer[]>,
  page: readonly RemoteCustomer[],
  uploadId: string,
  referenceKey: string | null,
): void {
  for (const customer of page) {
    const row = rowOf(customer, uploadId, referenceKey)
    if (row === null) continue
    const known = copies.get(row)
    if (!known) copies.set(row, [{ customerId: customer.id, lastUpdated: customer.lastUpdated }])
    else if (!known.some(({ customerId }) => customerId === customer.id)) {
      known.push({ customerId: customer.id, lastUpdated: customer.lastUpdated })
    }
  }
}

/** The copies of one row, the one to keep first: the one that was there first, as far as the service shows it. */
export function originalAndDuplicates(copies: readonly RowCustomer[]): {
  readonly first: RowCustomer | undefined
  readonly later: readonly RowCustomer[]
} {
  const [first, ...later] = copies.toSorted((a, b) => Date.parse(a.lastUpdated) - Date.parse(b.lastUpdated))
  return { first, later }
}

/**
 * Ties the customers that an upload made to its rows: by reference, and what carries none (references switched off, or not kept by the
 * service) by what it holds. Gives row to customer id.
 */
export function matchRows(
  rows: readonly OpenRow[],
  customers: readonly RemoteCustomer[],
  uploadId: string,
  referenceKey: string | null,
): Map<number, string> {
  const matched = new Map<number, string>()
  const open = new Set(rows.map(({ row }) => row))
  const strangers = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const customer of customers) {
    if (seen.has(customer.id)) continue
    seen.add(customer.id)
    const row = rowOf(customer, uploadId, referenceKey)
    if (row !== null) {
      if (open.delete(row)) matched.set(row, customer.id)
      continue
    }
    const key = contentKey({
      rego: customer.rego,
      vin: customer.vin,
      name: customer.clientName,
    })
    strangers.set(key, [...(strangers.get(key) ?? []), customer.id])
  }
  if (strangers.size === 0) return matched
  for (const { row, input } of rows) {
    if (!open.has(row)) continue
    const customerId = strangers.get(inputKey(input))?.shift()
    if (customerId !== undefined) matched.set(row, customerId)
  }
  return matched
}

function inputKey(input: CustomerInput): string {
  return contentKey({ rego: input.rego ?? null, vin: input.vin ?? null, name: input.client_name ?? null })
}

/** By plate where there is one: a look-up may have filled in the VIN meanwhile (interface, part 4, rule 1). */
function contentKey(scope: { rego: string | null; vin: string | null; name: string | null }): string {
  const plain = (text: string | null): string => (text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return `${scope.rego ? plain(scope.rego) : `vin ${plain(scope.vin)}`}|${plain(scope.name)}`
}

export const failedReason = 'The service could not make a record of this row and did not say why.'
export const notProcessedReason = 'Cancelled before the service came to this row.'

export const expiredReason = 'Its expiry date has come, and the service has deleted the customer since.'

/**
 * What became of each row of a batch, of the customers that it made and the last counters. The service does not say which rows it
 * failed: they are the ones without a customer, but for as many as it did not count as errors whose expiry date has come by `today`
 * (interface, part 3, rule 6). After a cancel it had come to the rows in the order in which they were sent, so the first of the missing,
 * as many as it counted as errors, are the failed ones.
 */
export function resolveRows(
  rows: readonly OpenRow[],
  matched: ReadonlyMap<number, string>,
  counters: Counters,
  isCancelled: boolean,
  today: string,
): RowResult[] {
  const unmatched = rows.filter(({ row }) => !matched.has(row))
  const madeAndGone = isCancelled ? counters.processed - matched.size : unmatched.length
  const expired = new Set(
    unmatched
      .filter(({ input }) => input.expiry_date !== undefined && input.expiry_date <= today)
      .slice(0, Math.max(0, madeAndGone - counters.errors))
      .map(({ row }) => row),
  )
  const missing = unmatched.filter(({ row }) => !expired.has(row)).map(({ row }) => row)
  const { failed } = splitMissingRows(missing.length, counters, isCancelled)
  const failedRows = new Set(missing.slice(0, failed))
  return rows.map(({ row }) => {
    const customerId = matched.get(row)
    if (customerId !== undefined) return { row, outcome: 'accepted', reason: null, customerId }
    if (expired.has(row)) return { row, outcome: 'accepted', reason: expiredReason, customerId: null }
    return failedRows.has(row)
      ? { row, outcome: 'failed', reason: failedReason, customerId: null }
      : { row, outcome: 'not-processed', reason: notProcessedReason, customerId: null }
  })
}
