import { isDeepStrictEqual } from 'node:util'
import type { Customer } from '../../contract/customer-record.ts'
import type { CustomerInput } from '../service/service-client.ts'

/** A row with all customers at the service that carry its reference. */
export interface DuplicatedRow {
  readonly row: number
  /** What was sent. */
  readonly input: CustomerInput
  readonly customers: readonly ListedDuplicate[]
}

export interface ListedDuplicate {
  readonly customer: Customer
  /** It has edits of this PC that are not sent yet. */
  readonly hasUnsentEdits: boolean
}

/** Which customer of each row stays, and which are deleted. */
export interface DuplicatePlan {
  readonly kept: readonly { readonly row: number; readonly customerId: string }[]
  readonly deleted: readonly { readonly row: number; readonly customerId: string }[]
  /** The user is asked first: there are many, or one of them was edited or has a sighting that would be lost. */
  readonly mustAsk: boolean
}

/** More duplicates than this are deleted only after a question. */
export const mostWithoutQuestion = 20

/**
 * Keeps the customer with sightings, else the one that was edited, else the older one. A duplicate is deleted without a
 * question only if every field is as it was sent.
 */
export function planDuplicates(rows: readonly DuplicatedRow[]): DuplicatePlan {
  const kept: { row: number; customerId: string }[] = []
  const deleted: { row: number; customerId: string }[] = []
  let mustAsk = false
  for (const { row, input, customers } of rows) {
    const weighed = customers
      .map(({ customer, hasUnsentEdits }) => ({
        customer,
        isEdited: hasUnsentEdits || !isAsSent(customer, input),
        hasSightings: customer.sightings.length > 0,
      }))
      .toSorted(
        (a, b) =>
          Number(b.hasSightings) - Number(a.hasSightings) ||
          Number(b.isEdited) - Number(a.isEdited) ||
          Date.parse(a.customer.lastUpdated) - Date.parse(b.customer.lastUpdated) ||
          a.customer.id.localeCompare(b.customer.id),
      )
    const [first, ...others] = weighed
    if (!first || others.length === 0) continue
    kept.push({ row, customerId: first.customer.id })
    deleted.push(...others.map(({ customer }) => ({ row, customerId: customer.id })))
    mustAsk ||= weighed.some(({ isEdited }) => isEdited) || others.some(({ hasSightings }) => hasSightings)
  }
  return { kept, deleted, mustAsk: mustAsk || deleted.length > mostWithoutQuestion }
}

/**
 * Whether a customer has every field as it was sent. A field that can be edited and was not sent must be empty; the
 * service may add a VIN by a look-up (interface, part 4, rule 1).
 */
function isAsSent(customer: Customer, input: CustomerInput): boolean {
  const fields = [
    [customer.clientName, input.client_name],
    [customer.mobileNumber, input.mobile_number],
    [customer.saleDate, input.sale_date],
    [customer.expiryDate, input.expiry_date],
  ] as const
  const identity = [
    [customer.rego, input.rego],
    [customer.state, input.state],
    [customer.vin, input.vin],
  ] as const
  return (
    fields.every(([found, sent]) => (found ?? '') === (sent ?? '')) &&
    identity.every(([found, sent]) => sent === undefined || (found ?? '') === sent) &&
    Object.entries(input.additional_fields ?? {}).every(([name, sent]) =>
      isDeepStrictEqual(customer.additionalFields[name], sent),
    )
  )
}
