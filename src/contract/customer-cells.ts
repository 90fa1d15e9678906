import { maxCellsAtOnce } from './cells-at-once.ts'
import { z } from 'zod'
import { HoldMs } from './customer-changes.ts'
import { EditableField } from './customer-record.ts'

const id = z.string().max(64)

/** The texts that the fields of a customer are to get; an empty text clears the field. */
const texts = z.partialRecord(EditableField, z.string().max(500))

/** A cell that is refused, with the text that it was to get. */
export const RefusedCell = z.object({ id, field: EditableField, text: z.string(), reason: z.string() })
export type RefusedCell = z.infer<typeof RefusedCell>

/** A cell before and after a change, as values (dates as YYYY-MM-DD); null: empty. */
export const ChangedCustomerCell = z.object({
  id,
  field: EditableField,
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ChangedCustomerCell = z.infer<typeof ChangedCustomerCell>

/** Methods of the domain "customers" that change many cells at once, as pasted, filled down or cleared in the grid. */
export const customerCells = {
  /**
   * What a change of cells would do; nothing is changed. Values are checked by the rules of `edit`. The number of a Do Not Contact
   * customer is refused, and so is a cell with a conflict.
   */
  previewCells: {
    input: z.object({ rows: z.array(z.object({ id, texts })).min(1).max(maxCellsAtOnce) }),
    output: z.object({
      changed: z.array(ChangedCustomerCell),
      /** Cells that have the value already. */
      unchanged: z.number().int(),
      refused: z.array(RefusedCell),
      /** Customers who become Do Not Contact, because their new number is marked. */
      forbidden: z.number().int(),
    }),
  },
  /**
   * Changes cells as one step that is undone as one. Each cell is an edit like that of `edit`, with its own entry in the history. A
   * refused cell keeps its value. `lastUpdated`: as for `edit`. A program that ends in between records the rest at its next start.
   * `part`: a large change comes in several calls with one id of the caller. Nothing is changed before the last one, which gives the
   * numbers of all.
   */
  changeCells: {
    input: z.object({
      kind: z.enum(['paste', 'fill-down', 'clear']),
      rows: z
        .array(z.object({ id, lastUpdated: z.string().max(64), texts }))
        .min(1)
        .max(maxCellsAtOnce),
      part: z.object({ changeId: z.string().min(1).max(64), isLast: z.boolean() }).optional(),
    }),
    output: z.object({
      changed: z.number().int(),
      unchanged: z.number().int(),
      refused: z.array(RefusedCell),
    }),
  },
  /** Makes the change again that was undone last. `redone` is a message; null: nothing to redo. `holdMs`: as for `customers.delete`. */
  redo: { input: z.object({ holdMs: HoldMs }), output: z.object({ redone: z.string().nullable() }) },
} as const
