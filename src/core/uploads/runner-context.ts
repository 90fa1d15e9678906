import { recoveryOf } from '../../contract/recovery.ts'
import type { Region } from '../../contract/region.ts'
import { assertNever, type Failure } from '../../contract/result.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { KnownRow } from '../drafts/engine/known-rows.ts'
import type { RowUpdates } from '../drafts/storage/row-updates.ts'
import type { RegoVins } from '../known-vins/rego-vins.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { StepEnd } from '../scheduling/step-loop.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { Answer, RemoteCustomer, ServiceClient, ServiceFailure } from '../service/service-client.ts'
import type { Journal } from './journal.ts'
import type { UncheckedUploads } from './search-times.ts'
import type { UploadTiming } from './timing.ts'
import { uploadMessages } from './upload-messages.ts'

/** Updates of existing customers that belong to an upload. */
export interface RowsUpdate {
  /** What each row does. */
  readonly rows: RowUpdates
  /** Of all changes: see `customers.previewUpdates`. */
  readonly digest: string
  /** Call it in the transaction in which the rows end: from then on the updates are made, also after a kill. */
  commit(): void
  /** Makes them, after `commit`. */
  run(): Promise<void>
  /** Forgets them, instead of `commit`. */
  drop(): void
}

/** The local cache of the service's customers, as uploads use it. */
export interface KnownCustomerList {
  /** Reads the service's list into the cache; see `core/customers/sync/refresh.ts`. */
  refresh(
    scope: { readonly connectionId: string; readonly region: Region },
    options: { readonly signal: AbortSignal; onProgress(read: number): void },
  ): Promise<Answer<null>>
  /** Saves records that the service has just listed, so that no sync has to read them. */
  saveListed(scope: ConnectionRegion, records: readonly RemoteCustomer[]): Promise<void>
  /** When the last refresh ended (ISO 8601); null: never. */
  syncedAt(connectionId: string, region: Region): string | null
  /** Which keys (`vehicleKeys`) are of customers' cars, until the list changes. */
  knownVehicles(connectionId: string, region: Region): Promise<{ has(key: string): boolean }>
  /** Stores updates of customers by rows: see `PrepareUpdates` of `core/customers/handlers/update-handlers.ts`. */
  prepareUpdates(scope: ConnectionRegion, rows: readonly KnownRow[]): Promise<RowsUpdate>
}

/** What the sender and the follower of a runner share. */
export interface RunnerContext {
  readonly connectionId: string
  readonly storage: OpenStorage
  readonly journal: Journal
  readonly timing: UploadTiming
  readonly customers: KnownCustomerList
  readonly regoVins: RegoVins
  readonly unchecked: UncheckedUploads
  /** Batches whose counters do not move any more, by `batchKey`: no other batch waits for them. */
  readonly standing: Set<string>
  /** Aborts reads when the program closes. */
  readonly closing: AbortSignal
  /** Aborts the current write when it is still running at the end of the grace period for closing. */
  readonly abortWrites: AbortSignal
  changed(uploadId: string): void
  /** Called with an error that ends no step. */
  onError(error: unknown): void
  finished(connectionId: string, region: Region): void
}

/** How a step of an upload ends: as any step, or stopped with a failure that the user must resolve. */
export type UploadStepEnd = StepEnd | { readonly end: 'stop'; readonly uploadId: string; readonly failure: Failure }

/** A client for an upload's connection and region, or how the step ends without one. */
export async function clientFor(
  context: RunnerContext,
  upload: { readonly id: string; readonly connectionId: string; readonly region: Region },
): Promise<{ readonly client: ServiceClient } | { readonly ended: UploadStepEnd }> {
  const answer = await context.storage.connections.client(upload.connectionId, upload.region)
  if (answer.ok) return { client: answer.value }
  return { ended: stepEndAfter(answer.error, upload.id) }
}

/** The end of a step whose call failed without effect: wait for time, or stop the upload until the user acts. */
export function stepEndAfter(error: ServiceFailure, uploadId: string): UploadStepEnd {
  const recovery = recoveryOf(error.failure.kind)
  switch (recovery) {
    case 'time':
      return { end: 'wait', reason: error.failure.message, atLeastMs: error.retryAfterMs }
    case 'request':
    case 'connection':
    case 'machine':
    case 'program':
      return { end: 'stop', uploadId, failure: withRowsKept(error.failure) }
    case 'none':
      return { end: 'done' }
    default:
      return assertNever(recovery)
  }
}

/** Adds to a failure that the upload's rows are saved. */
export function withRowsKept(failure: Failure): Failure {
  return { ...failure, kept: failure.kept ?? uploadMessages.errors.rowsKept }
}

export function pageSize({ storage, connectionId }: RunnerContext): number {
  return storage.connections.find(connectionId)?.advanced.pageSize ?? defaultAdvanced.pageSize
}
