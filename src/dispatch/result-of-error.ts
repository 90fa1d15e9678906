import { randomUUID } from 'node:crypto'
import { unexpectedMessage } from '../contract/failure.ts'
import { failure, type Failure, type Result } from '../contract/result.ts'

/** Receives an unexpected error with the reference that the user sees, for the log. `source` is the method or the request. */
export type ReportUnexpected = (source: string, reference: string, error: unknown) => void

/** Core throws a `FailureError` to answer with a failure of the contract. The name is compared, because layers do not import each other. */
const isFailureError = (error: unknown): error is Error & { failure: Failure } =>
  error instanceof Error && error.name === 'FailureError' && 'failure' in error

/**
 * The failure for a thrown error: that of core, or `unexpected` with a reference that is also reported. The text of an unexpected error
 * stays in the log, because it can contain customer data.
 */
export function failureOfError(error: unknown, source: string, report: ReportUnexpected): Failure {
  if (isFailureError(error)) return error.failure
  const reference = randomUUID().slice(0, 8)
  report(source, reference, error)
  return {
    kind: 'unexpected',
    message: unexpectedMessage,
    next: `Try again. If it happens again, contact support and quote ${reference}.`,
    reference,
  }
}

/** The envelope for a thrown error; see `failureOfError`. */
export const resultOfError = (...given: Parameters<typeof failureOfError>): Result<never> =>
  failure(failureOfError(...given))

/** The envelope for a request that does not have the expected form. */
export const refuse = (message: string): Result<never> => failure({ kind: 'invalid-input', message })
