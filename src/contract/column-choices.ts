import { z } from 'zod'
import { CustomerField } from './draft-rows.ts'

/**
 * What a column of the spreadsheet is imported as. Parts of a name are joined; `keep` goes to `additional_fields` under
 * its header.
 */
export const ColumnTarget = z.enum([
  ...CustomerField.options,
  'rego_and_state',
  'first_name',
  'middle_name',
  'last_name',
  'title',
  'company',
  'opt_out',
  'keep',
  'leave_out',
])
export type ColumnTarget = z.infer<typeof ColumnTarget>

export const DateOrder = z.enum(['dmy', 'mdy', 'ymd'])
export type DateOrder = z.infer<typeof DateOrder>

/**
 * What happens to the rows that say "do not contact" in a column: not sent, sent, or nothing, because the column means
 * something else.
 */
export const ContactChoice = z.enum(['exclude', 'send', 'other'])
export type ContactChoice = z.infer<typeof ContactChoice>

/**
 * What happens to rows whose car an existing customer has: not sent, sent as a second record, or the customer gets the details of the row
 * that differ (interface, part 4: name, mobile, sale and expiry date) as edits, and the row is not sent.
 */
export const KnownCustomers = z.enum(['skip', 'send', 'update'])
export type KnownCustomers = z.infer<typeof KnownCustomers>

/**
 * Why the dates of a column are read in an order. `assumed`: its values show none, so day first, as usual here. `undecided`: they speak
 * against each other, or for another order than the usual one.
 */
export const OrderDecidedBy = z.enum(['evidence', 'assumed', 'user', 'undecided'])
export type OrderDecidedBy = z.infer<typeof OrderDecidedBy>

/** Whether only a person knows the order: the values do not show it, and nobody has chosen it. */
export const isOrderOpen = (by: OrderDecidedBy): boolean => by === 'assumed' || by === 'undecided'
