import { FieldUpdate } from './customer-changes.ts'
import { EditableField } from './customer-record.ts'
import { z } from 'zod'

/** An existing customer whose car is in a draft with other details. */
export const CustomerUpdate = z.object({
  id: z.string(),
  /** Number of the row in the file. */
  row: z.number().int(),
  name: z.string().nullable(),
  /** Rego or VIN. */
  vehicle: z.string(),
  changes: z.array(FieldUpdate),
})
export type CustomerUpdate = z.infer<typeof CustomerUpdate>

const id = z.string().max(64)

/** Methods of the domain "customers" about customers that the rows of a draft update. */
export const customerUpdates = {
  /**
   * What the rows of a draft with the status `update` change in the customers that have their cars, once the draft is sent. An empty cell
   * changes nothing. Of several rows of a car, the one with the newest sale date counts. At most 2,000 customers; `more` counts the others.
   */
  previewUpdates: {
    input: z.object({ draftId: id }),
    output: z.object({
      customers: z.array(CustomerUpdate),
      more: z.number().int(),
      /** Of all changes: another one when any of them differs. */
      digest: z.string(),
      /** How many customers get another value, by field. */
      fields: z.array(z.object({ field: EditableField, customers: z.number().int() })),
      /** Customers who become Do Not Contact: their new number is marked. */
      forbidden: z.number().int(),
      /** Customers with nothing to change. */
      unchanged: z.number().int(),
      /** Rows whose car several customers have: none of them is changed. */
      ambiguous: z.number().int(),
    }),
  },
} as const
