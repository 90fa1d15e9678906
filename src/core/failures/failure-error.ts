import type { Failure } from '../../contract/result.ts'

/**
 * Thrown by core to answer a method with a failure of the contract. Dispatch recognises it by its name and `failure`,
 * so that the two layers do not import each other.
 */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'FailureError'
    this.failure = failure
  }
}

/** `said`: the message, or all of the failure but its kind. */
export function fail(
  kind: Failure['kind'],
  said: string | Omit<Failure, 'kind'>,
  more: Omit<Failure, 'kind' | 'message'> = {},
): never {
  throw new FailureError({ kind, ...(typeof said === 'string' ? { message: said } : said), ...more })
}
