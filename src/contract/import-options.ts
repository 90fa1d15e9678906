import { z } from 'zod'
import { AdvancedSettings } from './advanced-settings.ts'
import { ColumnTarget, ContactChoice, DateOrder } from './column-choices.ts'
import { StateCode } from './region.ts'

/** How the spreadsheet was read. It is stored with the upload, because the draft is removed. */
export const ImportOptions = z.object({
  /** Empty for a file without sheets. */
  sheet: z.string(),
  /** Number of the header row in the file, from 1. Null: the table had no header. */
  headerRow: z.number().int().nullable(),
  defaultState: StateCode.nullable(),
  mobileForm: AdvancedSettings.shape.mobileForm,
  columns: z.array(
    z.object({
      header: z.string(),
      target: ColumnTarget,
      dateOrder: DateOrder.nullable(),
      /** What happens to rows that say "do not contact" there; absent: the column was no question. */
      contact: ContactChoice.optional(),
    }),
  ),
})
export type ImportOptions = z.infer<typeof ImportOptions>
