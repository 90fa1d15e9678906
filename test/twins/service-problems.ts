import type { Failure } from '../../src/contract/result.ts'
import type { Certainty, RefusedRecord, ServiceFailure } from '../../src/core/service/service-client.ts'

export interface Rejection {
  readonly words: string
  readonly named?: readonly RefusedRecord[]
}

/** A 400 with a body, in the service's words. */
export function rejection({ words, named = [] }: Rejection): { readonly ok: false; readonly error: ServiceFailure } {
  const message = `The service rejected the request: “${words}”`
  const failure = { kind: 'rejected', message } as const
  return {
    ok: false,
    error: { failure, certainty: 'refused', status: 400, retryAfterMs: null, words, refusedRecords: named },
  }
}

/** An answer without success. */
export function problem(
  kind: Failure['kind'],
  certainty: Certainty,
  status: number | null,
  retryAfterMs: number | null = null,
): { readonly ok: false; readonly error: ServiceFailure } {
  return {
    ok: false,
    error: { failure: { kind, message: `The service twin says ${kind}.` }, certainty, status, retryAfterMs },
  }
}
