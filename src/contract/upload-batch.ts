import { z } from 'zod'

/**
 * A batch is planned, then sending, then processing (the service gave an upload id) until it is complete. `unknown`:
 * its answer was lost, so the service is searched for its references before anything is sent again. It can also be
 * refused or cancelled.
 */
export const BatchState = z.enum(['planned', 'sending', 'unknown', 'processing', 'complete', 'refused', 'cancelled'])
export type BatchState = z.infer<typeof BatchState>

export const UploadBatch = z.object({
  number: z.number().int(),
  state: BatchState,
  rows: z.number().int(),
  /** The three counters of the service, as last read (interface, part 3); 0 before the first reading. */
  uploaded: z.number().int(),
  processed: z.number().int(),
  errors: z.number().int(),
  /** When it was sent, and when its result was complete (ISO 8601); null: not yet. */
  sentAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Why it waits, or was refused. */
  note: z.string().nullable(),
  /** Every note so far, oldest first: what happened to the batch. */
  notes: z.array(z.object({ at: z.string(), text: z.string() })),
  /** Its answer was lost, its rows were not found, and it was sent a second time. */
  sentAgain: z.boolean(),
})
export type UploadBatch = z.infer<typeof UploadBatch>
