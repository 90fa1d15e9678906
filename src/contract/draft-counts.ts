import { z } from 'zod'

export const DraftCounts = z.object({
  /** Customer rows: ready + warning + error + excluded. With the skipped rows these are all filled rows but the header. */
  rows: z.number().int(),
  ready: z.number().int(),
  /** Rows with warnings, which can be sent. */
  warning: z.number().int(),
  /** Rows with errors, which cannot be sent. */
  error: z.number().int(),
  /** Excluded rows: by the user, by opt-out or as duplicates. Each row says why. */
  excluded: z.number().int(),
  /** Rows that are not customer rows: titles, totals, repeated headers, and rows that the user skipped. */
  skipped: z.number().int().default(0),
  /**
   * Rows that would cause a paid VIN look-up: rego (and state in Australia) but no VIN (interface, part 4, rule 1), and
   * no known VIN is filled in.
   */
  paidLookups: z.number().int(),
})
export type DraftCounts = z.infer<typeof DraftCounts>
