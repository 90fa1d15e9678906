import type { KnownCustomers } from '../../contract/column-choices.ts'
import type { Region } from '../../contract/region.ts'
import type { Failure } from '../../contract/result.ts'

/** The three counters of the service (interface, part 3), as last read. */
export interface Counters {
  readonly uploaded: number
  readonly processed: number
  readonly errors: number
}

/** The counters of a batch before its first reading. */
export const noCounters: Counters = { uploaded: 0, processed: 0, errors: 0 }

/** The results of a finished batch's rows: the four add up to its rows. */
export interface BatchResult {
  readonly accepted: number
  readonly failed: number
  readonly notProcessed: number
  readonly notSent: number
}

/**
 * One batch in the journal. `sending` is saved before the request is sent, so after a kill the batch is treated as
 * `unknown`: its answer was lost. A `processing` batch without `remoteId` was found by its references.
 */
export type Batch = {
  readonly number: number
  readonly rows: number
  /** It was sent a second time: its rows were not found, or the user said that it did not arrive. */
  readonly resent: boolean
  readonly note: string | null
  /** ISO 8601; null: not sent yet. */
  readonly sentAt: string | null
} & (
  | { readonly state: 'planned' }
  | { readonly state: 'sending' }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused' }
  | {
      readonly state: 'processing'
      readonly remoteId: string | null
      readonly counters: Counters
      /** The service has confirmed the cancellation, or has nothing left to cancel. */
      readonly cancelSent: boolean
    }
  | {
      readonly state: 'complete' | 'cancelled'
      /** Null when it was never accepted, or was followed by its references. */
      readonly remoteId: string | null
      readonly counters: Counters
      readonly finishedAt: string | null
      readonly result: BatchResult
    }
)

type FinishedState = 'complete' | 'cancelled'
type OpenState = Exclude<Batch['state'], FinishedState>
export type BatchIn<State extends OpenState> = Extract<Batch, { readonly state: State }>
export type FinishedBatch = Extract<Batch, { readonly result: BatchResult }>

/** The saved state of an upload. `waiting`, `undecided` and `cancelling` are derived from this and its batches. */
export type UploadStatus =
  | { readonly state: 'open' }
  | { readonly state: 'stopped'; readonly failure: Failure }
  | { readonly state: 'complete'; readonly finishedAt: string }
  | { readonly state: 'cancelled'; readonly finishedAt: string }

export interface UploadRecord {
  readonly id: string
  readonly connectionId: string
  readonly region: Region
  readonly name: string
  /** The name that the service has, or gets. */
  readonly serviceName: string
  readonly fileName: string
  readonly lookUpMissingVins: boolean
  /** Null: its rows have no reference, or the service does not give their references back. */
  readonly referenceKey: string | null
  readonly rowsInFile: number
  /** Rows that are not sent. */
  readonly rowsExcluded: number
  /** Those of them that update customers. */
  readonly rowsUpdated: number
  /** Those of them that have errors. */
  readonly rowsWithErrors: number
  readonly rowsSkipped: number
  readonly paidLookups: number
  readonly batchSize: number
  readonly cancelRequested: boolean
  /** Nothing more is sent until the user resumes it. */
  readonly paused: boolean
  /** Why Forecourt has paused it; null: the user has, or it is not paused. */
  readonly pauseReason: Failure | null
  /** Its draft is kept, because nothing was sent yet. */
  readonly hasDraft: boolean
  /** Removed from the list by the user. */
  readonly removed: boolean
  /** What happens to rows whose car is already a customer; null: the rows are not compared with the customers. */
  readonly knownCustomers: KnownCustomers | null
  /** When the rows were last compared with a refreshed customer list (ISO 8601); null: not yet. */
  readonly listCheckedAt: string | null
  /** The user has seen the age of a customer list that could not be refreshed. */
  readonly listAgeConfirmed: boolean
  readonly excludedBeforeSending: number
  readonly status: UploadStatus
  /** When the user undid it (ISO 8601). */
  readonly undoneAt: string | null
  readonly createdAt: string
  readonly batches: readonly Batch[]
}

/** The name of a batch at the service: the upload's own name when it has only one batch. */
export function remoteName(upload: UploadRecord, batchNumber: number): string {
  const { serviceName, batches } = upload
  return batches.length === 1 ? serviceName : `${serviceName} (part ${batchNumber})`
}
