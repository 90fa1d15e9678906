import { z } from 'zod'

/** Data of a connection that exists only on this PC and is deleted when the connection is removed. */
export const OnlyHere = z.object({
  /** While there is one, the connection cannot be removed. */
  openUploads: z.number().int(),
  drafts: z.number().int(),
  /** Edits that are not saved at the service. */
  edits: z.number().int(),
  /** Deletions that the service has not made. */
  deletions: z.number().int(),
  callNotes: z.number().int(),
  /** Deleted customers that can still be restored. */
  inBin: z.number().int(),
  /** People marked as Do Not Contact. */
  doNotContact: z.number().int(),
  /** Saved look-ups, which may be charged again. */
  lookups: z.number().int(),
  bulkLookups: z.number().int(),
  /** Saved views of the customer list. */
  views: z.number().int(),
  /** Calls that are assigned to a person. */
  assignments: z.number().int(),
})
export type OnlyHere = z.infer<typeof OnlyHere>
