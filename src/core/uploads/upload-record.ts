import type { Region } from '../../contract/region.ts'
import type { Failure } from '../../contract/result.ts'

/** The three counters of the service (interface, part 3), as last seen. */
export interface Counters {
  readonly uploaded: number
  readonly processed: number
  readonly errors: number
}

/** What became of a batch's rows once that is known: the four add up to its rows. */
export interface BatchResult {
  readonly accepted: number
  readonly failed: number
  readonly notProcessed: number
  readonly notSent: number
}

/**
 * One batch's way through the journal. `sending` is on the disk before the request leaves, so a program that was killed finds it
 * and doubts it; `unknown` is a batch whose answer was lost; a `processing` batch without `remoteId` was found by its references.
 */
export type Batch = {
  readonly number: number
  readonly rows: number
  /** It was sent a second time after its references had not been found. */
  readonly resent: boolean
  readonly note: string | null
} & (
  | { readonly state: 'planned' }
  | { readonly state: 'sending' }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused' }
  | {
      readonly state: 'processing'
      readonly remoteId: string | null
      readonly counters: Counters
      /** The service answered that it stops this batch. */
      readonly cancelSent: boolean
    }
  | {
      readonly state: 'complete' | 'cancelled'
      /** Null when it was never accepted, or was followed by its references. */
      readonly remoteId: string | null
      readonly counters: Counters
      readonly result: BatchResult
    }
)

type FinishedState = 'complete' | 'cancelled'
type OpenState = Exclude<Batch['state'], FinishedState>
export type BatchIn<State extends OpenState> = Extract<Batch, { readonly state: State }>
export type FinishedBatch = Extract<Batch, { readonly result: BatchResult }>

/** Where an upload as a whole stands in the journal; `waiting`, `undecided` and `cancelling` are worked out from this and its batches. */
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
  readonly fileName: string
  readonly lookUpMissingVins: boolean
  /** Null: its rows carry no reference of ours. */
  readonly referenceKey: string | null
  readonly rowsInFile: number
  readonly rowsLeftOut: number
  readonly paidLookups: number
  readonly batchSize: number
  /** The service has said 413 to a batch of this upload. */
  readonly tooLargeSeen: boolean
  readonly cancelRequested: boolean
  readonly status: UploadStatus
  readonly createdAt: string
  readonly batches: readonly Batch[]
}

/** What ties a customer to its row of the file, whatever batch it travels in. */
export function referenceFor(uploadId: string, row: number): string {
  return `fc-${uploadId}-${row}`
}

/** The name that the service shows for a batch: the upload's own when it is the only one. */
export function remoteName(upload: UploadRecord, batchNumber: number): string {
  return upload.batches.length === 1 ? upload.name : `${upload.name} (part ${batchNumber})`
}
