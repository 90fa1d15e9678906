import { FieldUpdate } from './customer-changes.ts'
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

/** Methods of the domain "customers" that update existing customers from a draft. */
export const customerUpdates = {
  /**
   * What the rows of a draft would change in the customers that have their cars. An empty cell changes nothing. Of several
   * rows of a car, the one with the newest sale date counts. At most 2,000 customers; `more` counts the others.
   */
  previewUpdates: {
    input: z.object({ draftId: id }),
    output: z.object({
      customers: z.array(CustomerUpdate),
      more: z.number().int(),
      /** Customers with nothing to change. */
      unchanged: z.number().int(),
      /** Rows whose car several customers have: none of them is changed. */
      ambiguous: z.number().int(),
    }),
  },
  /**
   * Records the given changes as edits of one group: they are sent, retried and undone like all edits. A field that has
   * another value than `from` by now becomes a conflict. `refused`: with the reason.
   */
  updateFromDraft: {
    input: z.object({
      draftId: id,
      customers: z
        .array(z.object({ id, changes: z.array(FieldUpdate).min(1).max(4) }))
        .min(1)
        .max(2_000),
    }),
    output: z.object({
      changed: z.number().int(),
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
  },
} as const
