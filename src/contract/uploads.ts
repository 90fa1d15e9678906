import { UploadListPart, mostListedUploads } from './upload-list.ts'
import { z } from 'zod'
import { ExportedFile } from './exported-file.ts'
import { Failure } from './failure.ts'
import { Region } from './region.ts'
import { UploadBatch } from './upload-batch.ts'
import { SameFileUpload, ServiceUpload, UploadOrigin, UploadUndone } from './upload-history.ts'
import { uploadSearch } from './upload-search.ts'

/**
 * - `paused`: before all rows were sent, by the user, or by Forecourt because of `failure` (restored data); `resume`
 * continues. What is at the service is still followed.
 * - `running`: sending or processing. - `waiting`: for the network, a rate limit or the service; continues at
 * `waiting.until`.
 * - `stopped`: the user must act (sign in, licence, a refusal), see `failure`; `resume` continues.
 * - `undecided`: the user decides: a batch's answer was lost and its rows cannot be searched for, or the service rejected
 * rows (`rejectedRows`) and nothing else is left to send.
 */
export const UploadState = z.enum([
  'running',
  'waiting',
  'paused',
  'stopped',
  'undecided',
  'cancelling',
  'cancelled',
  'complete',
])
export type UploadState = z.infer<typeof UploadState>

/**
 * These sums are always true: inFile = sent + withErrors + excluded + updated + pending + notSent; sent = accepted + failed + notProcessed +
 * inProcess. All in customer rows of the source file; `skipped` are its other rows. A row that a later upload sent again (`retryRows`) counts as it
 * ended there.
 */
export const UploadRows = z.object({
  inFile: z.number().int(),
  /** Not sent because of their errors: they can be fixed, see `retryRows`. */
  withErrors: z.number().int(),
  excluded: z.number().int(),
  /** Not sent: they changed existing customers. */
  updated: z.number().int(),
  /** Rows of the file that are no customer rows, beside `inFile`. */
  skipped: z.number().int(),
  /** Not sent yet. */
  pending: z.number().int(),
  /** Cancelled or refused before they were sent. */
  notSent: z.number().int(),
  sent: z.number().int(),
  accepted: z.number().int(),
  failed: z.number().int(),
  /** Sent, and cancelled before the service created a customer. */
  notProcessed: z.number().int(),
  /** Sent, result not known yet. In a finished upload: created according to the counters, and not listed yet. */
  inProcess: z.number().int(),
})
export type UploadRows = z.infer<typeof UploadRows>

export const UploadSummary = z.object({
  id: z.string(),
  name: z.string(),
  /** Its name at the service. It differs from `name` when the upload was renamed after its first batch was sent. */
  serviceName: z.string(),
  region: Region,
  fileName: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  state: UploadState,
  rows: UploadRows,
  lookUpMissingVins: z.boolean(),
  paidLookups: z.number().int(),
  /** Processed rows of all rows, and the rate over the last half minute (null while unknown). */
  progress: z.object({
    done: z.number().int(),
    total: z.number().int(),
    errors: z.number().int(),
    rowsPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
  }),
  /** `atLatest`: it checks all the time, and `until` is when it stops waiting. Absent: it continues at `until`. */
  waiting: z.object({ reason: z.string(), until: z.string().nullable(), atLatest: z.boolean().optional() }).nullable(),
  /** Customers that exist twice at the service and wait for the user's decision; see `resolveDuplicates`. */
  duplicates: z.number().int(),
  /** Rows that the service rejected and that wait for the user's decision; see `leaveOutRejected`. Others are sent meanwhile. */
  rejectedRows: z.number().int(),
  /** Why it is `stopped`, or why Forecourt has paused it. */
  failure: Failure.nullable(),
  /** Rows excluded after the upload was queued, because their car was found to be a customer before the first row was sent. */
  excludedBeforeSending: z.number().int(),
  /** Its place in the order of sending, 1 is next; null: all rows were sent. */
  place: z.number().int().nullable(),
  /** Nothing was sent yet, so it can become a draft again. */
  canWithdraw: z.boolean(),
  /** The user removed it from the list. */
  removed: z.boolean(),
  undone: UploadUndone.nullable(),
  /** Of `rows.accepted`, those that a later upload sent, see `Upload.corrects` there. Absent: none. */
  joined: z.number().int().optional(),
})
export type UploadSummary = z.infer<typeof UploadSummary>

export const RowOutcome = z.enum([
  'pending',
  'in-process',
  'accepted',
  'failed',
  'not-processed',
  'not-sent',
  'with-errors',
  'updated',
  'excluded',
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

/** Why rows are excluded, in general. */
export const ExcludedReason = z.object({ reason: z.string(), rows: z.number().int() })
export type ExcludedReason = z.infer<typeof ExcludedReason>

export const Upload = UploadSummary.extend({
  /** Most rows first. They add up to `rows.excluded`. */
  excludedReasons: z.array(ExcludedReason),
  batches: z.array(UploadBatch),
  origin: UploadOrigin,
  serviceUploads: z.array(ServiceUpload),
  /** The first of the rejected rows (`mostRejectedShown`), with the service's reasons. */
  rejected: z.array(UploadRow),
  /** The upload that its rows join. Null or absent: none. */
  corrects: z.object({ id: z.string(), name: z.string() }).nullable().optional(),
})
export type Upload = z.infer<typeof Upload>

/** The rows of a lost batch without references beside what the customer list has for them, by rego, VIN and name. */
export const BatchComparison = z.object({
  total: z.number().int(),
  found: z.number().int(),
  recommendation: z.enum(['arrived', 'not-arrived', 'later']),
  /** Why, as a sentence. */
  reason: z.string(),
  /** The first 500. `customer` null: the list has none. */
  rows: z.array(
    z.object({
      row: z.number().int(),
      rego: z.string().nullable(),
      vin: z.string().nullable(),
      clientName: z.string().nullable(),
      customer: z
        .object({
          id: z.string(),
          rego: z.string().nullable(),
          vin: z.string().nullable(),
          clientName: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
})
export type BatchComparison = z.infer<typeof BatchComparison>

const id = z.string().max(64)
const UploadId = z.object({ id })
const UploadName = z.string().trim().min(1).max(120)

export const uploads = {
  /**
   * A page of the uploads of the current connection, newest first; the open ones in the order of sending. Absent `show`: all.
   * `ids`: only these.
   */
  list: {
    input: z.object({
      show: UploadListPart.optional(),
      ids: z.array(id).max(mostListedUploads).optional(),
      offset: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(mostListedUploads).optional(),
    }),
    output: z.object({ total: z.number().int(), uploads: z.array(UploadSummary) }),
  },
  /** How many uploads the current connection has, and how far the open ones are, in rows. */
  overview: {
    input: z.object({}),
    output: z.object({
      open: z.number().int(),
      ended: z.number().int(),
      removed: z.number().int(),
      /** Of the open ones: sending or waiting, needing the user, paused. An ended one that asks about duplicates is open. */
      running: z.number().int(),
      /** Of the running ones: they wait for the network, a rate limit or the service. */
      waiting: z.number().int(),
      attention: z.number().int(),
      paused: z.number().int(),
      /** Rows of the running ones. */
      done: z.number().int(),
      total: z.number().int(),
    }),
  },
  get: { input: UploadId, output: Upload },
  /**
   * Refreshes the customer list, so that known customers are found, then cuts the ready rows of a draft into batches and
   * writes them to the journal; sending begins when the line is there. The draft is closed: its rows live on in the
   * upload. The event `drafts.progressed` reports the refresh. Nothing is sent and the draft stays on `invalid-input` (no
   * row is ready), `conflict` (the rows to send or the known customers are not those that the user saw, or the file was
   * uploaded before), and `needs-confirmation` (the customer list cannot be refreshed; `since` is its age).
   */
  create: {
    input: z.object({
      draftId: id,
      name: UploadName,
      lookUpMissingVins: z.boolean(),
      /** False: rows are sent without references, so after a lost answer the user must decide. */
      references: z.boolean().default(true),
      /**
       * The numbers that the user saw. Absent: those that the draft has before the customer list is refreshed. `updates`: the changes of
       * existing customers that the user saw, by `digest` of `customers.previewUpdates`.
       */
      confirmed: z
        .object({ rows: z.number().int(), knownRows: z.number().int(), updates: z.string().max(64).optional() })
        .optional(),
      /** The user has seen the age of the customer list. It is refreshed before the first row is sent if that is possible. */
      listAgeConfirmed: z.boolean().optional(),
      /** Offline the rows wait, and the list is refreshed before the first of them is sent. Else it fails with `needs-confirmation`. */
      queueOffline: z.boolean().optional(),
      /** The earlier uploads of the same file that the user has seen, see `sameFile`. */
      sameFileConfirmed: z.array(id).max(1_000).optional(),
    }),
    output: Upload,
  },
  /** The earlier uploads of a draft's file, newest first. A renamed file is found by its content. */
  sameFile: { input: z.object({ draftId: id }), output: z.object({ uploads: z.array(SameFileUpload) }) },
  /** Ends a `create` that is refreshing the customer list: it fails with `cancelled`. */
  stopCreating: { input: z.object({ draftId: id }), output: z.object({}) },
  /** Stops sending and cancels the upload at the service. Ends as `cancelled` with the exact remainder. */
  cancel: { input: UploadId, output: Upload },
  /**
   * Continues a `stopped` or `paused` upload; ends the wait of a `waiting` one; sends rejected rows again. For a failure `needs-confirmation` it is the user's
   * confirmation.
   */
  resume: { input: UploadId, output: Upload },
  /** Sends nothing more of an upload until `resume`, also after a restart. A batch that is being sent still arrives. */
  pause: { input: UploadId, output: Upload },
  /** Moves an upload in the order of sending: in front of another one, or (null) to the end. */
  move: { input: z.object({ id, before: id.nullable() }), output: z.object({}) },
  /** The service keeps the old name once the first batch was sent: its interface has no way to change it. */
  rename: { input: z.object({ id, name: UploadName }), output: Upload },
  /**
   * Makes an upload a draft again, with the rows and decisions that it had. Fails with `conflict` once something may have
   * been sent.
   */
  withdraw: { input: UploadId, output: z.object({ draftId: id }) },
  /** Removes a finished upload from the list. Its rows stay: duplicates are still found. */
  remove: { input: UploadId, output: z.object({}) },
  /** Undoes `remove`. */
  putBack: { input: UploadId, output: Upload },
  ...uploadSearch,
  /** For an `undecided` upload: refreshes the customer list, and compares the rows of the lost batch with it. */
  compareBatch: { input: z.object({ id, batch: z.number().int() }), output: BatchComparison },
  /**
   * For an `undecided` upload: whether the service received the batch, as the user decided. If it did, the rows without a
   * customer in the list have failed.
   */
  settle: { input: z.object({ id, batch: z.number().int(), arrived: z.boolean() }), output: Upload },
  /**
   * Leaves the rejected rows out: they end as not sent, with the service's reasons, and can be corrected and sent later (`retryRows`).
   * `rows` is the number that the user saw: `conflict` when there are others now. `resume` sends the rows again instead.
   */
  leaveOutRejected: { input: z.object({ id, rows: z.number().int().min(1) }), output: Upload },
  /** Moves the duplicates of an upload to the bin, or keeps both customers of each row. `conflict`: there are more than `most` to delete. */
  resolveDuplicates: {
    input: z.object({ id, decision: z.enum(['delete', 'keep']), most: z.number().int().optional() }),
    output: Upload,
  },
  /**
   * Deletes the customers of a finished upload, so that they can be restored from the bin. `customers` is the number that
   * the user confirmed: `conflict` when the list has another number of them.
   */
  undo: {
    input: z.object({ id, customers: z.number().int().min(0) }),
    output: z.object({ deleting: z.number().int(), upload: Upload }),
  },
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
   * The rows of one outcome, or all that did not become customers (null), with their original columns and the reason, as a CSV
   * that Excel opens safely, or as a workbook in which the reasons and their cells are coloured. Corrected and imported again,
   * its rows join the upload.
   */
  exportRemainder: {
    input: z.object({
      id,
      outcome: RowOutcome.nullable().default(null),
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    output: ExportedFile,
  },
  /**
   * Opens the rows of one outcome as a draft, as if their file had been exported and opened: they join the upload. Null: all
   * rows that did not become customers. `rows`: only those with these numbers.
   */
  retryRows: {
    input: z.object({
      id,
      outcome: RowOutcome.nullable(),
      rows: z.array(z.number().int().min(1)).min(1).max(10_000).optional(),
    }),
    output: z.object({ draftId: id }),
  },
} as const
