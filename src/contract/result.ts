import { z } from 'zod'

/** Every kind of failure. `recoveryOf` says what has to change after each before the same call can succeed. */
export const FailureKind = z.enum([
  'invalid-input',
  'sign-in-required',
  'no-licence',
  'rejected',
  'not-found',
  'conflict',
  'wrong-address',
  'certificate',
  'offline',
  'timeout',
  'rate-limited',
  'service-down',
  'storage-locked',
  'storage-damaged',
  'vault-unreadable',
  'disk-full',
  'cancelled',
  'unexpected',
])
export type FailureKind = z.infer<typeof FailureKind>

/** What went wrong, in words for the person at the desk: what happened, what was kept, what to do next. */
export const Failure = z.object({
  kind: FailureKind,
  /** What happened: one plain sentence. */
  message: z.string(),
  /** What was kept, when anything was at stake. */
  kept: z.string().optional(),
  /** What to do next. */
  next: z.string().optional(),
  /** ISO 8601: when it is worth trying again (rate-limited, service-down). */
  retryAt: z.string().optional(),
  /** The id under which the log has more (unexpected). */
  reference: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>

/** The envelope in which every answer crosses to the window. Electron keeps only the message of a thrown error, so none is thrown. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

export function success<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failure(error: Failure): Result<never> {
  return { ok: false, error }
}

/** One method of the contract: what it takes and what it gives. */
export interface MethodShape {
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** Closes a switch over a tagged union: a new member stops compiling here until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
