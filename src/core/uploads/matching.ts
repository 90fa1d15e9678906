import type { CustomerInput, RemoteCustomer } from '../service/service-client.ts'
import { splitMissingRows } from './upload-steps.ts'
import type { RowResult } from './batch-results.ts'
import type { OpenRow } from './journal-rows.ts'
import { uploadMessages } from './upload-messages.ts'
import { findReference } from '../service/row-reference.ts'
import type { Counters } from './upload-record.ts'

/** What matching reads of a customer. */
export type MatchedCustomer = Pick<
  RemoteCustomer,
  'id' | 'rego' | 'state' | 'vin' | 'clientName' | 'mobileNumber' | 'additionalFields'
> &
  Partial<Pick<RemoteCustomer, 'other'>>

/** The row of this upload that a customer's reference names; null: none. */
export function rowOf(customer: Pick<MatchedCustomer, 'additionalFields' | 'other'>, uploadId: string): number | null {
  const reference = findReference(customer)
  return reference?.uploadId === uploadId ? reference.row : null
}

/** Results that say which of the customers' records name their row. */
export function withNamedRows(
  results: readonly RowResult[],
  customers: readonly Pick<RemoteCustomer, 'id' | 'additionalFields'>[],
  uploadId: string,
): RowResult[] {
  const named = new Map(customers.map((customer) => [customer.id, rowOf(customer, uploadId)]))
  return results.map((result) => ({ ...result, isNamed: named.get(result.customerId ?? '') === result.row }))
}

/**
 * Matches rows with customers by their references alone. Of several customers of a row, the first counts. A service may cut
 * a reference so that it names another row: it is not believed when nothing else of the customer is as in that row.
 */
export function matchByReference(
  rows: readonly OpenRow[],
  customers: readonly MatchedCustomer[],
  uploadId: string,
): Map<number, string> {
  const matched = new Map<number, string>()
  const open = new Map(rows.map(({ row, input }) => [row, input]))
  for (const customer of customers) {
    const row = rowOf(customer, uploadId)
    const input = row === null ? undefined : open.get(row)
    if (row === null || !input || isOfOtherRow(customer, input)) continue
    open.delete(row)
    matched.set(row, customer.id)
  }
  return matched
}

/** Whether a customer names a row of another upload. */
export const isOfOtherUpload = (customer: MatchedCustomer, uploadId: string): boolean =>
  (findReference(customer)?.uploadId ?? uploadId) !== uploadId

/**
 * Matches the customers that an upload created to its rows: by reference, and the others (references switched off, or not
 * saved, or cut by the service) by content. Returns customer ids by row.
 */
export function matchRows(
  rows: readonly OpenRow[],
  customers: readonly MatchedCustomer[],
  uploadId: string,
): Map<number, string> {
  const matched = matchByReference(rows, customers, uploadId)
  const used = new Set(matched.values())
  const open = new Map(
    rows.filter(({ row }) => !matched.has(row)).map(({ row, input }) => [row, identityOfInput(input)]),
  )
  const inputs = new Map(rows.map(({ row, input }) => [row, input]))
  const isOfRows = createRowFilter(rows)
  const left = new Map<string, Identity>()
  for (const customer of customers) {
    if (!isOfRows(customer) || used.has(customer.id) || isOfOtherUpload(customer, uploadId)) continue
    const named = inputs.get(rowOf(customer, uploadId) ?? -1)
    // A second customer of a row that has one.
    if (named && !isOfOtherRow(customer, named)) continue
    left.set(customer.id, identityOf(customer))
  }
  for (const keyOf of keysInOrder) {
    const idsByKey = Map.groupBy(left.keys(), (id) => keyOf(left.get(id)!) ?? '')
    for (const [row, identity] of open) {
      const key = keyOf(identity)
      const ids = key === null ? [] : (idsByKey.get(key) ?? [])
      const id = ids.find((each) => left.has(each) && !differs(left.get(each)!, identity))
      if (id === undefined) continue
      matched.set(row, id)
      left.delete(id)
      open.delete(row)
    }
  }
  return matched
}

/** Whether a customer has the VIN, rego or name of one of the rows: few of a long list have. */
export function createRowFilter(
  rows: readonly OpenRow[],
): (customer: Pick<MatchedCustomer, 'vin' | 'rego' | 'clientName'>) => boolean {
  const sent = new Set(
    rows.flatMap(({ input }) => [input.vin, input.rego, input.client_name].map((text) => alphanumeric(text))),
  )
  sent.delete('')
  return ({ vin, rego, clientName }) => [vin, rego, clientName].some((text) => sent.has(alphanumeric(text)))
}

/** What a row and a customer are compared by; an empty text: not given. */
interface Identity {
  readonly vin: string
  readonly rego: string
  readonly state: string
  readonly name: string
  readonly mobile: string
}

const alphanumeric = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** A number is written in national or international form: their last digits are the same. */
const lastDigits = (text: string | null | undefined): string => (text ?? '').replaceAll(/\D/g, '').slice(-8)

const identityOf = ({ vin, rego, state, clientName, mobileNumber }: MatchedCustomer): Identity => ({
  vin: alphanumeric(vin),
  rego: alphanumeric(rego),
  state: alphanumeric(state),
  name: alphanumeric(clientName),
  mobile: lastDigits(mobileNumber),
})

const identityOfInput = ({ vin, rego, state, client_name, mobile_number }: CustomerInput): Identity => ({
  vin: alphanumeric(vin),
  rego: alphanumeric(rego),
  state: alphanumeric(state),
  name: alphanumeric(client_name),
  mobile: lastDigits(mobile_number),
})

/**
 * By what a row finds its customer, the best first. A look-up may have added the VIN (interface, part 4, rule 1), and a service may
 * list a customer without the rego or state that it was sent.
 */
const keysInOrder: readonly ((identity: Identity) => string | null)[] = [
  ({ vin, name }) => (vin ? `vin ${vin} ${name}` : null),
  ({ vin }) => (vin ? `vin ${vin}` : null),
  ({ rego, state, name }) => (rego ? `rego ${rego} ${state} ${name}` : null),
  ({ rego }) => (rego ? `rego ${rego}` : null),
  ({ name, mobile }) => (name && mobile ? `name ${name} ${mobile}` : null),
]

const identityFields = ['vin', 'rego', 'state', 'name'] as const

/** Whether both give something, and not the same. */
const differs = (a: Identity, b: Identity): boolean =>
  identityFields.some((field) => a[field] && b[field] && a[field] !== b[field])

/**
 * Whether a customer that names a row is another one: the service may have cut its reference. A car decides where both give one, as
 * many rows can have the same name; name and mobile can be edited.
 */
export function isOfOtherRow(customer: MatchedCustomer, input: CustomerInput): boolean {
  const [found, sent] = [identityOf(customer), identityOfInput(input)]
  const isGiven = (field: keyof Identity): boolean => found[field] !== '' && sent[field] !== ''
  const isSame = (field: keyof Identity): boolean => isGiven(field) && found[field] === sent[field]
  const isOtherPlate = isGiven('state') && !isSame('state')
  if (isSame('vin') || (isSame('rego') && !isOtherPlate)) return false
  if (isGiven('vin') || isGiven('rego')) return true
  return (isGiven('name') || isGiven('mobile')) && !isSame('name') && !isSame('mobile')
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
