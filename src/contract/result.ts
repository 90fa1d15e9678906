import type { z } from 'zod'
import type { Failure } from './failure.ts'

// Without schemas: this file is in the first script of the window, which would have the schema library with it.
export type { Failure, FailureKind } from './failure.ts'

/**
 * The envelope of every answer to the window. Electron passes only the message of a thrown error on, so none is
 * thrown.
 */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

export function success<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failure(error: Failure): Result<never> {
  return { ok: false, error }
}

/** What is asked of a schema. To compare all of zod's type with the methods costs the compiler seconds. */
interface Schema {
  parse(value: unknown): unknown
  safeParse(value: unknown): z.ZodSafeParseResult<unknown>
}

/** The input and output of one method of the contract. */
export interface MethodShape {
  readonly input: Schema
  readonly output: Schema
}

/** The default case of a switch over a union: a member without a case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
