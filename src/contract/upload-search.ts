import { z } from 'zod'

/** A row that a search found. */
const FoundRow = z.object({
  row: z.number().int(),
  rego: z.string().nullable(),
  vin: z.string().nullable(),
  clientName: z.string().nullable(),
})

/** `open`: being sent or followed, or waiting. `attention`: stopped, or a decision of the user is missing. */
export const UploadSearchState = z.enum(['any', 'open', 'attention', 'complete', 'cancelled', 'undone', 'removed'])
export type UploadSearchState = z.infer<typeof UploadSearchState>

/** A calendar date on this PC, YYYY-MM-DD. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const uploadSearch = {
  /**
   * Uploads that were created in a period and are in a state, with the text in their name, file name, date (7/3/2026), an id at the service,
   * or a row. `row`: the first row with the text; null: the upload itself fits. The newest come first, in pages: `next` is what
   * `after` must be for the next one; null: there is none.
   */
  search: {
    input: z.object({
      /** Empty: any upload. */
      text: z.string().trim().max(120).default(''),
      /** `names`: rows are not searched. */
      within: z.enum(['names', 'rows']).default('rows'),
      state: UploadSearchState.default('any'),
      from: day.nullable().default(null),
      until: day.nullable().default(null),
      after: z.string().max(64).nullable().default(null),
      limit: z.number().int().min(1).max(100).default(100),
    }),
    output: z.object({
      found: z.array(z.object({ id: z.string(), row: FoundRow.nullable() })),
      next: z.string().nullable(),
    }),
  },
} as const
