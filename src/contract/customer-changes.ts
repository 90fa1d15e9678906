import { z } from 'zod'
import { EditableField } from './customer-record.ts'

/** A change made on this PC. A bulk edit is one entry for each customer, with the same `group`. */
export const CustomerChange = z.object({
  id: z.string(),
  group: z.string(),
  at: z.string(),
  customerId: z.string(),
  /**
   * `listed-again`: the service still has the deleted customer, which has left the bin. `revealed`: a hidden number of a Do Not Contact
   * person was shown, copied or exported.
   */
  kind: z.enum(['edited', 'deleted', 'restored', 'listed-again', 'uploaded', 'revealed']),
  field: EditableField.nullable(),
  /** Both are null where the number of a Do Not Contact person is hidden. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The change as a text: "Expiry date changed from 1/7/2027 to 1/7/2028". */
  words: z.string(),
  undone: z.boolean(),
})
export type CustomerChange = z.infer<typeof CustomerChange>

/** For so long (ms) deletions are not sent, while Undo is offered. Absent: they are sent at once. */
export const HoldMs = z.number().int().min(0).max(60_000).optional()

export const ManyChange = z.discriminatedUnion('do', [
  /** Validated by the rules of the import, like an edit of one cell. An empty text clears the field. */
  z.object({ do: z.literal('set'), field: EditableField, value: z.string().max(500) }),
  /** Moves a date by whole years and months. Records without this date are skipped and counted as unchanged. */
  z.object({
    do: z.literal('move-date'),
    field: z.enum(['saleDate', 'expiryDate']),
    years: z.number().int().min(-50).max(50),
    months: z.number().int().min(-600).max(600),
  }),
])
export type ManyChange = z.infer<typeof ManyChange>

/** A field of a customer that a row of a draft would change. Both as shown; null: empty. */
export const FieldUpdate = z.object({ field: EditableField, from: z.string().nullable(), to: z.string() })
export type FieldUpdate = z.infer<typeof FieldUpdate>
