import type { Failure } from '../../contract/result.ts'

/**
 * How core answers with a failure of the contract from inside a method. Dispatch knows it by its name and its `failure`, so the
 * two layers need not import each other.
 */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'FailureError'
    this.failure = failure
  }
}

export function fail(kind: Failure['kind'], message: string, more: Omit<Failure, 'kind' | 'message'> = {}): never {
  throw new FailureError({ kind, message, ...more })
}
