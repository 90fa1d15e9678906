import { z } from 'zod'
import { Draft } from './drafts.ts'
import { CustomerField } from './draft-rows.ts'

/** A different text of a column, and what it means. */
export const ColumnValue = z.object({
  /** As in the file. */
  text: z.string(),
  /** Customer rows with it. */
  rows: z.number().int(),
  /** What is sent in place of it, in the first row that has it; '': nothing. */
  value: z.string(),
  /** Why it cannot be sent, or a warning; null: neither. */
  problem: z.string().nullable(),
  /** The user gave it this meaning, in this draft or for an earlier file. */
  changed: z.boolean(),
  /** Rows with it are not sent. */
  excluded: z.boolean(),
})
export type ColumnValue = z.infer<typeof ColumnValue>

const id = z.string().max(64)
const index = z.number().int().min(0)

/** Methods of the domain "drafts" about the values of a column with few different ones (`DraftColumn.values`). */
export const draftValues = {
  /**
   * Most rows first. `field`: the field that the column gives, whose texts can become other texts; null: it gives none, and its values
   * can exclude rows. `invalid-input`: the column has too many values, or gives a part of a field only.
   */
  values: {
    input: z.object({ id, index }),
    output: z.object({ field: CustomerField.nullable(), values: z.array(ColumnValue) }),
  },
  /**
   * Gives a value of a column its meaning in all rows: another text, which is checked like the values of the file ('': nothing is sent;
   * null: the text of the file again), or whether its rows are excluded. Remembered for files with the same header.
   */
  setValue: {
    input: z.object({
      id,
      index,
      text: z.string().max(500),
      meaning: z.union([z.object({ text: z.string().max(500).nullable() }), z.object({ excluded: z.boolean() })]),
    }),
    output: Draft,
  },
} as const
