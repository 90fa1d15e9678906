import type { Region } from '../../contract/region.ts'
import { recoveryOf } from '../../contract/recovery.ts'
import { assertNever, type Failure } from '../../contract/result.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { ServiceClient, ServiceFailure } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Journal } from './journal.ts'
import type { StepEnd } from '../scheduling/step-loop.ts'
import type { UploadTiming } from './timing.ts'

/** What the two halves of a runner share. */
export interface RunnerContext {
  readonly connectionId: string
  readonly storage: OpenStorage
  readonly journal: Journal
  readonly timing: UploadTiming
  /** Aborts reads when the program closes. */
  readonly closing: AbortSignal
  /** Aborts the write in hand when it takes longer than the program has for it at its end. */
  readonly abortWrites: AbortSignal
  changed(uploadId: string): void
  finished(connectionId: string, region: Region): void
}

/** How a step of an upload ends: as any step, or with what she has to do before the upload goes on. */
export type UploadStepEnd = StepEnd | { readonly end: 'stop'; readonly uploadId: string; readonly failure: Failure }

/** A client for an upload's connection and region, or how its step ends without one. */
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
      return { end: 'stop', uploadId, failure: withKept(error.failure) }
    case 'none':
      return { end: 'done' }
    default:
      return assertNever(recovery)
  }
}

/** Adds to a failure that nothing of the upload is lost. */
export function withKept(failure: Failure): Failure {
  return { ...failure, kept: failure.kept ?? 'Every row is kept. What was sent stays sent, and nothing is sent twice.' }
}

export function pageSize({ storage, connectionId }: RunnerContext): number {
  return storage.connections.find(connectionId)?.advanced.pageSize ?? defaultAdvanced.pageSize
}
