import { z } from 'zod'
import { Failure } from './result.ts'
import { Region } from './region.ts'

/**
 * One batch's way: planned, sending, accepted (the service gave an upload id) and then processing until complete; or unknown (the
 * answer was lost: settled by looking for its references, never by sending blind), refused, cancelled.
 */
export const BatchState = z.enum(['planned', 'sending', 'unknown', 'processing', 'complete', 'refused', 'cancelled'])
export type BatchState = z.infer<typeof BatchState>

export const UploadBatch = z.object({
  number: z.number().int(),
  state: BatchState,
  rows: z.number().int(),
  /** The three counters of the service, as last seen (interface, part 3). */
  uploaded: z.number().int(),
  processed: z.number().int(),
  errors: z.number().int(),
  /** Why it waits, or was refused. */
  note: z.string().nullable(),
})
export type UploadBatch = z.infer<typeof UploadBatch>

/**
 * - `running`: sending or processing. - `waiting`: for the network, a rate limit or the service; goes on by itself at `waiting.until`.
 * - `stopped`: something for her to do (sign in, licence, a refusal); `failure` says what; resume goes on.
 * - `undecided`: a batch's answer was lost and the service does not show its rows; she decides. - `cancelling`, `cancelled`, `complete`.
 */
export const UploadState = z.enum(['running', 'waiting', 'stopped', 'undecided', 'cancelling', 'cancelled', 'complete'])
export type UploadState = z.infer<typeof UploadState>

/**
 * The sum that always holds: inFile = sent + leftOut + pending + notSent; sent = accepted + failed + notProcessed + inProcess.
 * All in rows of the source file.
 */
export const UploadRows = z.object({
  inFile: z.number().int(),
  leftOut: z.number().int(),
  /** Not yet given to the service. */
  pending: z.number().int(),
  /** Never given to the service, and not going to be: cancelled or refused before. */
  notSent: z.number().int(),
  sent: z.number().int(),
  accepted: z.number().int(),
  failed: z.number().int(),
  /** Given to the service, cancelled before it made a record. */
  notProcessed: z.number().int(),
  /** Given to the service, not yet known. */
  inProcess: z.number().int(),
})
export type UploadRows = z.infer<typeof UploadRows>

export const UploadSummary = z.object({
  id: z.string(),
  name: z.string(),
  region: Region,
  fileName: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  state: UploadState,
  rows: UploadRows,
  lookUpMissingVins: z.boolean(),
  paidLookups: z.number().int(),
  /** Rows through, of rows to go through; the rate over the last half minute; both null while unknown. */
  progress: z.object({
    done: z.number().int(),
    total: z.number().int(),
    errors: z.number().int(),
    rowsPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
  }),
  waiting: z.object({ reason: z.string(), until: z.string().nullable() }).nullable(),
  failure: Failure.nullable(),
})
export type UploadSummary = z.infer<typeof UploadSummary>

export const Upload = UploadSummary.extend({ batches: z.array(UploadBatch) })
export type Upload = z.infer<typeof Upload>

export const RowOutcome = z.enum([
  'pending',
  'in-process',
  'accepted',
  'failed',
  'not-processed',
  'not-sent',
  'left-out',
])
export type RowOutcome = z.infer<typeof RowOutcome>

export const UploadRow = z.object({
  row: z.number().int(),
  outcome: RowOutcome,
  reason: z.string().nullable(),
  customerId: z.string().nullable(),
  rego: z.string().nullable(),
  vin: z.string().nullable(),
  clientName: z.string().nullable(),
})
export type UploadRow = z.infer<typeof UploadRow>

const id = z.string().max(64)
const UploadId = z.object({ id })

export const uploads = {
  list: { input: z.object({}), output: z.object({ uploads: z.array(UploadSummary) }) },
  get: { input: UploadId, output: Upload },
  /**
   * Cuts the ready rows of a draft into batches and writes them to the journal; sending begins when the line is there.
   * `invalid-input` when no row is ready. The draft is closed: its rows live on in the upload.
   */
  create: {
    input: z.object({
      draftId: id,
      name: z.string().trim().min(1).max(120),
      lookUpMissingVins: z.boolean(),
      /** Off: rows carry no reference of ours; a lost answer can then not be settled without her. */
      references: z.boolean().default(true),
    }),
    output: Upload,
  },
  /** Nothing more is sent, and the service is told to stop. Ends as `cancelled` with the exact remainder. */
  cancel: { input: UploadId, output: Upload },
  /** From `stopped`: try again. From `waiting`: now. */
  resume: { input: UploadId, output: Upload },
  /** From `undecided`: she looked, and says whether the batch arrived. */
  settle: { input: z.object({ id, batch: z.number().int(), arrived: z.boolean() }), output: Upload },
  rows: {
    input: z.object({
      id,
      outcome: RowOutcome.nullable().default(null),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), rows: z.array(UploadRow) }),
  },
  /**
   * The rows that did not become customers (of one outcome, or all), with their original columns and the reason, as a CSV text with
   * a BOM that Excel opens safely.
   */
  exportRemainder: {
    input: z.object({ id, outcome: RowOutcome.nullable().default(null) }),
    output: z.object({ fileName: z.string(), text: z.string(), rows: z.number().int() }),
  },
} as const
